/** Runs all steps of a generator at once, for callers that can wait. */
export function runToEnd<T>(work: Generator<void, T>): T {
  for (;;) {
    const {done: isDone, value} = work.next();
    if (isDone) return value;
  }
}
