/** The program as it is on disk, when it is not the one that runs any more. */

const CODE = 'ERR_REPLACED';

/**
 * A part that is loaded when it is needed is gone, or is one of another build: the program was updated since it was
 * started. No defect of either.
 *
 * @param path of the part
 */
export const replaced = (path: string): Error =>
  Object.assign(new Error(`${path} is not of the build that runs`), {code: CODE});

export const isReplaced = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === CODE;

export const replacedWords = 'Skydeck was updated on disk while it ran: leave it and start it again';
