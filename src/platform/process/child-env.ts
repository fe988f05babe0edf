/** Environment variables that other programs receive from Skydeck. */

/** Variables that hold tokens. Other programs, such as an editor with its plugins or `ssh`, don't need them. */
const hiddenVariables = new Set(['SKYDECK_TOKEN']);

/** Hides this variable from all children that start later. */
export const hideFromChildren = (variable: string): void => void hiddenVariables.add(variable);

export const childEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !hiddenVariables.has(name)));
