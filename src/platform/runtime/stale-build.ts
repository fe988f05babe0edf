/** The program as it is on disk, when it is no longer the one that runs. */

/**
 * True when a part of the program that is loaded on demand is missing: Skydeck was updated since it started, and the
 * parts of another build have other names.
 */
export const isReplacedOnDisk = (error: unknown): boolean =>
  process.env.SKYDECK_BUILD !== undefined &&
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND';

export const replacedText = 'Skydeck was updated on disk. Quit and start it again';
