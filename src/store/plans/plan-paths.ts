/** The files of waiting plans in the state folder, and the test for plans that still wait. */

const folderOf = (profile: string): string => `plans/${encodeURIComponent(profile)}`;

/** The index of a profile's plans, in the state folder. */
export const waitingPlansPath = (profile: string): string => `${folderOf(profile)}/index.json`;

/** The file of a plan, in the state folder. */
export const waitingPlanPath = (profile: string, name: string): string => `${folderOf(profile)}/${name}.plan`;

/** True for a plan that a user can still decide on. */
export const isWaiting = ({state, expires}: {readonly state: string; readonly expires: string}, now: number): boolean =>
  state === 'waiting' && Date.parse(expires) >= now;
