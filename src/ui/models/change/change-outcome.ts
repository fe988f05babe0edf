/**
 * The outcome of a change: the API's response for each resource, and values that only the response contains. It stays
 * open until the user closes it.
 */
import {createStore, type StoreApi} from 'zustand/vanilla';
import {withoutEllipsis} from '../../../families/format/format.ts';
import {type Keymap, keyName, keyText} from '../../../keymap/keymap.ts';
import {createLayer, type ExtraBinding, type Layer} from '../../../keymap/layer.ts';
import type {BatchPlan} from '../../../store/changes/batch/batch-plan.ts';
import {isWaitingForUser} from '../../../store/changes/batch/batch-run.ts';
import type {ChangeResult} from '../../../store/changes/batch/change-result.ts';
import type {Toast} from '../../../store/session/toast.ts';
import {scrollLayer} from '../../widgets/scroll-keys.ts';
import {type FollowUpHost, followUpAction, followUpWords} from './followup-action.ts';

/**
 * A key that closes a secret which was neither shown nor copied counts only after this pause. A held key repeats faster,
 * also after its initial delay.
 */
const MIN_CLOSE_PAUSE_MS = 1000;

/** The services of the console that an outcome needs. */
export interface OutcomeHost extends FollowUpHost {
  readonly keymap: Pick<Keymap, 'actionKey' | 'keys'>;
  say(text: string, tone?: Toast['tone']): void;
  /** Shows why work failed. */
  fail(error: unknown): void;
  copyText(text: string, name: string): Promise<boolean>;
}

/** The steps that an outcome leads to. */
export interface OutcomeSteps {
  close(): void;
  /** Sends failed changes again. */
  retry(): void;
  /** Opens the follow-up change. */
  openNext(plan: BatchPlan): void;
}

export interface OutcomeState {
  /** The first visible line. */
  readonly top: number;
  /** True if secrets show. */
  readonly isRevealed: boolean;
  /** True if the QR code must still be scrolled into view: a camera can't read a part of a code. */
  readonly isCodeWanted: boolean;
  /** True if the secret was visible, or if a clipboard confirmed that it has the text. */
  readonly isSafe: boolean;
  /** True if the secret was sent to a clipboard. */
  readonly isCopied: boolean;
  /** True if the user was warned about closing before the secret was visible or copied. */
  readonly isWarned: boolean;
}

const INITIAL_STATE: OutcomeState = {
  top: 0,
  isRevealed: false,
  isCodeWanted: false,
  isSafe: false,
  isCopied: false,
  isWarned: false,
};

export class ChangeOutcomeModel {
  readonly store: StoreApi<OutcomeState> = createStore<OutcomeState>(() => INITIAL_STATE);
  readonly plan: BatchPlan;
  readonly #host: OutcomeHost;
  readonly #steps: OutcomeSteps;
  readonly #layers: readonly Layer[];
  /** The time of the last press that tried to close unseen secrets. */
  #triedAt = 0;
  #height = 1;
  #count = 0;

  constructor(host: OutcomeHost, plan: BatchPlan, steps: OutcomeSteps) {
    this.#host = host;
    this.plan = plan;
    this.#steps = steps;
    const scrolling = scrollLayer(
      by => this.#scrollTo(this.store.getState().top + by),
      () => this.#height,
    );
    this.#layers = [{...scrolling, isModal: true}, this.#createKeys()];
  }

  readonly layers = (): readonly Layer[] => this.#layers;

  #createKeys(): Layer {
    const {plan} = this;
    return createLayer(
      'outcome',
      {
        close: () => this.close(),
        pause: {
          run: () => (plan.run.status.getState() === 'running' ? plan.run.pause() : plan.run.resume()),
          isHidden: () => !this.isUnderWay(),
        },
        stop: {run: () => plan.run.stop(), isHidden: () => !this.isUnderWay()},
        retry: {run: () => this.#steps.retry(), isHidden: () => this.isUnderWay() || !this.#canRetry()},
        reveal: {run: () => this.toggleSecrets(), isHidden: () => !this.revealed().some(({secret}) => secret === true)},
        copy: {run: () => this.copy(), isHidden: () => this.revealed().length === 0},
      },
      {extras: () => this.#followUpKeys()},
    );
  }

  /** Reports that a QR code can't be drawn; its value is shown as text as well. */
  readonly reportFailure = (error: unknown): void => this.#host.fail(error);

  revealed(): ChangeResult['revealed'] {
    return this.plan.results.getState().flatMap(result => result.revealed);
  }

  /** True while the batch may send further requests, automatically or at the user's command. */
  isUnderWay(): boolean {
    const status = this.plan.run.status.getState();
    return this.plan.changes.length > 1 && (status === 'running' || isWaitingForUser(status));
  }

  /** The text about the follow-up change. */
  followUp(): string | undefined {
    return followUpWords(this.#host, this.plan);
  }

  /** The warning about secrets that would be lost; undefined before the user tries to close. */
  warning(): string | undefined {
    const {isWarned, isSafe, isCopied} = this.store.getState();
    if (!isWarned || isSafe) return undefined;
    const unseen = this.#unseenSecrets();
    const state = isCopied ? 'the copy was not confirmed' : 'not shown and not copied';
    const loss = `${unseen.length === 1 ? 'This value can’t' : 'These values can’t'} be shown again`;
    const {keymap} = this.#host;
    const [show, copy] = [keyText(keymap, 'outcome.reveal'), keyText(keymap, 'outcome.copy')];
    const closeKeys = keymap
      .keys('outcome', 'close')
      .map(key => keyName(key))
      .join(' or ');
    const ways = [show && `${show} to show`, copy && `${copy} to copy`].filter(Boolean).map(way => `${way}, `);
    const close = `${ways.length > 0 ? 'or ' : ''}${closeKeys} again after a second to close`;
    return `${unseen.join(' and ')}: ${state}. ${loss}. Press ${ways.join('')}${close}.`;
  }

  /** Warns about secrets that would be lost, and closes at a press after a pause: a held key must not lose them. */
  close(): void {
    if (this.#unseenSecrets().length === 0) {
      this.#steps.close();
      return;
    }
    const now = this.#host.clock.now();
    // After the clock was set back, too.
    const hasPaused = Math.abs(now - this.#triedAt) >= MIN_CLOSE_PAUSE_MS;
    this.#triedAt = now;
    if (this.store.getState().isWarned && hasPaused) this.#steps.close();
    else this.store.setState({isWarned: true, top: Number.MAX_SAFE_INTEGER});
  }

  toggleSecrets(): void {
    const isRevealed = !this.store.getState().isRevealed;
    this.store.setState({isRevealed, isCodeWanted: isRevealed, isSafe: true});
  }

  async copy(): Promise<void> {
    const revealed = this.revealed();
    const isConfirmed = await this.#host.copyText(
      revealed.map(({value}) => value).join('\n'),
      revealed.map(({title}) => title).join(' and '),
    );
    this.store.setState(({isSafe}) => ({isSafe: isSafe || isConfirmed, isCopied: true}));
  }

  /**
   * Called by the view with the number of lines, and the number of lines that fit.
   * @param codeLine the first line of the first QR code, if one is shown
   */
  setViewport(count: number, height: number, codeLine: number | undefined): void {
    this.#count = count;
    this.#height = height;
    const {isCodeWanted, top} = this.store.getState();
    const isCodeFound = isCodeWanted && codeLine !== undefined;
    if (isCodeFound) this.store.setState({isCodeWanted: false});
    this.#scrollTo(isCodeFound ? codeLine : top);
  }

  #scrollTo(line: number): void {
    const top = Math.max(0, Math.min(line, this.#count - this.#height));
    if (this.store.getState().top !== top) this.store.setState({top});
  }

  /** Secrets that the user would never see if the dialog closed now. */
  #unseenSecrets(): readonly string[] {
    if (this.store.getState().isSafe) return [];
    return this.revealed()
      .filter(({secret, kept}) => secret === true && kept !== true)
      .map(({title}) => title);
  }

  #canRetry(): boolean {
    const {changes, steps, results} = this.plan;
    return changes.length > 1 && steps === undefined && results.getState().some(({state}) => state === 'failed');
  }

  #followUpKeys(): readonly ExtraBinding[] {
    const followUp = followUpAction(this.#host, this.plan);
    if (followUp?.key === undefined) return [];
    const {key, title, unless} = followUp;
    const run = (): void => {
      const next = followUp.plan();
      if (next) this.#steps.openNext(next);
    };
    return [{keys: [key], title, help: `${withoutEllipsis(title)}: follows next.`, order: 0, unless, run}];
  }
}
