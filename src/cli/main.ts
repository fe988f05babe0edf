/** The commands for scripts. */

/** @returns the exit code: 0 done, 1 failed, 2 a command line that makes no sense */
export async function runCommand(argv: readonly string[]): Promise<number> {
  console.error(`skydeck: there is no command ${argv[0]} yet`);
  return 2;
}
