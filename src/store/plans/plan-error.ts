/** The reason why a plan can't be used. */
export class PlanError extends Error {}
