/** The convention among programs for who hears what others see: `ACCESSIBLE=1`. */
export const isAccessible = ({ACCESSIBLE = ''}: Readonly<Record<string, string | undefined>>): boolean =>
  !/^(0|false|no)?$/i.test(ACCESSIBLE);
