/** The console's hold on its terminal: taken at the start, lent to child processes, released at the end. */

import type {TmuxCopy} from '../../../platform/process/tmux.ts';
import type {TerminalContextValue} from '../ink/terminal-context.ts';
import type {Keyboard} from '../input/keyboard.ts';
import type {Compositor} from '../output/compositor.ts';
import type {Capabilities} from './capabilities.ts';
import {type CopyOutcome, clipboardBytes, MAX_CLIPBOARD_BYTES} from './clipboard.ts';
import {notifyBytes} from './desktop-notification.ts';
import type {RoundTrip} from './round-trip.ts';
import {jobControl, runSuspended, type Suspend, type SuspendHost, type TerminalHolder} from './suspend.ts';
import {restoreTitle, saveTitle, titleBytes} from './window-title.ts';

export interface TerminalLeaseOptions {
  readonly compositor: Compositor;
  readonly keyboard: Keyboard;
  readonly capabilities: Capabilities;
  readonly host: SuspendHost;
  /** The console's own queries to the terminal. */
  readonly roundTrip: Pick<RoundTrip, 'hold' | 'release'>;
  readonly hasMouse: boolean;
  readonly hasFocusReports: boolean;
  /** Loads text into the buffer of the surrounding tmux; undefined after a failure. */
  readonly loadTmuxBuffer: (text: string) => Promise<TmuxCopy | undefined>;
}

const PASTE = '2004';
const FOCUS = '1004';
const MOUSE = ['1000', '1006'];

export class TerminalLease implements TerminalHolder {
  readonly #options: TerminalLeaseOptions;
  readonly #modes: readonly string[];
  #isTitled = false;
  #job: {stop(): void; end(): void} | undefined;
  #isEnded = false;
  /** Settles when the last program that had the terminal has returned it. */
  #lent: Promise<unknown> = Promise.resolve();

  constructor(options: TerminalLeaseOptions) {
    this.#options = options;
    this.#modes = [PASTE, ...(options.hasFocusReports ? [FOCUS] : []), ...(options.hasMouse ? MOUSE : [])];
  }

  acquire(): void {
    if (this.#isEnded) return;
    this.#options.keyboard.start();
    this.#options.compositor.control(this.#modes.map(mode => `\x1b[?${mode}h`).join(''));
  }

  release(): void {
    this.#options.keyboard.stop();
    this.#options.compositor.control(this.#modes.map(mode => `\x1b[?${mode}l`).join(''));
  }

  /** Restores the terminal permanently; safe to call twice, and from an exit handler. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const {compositor, keyboard} = this.#options;
    keyboard.stop();
    if (this.#isTitled) compositor.control(restoreTitle);
    compositor.restore();
  }

  /**
   * While the console is mounted, SIGTSTP stops it with the terminal restored. Returns the function that removes the
   * handler.
   */
  attachInk(suspendTerminal: Suspend): () => void {
    const job = jobControl(
      child => this.#lend(suspendTerminal, child),
      () => this.#renew(),
      this.#options.host,
    );
    this.#job = job;
    // A window that was made smaller and larger again before the program ran has its earlier size: no `resize` arrives,
    // and cells are lost.
    const {compositor, host} = this.#options;
    const onResize = (): void => compositor.invalidate();
    host.on('SIGWINCH', onResize);
    return () => {
      host.off('SIGWINCH', onResize);
      job.end();
    };
  }

  /** One program at a time, and never while an answer is due, which the child would read as typed. */
  #lend<T>(suspendTerminal: Suspend, child: () => T | Promise<T>): Promise<T> {
    const {roundTrip} = this.#options;
    const lent = this.#lent.then(async () => {
      await roundTrip.hold();
      try {
        return await runSuspended(suspendTerminal, this, child);
      } finally {
        roundTrip.release();
      }
    });
    this.#lent = lent.catch(() => undefined);
    return lent;
  }

  #renew(): void {
    if (!this.#options.keyboard.isReading) return;
    this.#options.keyboard.stop();
    this.#options.keyboard.start();
    this.#options.compositor.renew();
  }

  /** Copies with confirmation if possible. */
  async #copy(text: string): Promise<CopyOutcome> {
    const {compositor, capabilities, loadTmuxBuffer} = this.#options;
    const bytes = clipboardBytes(text, capabilities.multiplexer);
    if (bytes === undefined) return {result: 'too-large', limit: MAX_CLIPBOARD_BYTES};
    const loaded = capabilities.isInsideTmux ? await loadTmuxBuffer(text) : undefined;
    if (loaded === 'clipboard') return {result: 'copied', isRelayed: true};
    if (!this.#isEnded) compositor.control(bytes);
    return loaded === 'buffer'
      ? {result: 'copied', isRelayed: false}
      : {result: 'sent', through: capabilities.multiplexer};
  }

  context(suspendTerminal: Suspend): TerminalContextValue {
    const {compositor, keyboard, capabilities} = this.#options;
    return {
      compositor,
      colors: capabilities.colors,
      hasUnicode: capabilities.hasUnicode,
      onStroke: listener => keyboard.onStroke(listener),
      batch: work => compositor.batch(work),
      runSuspended: child => this.#lend(suspendTerminal, child),
      stop: () => this.#job?.stop(),
      copy: text => this.#copy(text),
      setTitle: title => {
        if (!this.#isTitled) compositor.control(saveTitle);
        this.#isTitled = true;
        compositor.control(titleBytes(title));
      },
      bell: () => compositor.control('\x07'),
      notify: text => compositor.control(notifyBytes(text, capabilities.notifier, capabilities.multiplexer)),
    };
  }
}
