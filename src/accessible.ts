/** `ACCESSIBLE=1` asks programs for output that a screen reader can read. */
export const isAccessible = ({ACCESSIBLE = ''}: Readonly<Record<string, string | undefined>>): boolean =>
  !/^(0|false|no)?$/i.test(ACCESSIBLE);
