/** Parts that are closed together. */

/**
 * Runs the steps one after the other, also those after a step that fails.
 * @throws the first failure, when all steps have ended
 */
export async function closeAll(steps: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
