/** The preview of a change: its two buttons, the typed confirmation, and the scroll position. */
import {createStore, type StoreApi} from 'zustand/vanilla';
import {createLayer, type KeyStroke, type Layer} from '../../../keymap/layer.ts';
import type {BatchPlan} from '../../../store/changes/batch/batch-plan.ts';
import type {BatchLoad} from '../../../store/changes/preview/batch-duration.ts';
import {matchesConfirmation} from '../../../store/changes/preview/confirmation.ts';
import type {Preview} from '../../../store/changes/preview/preview-content.ts';
import {needsCare} from '../../../store/changes/preview/preview-facts.ts';
import type {Session} from '../../../store/session/session.ts';
import type {Toast} from '../../../store/session/toast.ts';
import type {ConsoleProfile} from '../../context/console-types.ts';
import {scrollLayer} from '../../widgets/scroll-keys.ts';
import {editLine, type InputLine, inputLine} from '../../widgets/text-input.ts';
import {changeButton, changeVerb, checkingWords} from './change-question.ts';
import {objectLabel, type SubjectNames} from './change-subject.ts';

type ProfileFacts = Pick<ConsoleProfile, 'name' | 'production'>;

/** The services of the console that a preview needs. */
export interface PreviewHost extends SubjectNames {
  readonly profile: ProfileFacts;
  readonly session: Pick<Session, 'traffic' | 'limits'>;
  readonly clock: {now(): number};
  say(text: string, tone?: Toast['tone']): void;
  copyText(text: string, name: string): Promise<boolean>;
  saveText(name: string, text: string): Promise<void>;
}

/** The steps that a preview leads to. */
export interface PreviewSteps {
  /** Returns a promise that settles when the outcome is known. */
  send(): unknown;
  close(): void;
  /** Goes one step back: to the form, if the change has one. */
  back(): void;
  hasForm(): boolean;
  /** Opens the form, even if it was skipped. */
  openForm(): void;
}

/** A button that the user chose. */
interface ButtonChoice {
  readonly isSending: boolean;
  /** True if the risk was known at that time: a choice before that doesn't count. */
  readonly isRisky: boolean;
}

export interface PreviewState {
  /** The typed confirmation. */
  readonly line: InputLine;
  readonly choice: ButtonChoice | undefined;
  /** True after an attempt to send with another text than the expected one, until the text changes. */
  readonly isMismatch: boolean;
  /** The first visible line. */
  readonly top: number;
}

const INITIAL_STATE: PreviewState = {line: inputLine(), choice: undefined, isMismatch: false, top: 0};

/**
 * The rule for the initial focus: Cancel if the change destroys, interrupts, charges, opens access to others, or
 * overwrites values of another program, and in production; otherwise the action.
 */
function isHarmless({profile}: {readonly profile: Pick<ProfileFacts, 'production'>}, plan: BatchPlan): boolean {
  if (profile.production || plan.confirmText() !== undefined) return false;
  const previews = plan.steps ? plan.changes.map(change => change.getState().preview) : [plan.state().preview];
  return previews.every(preview => preview === undefined || !needsCare(preview));
}

export class ChangePreview {
  readonly store: StoreApi<PreviewState> = createStore<PreviewState>(() => INITIAL_STATE);
  readonly plan: BatchPlan;
  readonly #host: PreviewHost;
  readonly #steps: PreviewSteps;
  readonly #scrolling: Layer;
  readonly #keys: Layer;
  readonly #unarmed: Layer;
  #height = 1;
  #count = 0;

  constructor(host: PreviewHost, plan: BatchPlan, steps: PreviewSteps) {
    this.#host = host;
    this.plan = plan;
    this.#steps = steps;
    this.#scrolling = {
      ...scrollLayer(
        by => this.#scrollTo(this.store.getState().top + by),
        () => this.#height,
      ),
      isModal: true,
    };
    const copy = (): Promise<void> => this.copy();
    this.#keys = createLayer(
      'preview',
      {
        proceed: {run: () => this.proceed(), hintText: () => (this.isArmed() ? this.title().toLowerCase() : 'cancel')},
        switch: () => this.switchButton(),
        copy,
        back: () => steps.back(),
      },
      {isTyping: () => plan.confirmText() !== undefined, text: stroke => this.type(stroke)},
    );
    this.#unarmed = createLayer('unarmed', {
      copy,
      save: () => this.save(),
      yes: () => this.send(),
      options: {run: () => steps.openForm(), isHidden: () => !steps.hasForm()},
    });
  }

  layers(): readonly Layer[] {
    const isTyping = this.plan.confirmText() !== undefined;
    return isTyping ? [this.#scrolling, this.#keys] : [this.#scrolling, this.#unarmed, this.#keys];
  }

  get profile(): ProfileFacts {
    return this.#host.profile;
  }

  /** The label of the button that sends. */
  button(): string {
    const {lead} = this.plan;
    return changeButton(this.plan, lead.row && objectLabel(this.#host, this.plan));
  }

  title(): string {
    return changeVerb(this.plan);
  }

  /** The number of requests, and the rate limit that they use. */
  load({limitClass}: Preview): BatchLoad {
    const {session, clock} = this.#host;
    return {
      requests: this.plan.toSend().length,
      limitClass,
      limits: session.limits(),
      latencyMs: session.traffic().latency?.median,
      now: clock.now(),
    };
  }

  /** True if pressing enter sends the change. */
  isArmed(): boolean {
    const {choice} = this.store.getState();
    if (choice !== undefined && (choice.isRisky || !this.#isRisky())) return choice.isSending;
    return isHarmless(this.#host, this.plan);
  }

  isConfirmed(): boolean {
    const expected = this.plan.confirmText();
    return expected === undefined || matchesConfirmation(this.store.getState().line.text, expected);
  }

  proceed(): unknown {
    // A typing error in the label must not close the confirmation, because the next keys would act on the list.
    if (!this.isConfirmed() && this.store.getState().line.text !== '') this.store.setState({isMismatch: true});
    else if (this.isArmed()) return this.send();
    else {
      this.#steps.close();
      this.#host.say(`${this.title()}: canceled. Nothing was sent`);
    }
    return undefined;
  }

  /** Sends the change when all rows that it can apply to are known. */
  send(): unknown {
    const {preview} = this.plan.state();
    if (this.plan.steps !== undefined || preview === undefined || preview.checking === 0) return this.#steps.send();
    this.#host.say(`${checkingWords(preview, this.plan)} Nothing is sent yet.`, 'attention');
    return undefined;
  }

  switchButton(): void {
    this.#choose(!this.isArmed() && this.isConfirmed());
    if (!this.isConfirmed()) this.#host.say(`type ${this.plan.confirmText()} first`, 'attention');
  }

  /** Edits the typed confirmation; returns true if the key was an editing key. */
  type(stroke: KeyStroke): boolean {
    if (this.plan.confirmText() === undefined) return false;
    const line = editLine(this.store.getState().line, stroke);
    if (line === undefined) return false;
    this.store.setState({line, isMismatch: false});
    this.#choose(this.isConfirmed());
    return true;
  }

  async copy(): Promise<void> {
    const lines = await this.plan.curls();
    await this.#host.copyText(lines.join('\n'), lines.length > 1 ? `${lines.length} curl lines` : 'the curl line');
  }

  async save(): Promise<void> {
    const lines = await this.plan.curls();
    await this.#host.saveText('skydeck-request.sh', `${lines.join('\n')}\n`);
  }

  /** Called by the view with the number of lines, and the number of lines that fit. */
  setViewport(count: number, height: number): void {
    this.#count = count;
    this.#height = height;
    this.#scrollTo(this.store.getState().top);
  }

  /** Resets the state for a new preview. */
  reset(): void {
    this.store.setState(INITIAL_STATE);
  }

  #scrollTo(line: number): void {
    const top = Math.max(0, Math.min(line, this.#count - this.#height));
    if (this.store.getState().top !== top) this.store.setState({top});
  }

  #isRisky(): boolean {
    const {preview} = this.plan.state();
    return preview !== undefined && needsCare(preview);
  }

  #choose(isSending: boolean): void {
    this.store.setState({choice: {isSending, isRisky: this.#isRisky()}});
  }
}
