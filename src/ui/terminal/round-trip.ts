/** How long a byte is on its way to the terminal and back: asked of the terminal itself, which answers at once. */

/** "Are you there?", which every terminal since the VT100 answers with `ESC [ 0 n`, and a multiplexer for itself. */
const ASK = '\x1b[5n';

export class RoundTrip {
  readonly #send: (bytes: string) => void;
  readonly #now: () => number;
  #asked: {readonly at: number; readonly tell: (milliseconds: number) => void} | undefined;

  constructor(send: (bytes: string) => void, now: () => number = () => performance.now()) {
    this.#send = send;
    this.#now = now;
  }

  /** Calls back with milliseconds when the terminal answers; never, when it does not. A second question replaces the first. */
  ask(tell: (milliseconds: number) => void): void {
    this.#asked = {at: this.#now(), tell};
    this.#send(ASK);
  }

  /** The terminal answered. */
  answered(): void {
    const asked = this.#asked;
    this.#asked = undefined;
    asked?.tell(this.#now() - asked.at);
  }
}
