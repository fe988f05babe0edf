/** Errors of commands that are not about the API. */

/** A command line that can't be executed; exit code 2. */
export class UsageError extends Error {}

/** The resource of the line doesn't exist; exit code 1. */
export class NotFoundError extends Error {}
