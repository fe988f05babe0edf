/** Environment variables that other programs receive from Skydeck. */

/** Variables that hold tokens: an editor, its plugins and `ssh` have no business with them. */
const hiddenVariables = new Set(['SKYDECK_TOKEN']);

/** From now on no child sees this variable. */
export const hideFromChildren = (variable: string): void => void hiddenVariables.add(variable);

export const childEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !hiddenVariables.has(name)));
