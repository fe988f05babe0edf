/** Does all steps of some work at once, for who can wait. */
export function runToEnd<T>(work: Generator<void, T>): T {
  for (;;) {
    const {done: isDone, value} = work.next();
    if (isDone) return value;
  }
}
