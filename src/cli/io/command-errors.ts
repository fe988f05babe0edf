/** Errors of commands that are not about the API. */

/** A command line that can't be carried out; exit code 2. */
export class UsageError extends Error {}

/** The resource on the line does not exist; exit code 1. */
export class NotFoundError extends Error {}
