/** Where events cannot be read, only reading again tells what changed: lists that are not too long, and only what is on screen. */
import type {Clock} from './clock.ts';
import type {LiveCollection} from './collection.ts';

const every = 60_000;
const pagesAtMost = 5;

export interface BlindHost {
  readonly clock: Clock;
  looking(): boolean;
  collections(): Iterable<LiveCollection>;
}

export class Blind {
  readonly #host: BlindHost;
  #isBlind = false;
  #due: (() => void) | undefined;

  constructor(host: BlindHost) {
    this.#host = host;
  }

  get isBlind(): boolean {
    return this.#isBlind;
  }

  begin(): void {
    this.#isBlind = true;
    this.#due ??= this.#host.clock.schedule(every, () => this.#read());
  }

  /** Events were read. */
  end(): void {
    this.#isBlind = false;
  }

  /** Nobody listens any more. */
  sleep(): void {
    this.#due?.();
    this.#due = undefined;
  }

  #read(): void {
    this.#due = undefined;
    if (!this.#isBlind) return;
    for (const collection of this.#host.collections())
      if (collection.watched && collection.pages <= pagesAtMost && this.#host.looking())
        void collection.read('background');
    this.begin();
  }
}
