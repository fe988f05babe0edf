/** `skydeck emulator`: the account you can break, on a port. */

/** @returns the exit code, when the emulator has been stopped */
export async function runEmulator(_argv: readonly string[]): Promise<number> {
  console.error('skydeck: the emulator cannot be started from the command line yet');
  return 1;
}
