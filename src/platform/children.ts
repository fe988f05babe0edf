/** What other programs are given of this one's surroundings. */

/** Variables that hold tokens: an editor, its plugins and `ssh` have no business with them. */
const concealed = new Set(['SKYDECK_TOKEN']);

/** From now on no child sees this variable. */
export const conceal = (variable: string): void => void concealed.add(variable);

export const environmentOfChildren = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !concealed.has(name)));
