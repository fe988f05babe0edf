/** Does all steps of some work at once, for who can wait. */
export function runToEnd<T>(work: Generator<void, T>): T {
  for (;;) {
    const {done, value} = work.next();
    if (done) return value;
  }
}
