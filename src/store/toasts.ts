/** Short messages that come and go. */
import type {Clock} from './clock.ts';
import {type Named, named, type Trace} from './named.ts';
import type {Toast} from './types.ts';

/** Milliseconds; bad news stay readable for longer. */
const shownFor: Readonly<Record<Toast['tone'], number>> = {plain: 4000, ok: 4000, attention: 8000, failed: 12_000};
const atMost = 5;
/** Said within so many milliseconds it is one answer. */
const AT_ONCE = 100;

export class Toasts {
  readonly source: Named<readonly Toast[]>;
  readonly #clock: Clock;
  #next = 1;

  constructor(clock: Clock, trace: Trace | undefined) {
    this.#clock = clock;
    this.source = named<readonly Toast[]>('toasts', [], {trace});
  }

  /** @param here it answers a key, and means nothing where another view is shown. */
  say(text: string, tone: Toast['tone'] = 'plain', here?: true): void {
    const toast: Toast = {id: this.#next++, tone, text, at: this.#clock.monotonic(), ...(here && {here})};
    // Said again while it is still shown: once is enough.
    const others = this.source.get().filter(other => other.text !== text);
    this.source.become('said', [...others, toast].slice(-atMost));
    this.#clock.schedule(shownFor[tone], () => this.#pass(toast));
  }

  /** Another view is shown: takes away what answered a key in the one before, and news there was time to read. */
  hush(): void {
    const now = this.source.get();
    const readable = this.#clock.monotonic() - shownFor.plain;
    const kept = now.filter(({here, at}) => here !== true && at > readable);
    if (kept.length < now.length) this.source.become('hushed', kept);
  }

  /** A dialog opens, over which messages lie: takes away what answered a key before, and news once there was time to read it. */
  giveWay(): void {
    const now = this.#clock.monotonic();
    for (const toast of this.source.get()) {
      const {here, at} = toast;
      // What opens the dialog may have something to say of it.
      if (now - at < AT_ONCE) continue;
      if (here || now - at >= shownFor.plain) this.#pass(toast);
      else this.#clock.schedule(at + shownFor.plain - now, () => this.#pass(toast));
    }
  }

  #pass(toast: Toast): void {
    const kept = this.source.get().filter(other => other !== toast);
    if (kept.length < this.source.get().length) this.source.become('passed', kept);
  }
}
