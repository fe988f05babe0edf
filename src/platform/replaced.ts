/** The program as it is on disk, when it is not the one that runs any more. */

/**
 * A part that is loaded when it is needed is gone, or does not fit: the program was updated since it was started. No defect
 * of either.
 */
export const isReplaced = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === 'ERR_MODULE_NOT_FOUND') ||
    (error instanceof SyntaxError && /does not provide an export named/.test(error.message)));

export const replacedWords = 'Skydeck was updated on disk while it ran: leave it and start it again';
