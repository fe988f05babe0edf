/** A plan that can't be used, in words. */
export class PlanError extends Error {}
