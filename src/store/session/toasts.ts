/** Short messages with a time limit, and their log. */
import type {Clock} from '../core/clock.ts';
import type {AccountWriter} from './account-state.ts';
import type {Message, Toast, ToastOptions} from './toast.ts';

/** The display time, milliseconds; failures are shown longer. */
const visibleMs: Readonly<Record<Toast['tone'], number>> = {plain: 4000, ok: 4000, attention: 8000, failed: 12_000};

const maxToasts = 5;

const maxMessages = 200;

/** Messages within this time count as one response, milliseconds. */
const SAME_ANSWER_MS = 100;

export class Toasts {
  readonly #clock: Clock;
  readonly #account: AccountWriter;
  #next = 1;

  constructor(clock: Clock, account: AccountWriter) {
    this.#clock = clock;
    this.#account = account;
  }

  get #shown(): readonly Toast[] {
    return this.#account.getState().toasts;
  }

  get #messages(): readonly Message[] {
    return this.#account.getState().messages;
  }

  show(text: string, tone: Toast['tone'] = 'plain', {isKeyResponse = false}: ToastOptions = {}): void {
    const toast: Toast = {
      id: this.#next++,
      tone,
      text,
      at: this.#clock.monotonic(),
      ...(isKeyResponse && {isKeyResponse}),
    };
    this.#log({tone, text, at: this.#clock.now()}, this.#messages);
    // A message that is repeated while it is shown appears only once.
    const others = this.#shown.filter(other => other.text !== text);
    this.#account.update('toasts', 'showToast', [...others, toast].slice(-maxToasts));
    this.#clock.schedule(visibleMs[tone], () => this.#remove(toast));
  }

  /** Logs a failure that is shown elsewhere, where a narrow screen cuts it off. Each retry moves it to the end. */
  record(text: string): void {
    const others = this.#messages.filter(other => other.text !== text);
    this.#log({tone: 'failed', text, at: this.#clock.now()}, others);
  }

  #log(message: Message, others: readonly Message[]): void {
    this.#account.update('messages', 'addMessage', [...others, message].slice(-maxMessages));
  }

  /** Removes responses to keys of the previous view, and messages whose minimum time has passed. */
  dismissSeen(): void {
    const now = this.#shown;
    const readable = this.#clock.monotonic() - visibleMs.plain;
    const remaining = now.filter(({isKeyResponse, at}) => !isKeyResponse && at > readable);
    if (remaining.length < now.length) this.#account.update('toasts', 'dismissToasts', remaining);
  }

  /**
   * Removes responses to keys before a dialog opens below the messages, and other messages when their minimum time has
   * passed.
   */
  dismissForDialog(): void {
    const now = this.#clock.monotonic();
    for (const toast of this.#shown) {
      const {isKeyResponse, at} = toast;
      // The action that opens the dialog may have added this message for it.
      if (now - at < SAME_ANSWER_MS) continue;
      if (isKeyResponse || now - at >= visibleMs.plain) this.#remove(toast);
      else this.#clock.schedule(at + visibleMs.plain - now, () => this.#remove(toast));
    }
  }

  #remove(toast: Toast): void {
    const remaining = this.#shown.filter(other => other !== toast);
    if (remaining.length < this.#shown.length) this.#account.update('toasts', 'removeToast', remaining);
  }
}
