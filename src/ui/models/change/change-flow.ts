/** A change through its four steps: form, preview, sending, outcome. */
import {createStore, type StoreApi} from 'zustand/vanilla';
import type {Tone} from '../../../families/format/cells.ts';
import {countInSentence} from '../../../families/format/nouns.ts';
import type {Layer} from '../../../keymap/layer.ts';
import {type BatchPlan, isUnsent, sentResults} from '../../../store/changes/batch/batch-plan.ts';
import {type BatchStatus, isWaitingForUser} from '../../../store/changes/batch/batch-run.ts';
import type {ChangeResult} from '../../../store/changes/batch/change-result.ts';
import type {ChangeState, Step} from '../../../store/changes/change.ts';
import type {Session} from '../../../store/session/session.ts';
import type {OverlayModel} from '../../context/overlay-stack.ts';
import type {ChangePrompt} from '../../context/prompt-types.ts';
import {ChangeForm, type ChangeFormHost, draftSource, type FormSource, type FormState} from './change-form.ts';
import {ChangeOutcomeModel, type OutcomeHost, type OutcomeState} from './change-outcome.ts';
import {ChangePreview, type PreviewHost, type PreviewState} from './change-preview.ts';
import {changeQuestion} from './change-question.ts';
import {changeName, changeSubject, objectLabel, type SubjectNames} from './change-subject.ts';
import {openEntry} from './entry-form.ts';
import {followUpWords} from './followup-action.ts';

/** The parts of the console that a change needs. */
export interface ChangeHost extends ChangeFormHost, PreviewHost, OutcomeHost, SubjectNames {
  readonly keymap: OutcomeHost['keymap'];
  readonly session: PreviewHost['session'] & OutcomeHost['session'] & Pick<Session, 'account' | 'dismissForDialog'>;
  /** Opens all fields in the user's editor. */
  editPlan(plan: BatchPlan): Promise<void>;
  /** Moves the cursor of the list to the created resource. */
  moveToCreated(plan: BatchPlan): void;
  /** Opens the four steps of another change, or the result of this one again. */
  openChange(plan: BatchPlan, options?: {hasForm?: boolean}): void;
}

/** The visible part of a change. */
export type VisibleStep = 'form' | 'preview' | 'outcome';

export interface ChangeFlowState {
  readonly step: Step;
  readonly isSending: boolean;
  readonly change: ChangeState;
  readonly results: readonly ChangeResult[];
  readonly status: BatchStatus;
  readonly form: FormState;
  readonly preview: PreviewState;
  readonly outcome: OutcomeState;
}

const stepWords: Readonly<Record<Step, string>> = {form: '', preview: '', sending: 'sending', outcome: 'result'};

export class ChangeFlow implements OverlayModel {
  readonly kind = 'change';
  readonly plan: BatchPlan;
  readonly form: ChangeForm;
  readonly preview: ChangePreview;
  readonly outcome: ChangeOutcomeModel;
  readonly store: StoreApi<ChangeFlowState>;
  readonly prompt: ChangePrompt;
  readonly #host: ChangeHost;
  readonly #close: () => void;
  readonly #hasForm: boolean;
  /** True if the user saw the form: the preview then returns to it. */
  #isFormSeen: boolean;
  /** True after the user left during sending. */
  #isLeft = false;
  readonly #stops: readonly (() => void)[];
  #stopStatus: () => void;

  /** @param hasForm true if the preview can return to a form */
  constructor(host: ChangeHost, plan: BatchPlan, hasForm: boolean, close: () => void) {
    this.plan = plan;
    this.#host = host;
    this.#close = close;
    this.#hasForm = hasForm;
    // A title without an ellipsis promises that no form opens: optional fields keep their defaults, and `e` opens the
    // form. If all values are derived from the picked resource, the form has no fields.
    const isFormSkipped = !plan.title.endsWith('…') || plan.fields().length === 0;
    const previewReady = hasForm && plan.state().step === 'form' && isFormSkipped ? plan.toPreview() : undefined;
    this.#isFormSeen = hasForm && previewReady === undefined;
    this.form = new ChangeForm(host, this.#formSource());
    this.preview = new ChangePreview(host, plan, {
      send: () => this.send(),
      close,
      back: () => (this.#isFormSeen ? this.openForm() : close()),
      hasForm: () => this.hasForm(),
      openForm: () => this.openForm(),
    });
    this.outcome = new ChangeOutcomeModel(host, plan, {
      close,
      retry: () => this.#run(() => plan.retry()),
      openNext(next) {
        close();
        host.openChange(next);
      },
    });
    this.store = createStore<ChangeFlowState>(() => ({
      step: plan.state().step,
      isSending: false,
      change: plan.state(),
      results: plan.results.getState(),
      status: plan.run.status.getState(),
      form: this.form.store.getState(),
      preview: this.preview.store.getState(),
      outcome: this.outcome.store.getState(),
    }));
    this.#stops = this.#follow();
    this.#stopStatus = plan.run.status.subscribe(() => this.#refresh());
    this.prompt = this.#createPrompt(previewReady);
  }

  readonly layers = (): readonly Layer[] => this[this.visibleStep()].layers();
  readonly tone = (): Tone => (this.plan.confirmText() === undefined ? 'accent' : 'failed');

  readonly hasUnsavedInput = (): boolean => {
    const {step} = this.store.getState();
    return step === 'form' || step === 'preview';
  };

  readonly title = (): string => {
    const {step, isSending} = this.store.getState();
    if (step === 'preview' && !isSending) return changeQuestion(this.plan, objectLabel(this.#host, this.plan));
    const text = stepWords[step];
    return text === '' || isSending
      ? changeSubject(this.#host, this.plan)
      : `${changeSubject(this.#host, this.plan)} · ${text}`;
  };

  readonly onClosed = (): void => {
    for (const stop of this.#stops) stop();
    this.#stopStatus();
    this.form.dispose();
    this.#isLeft = true;
    // A running plan continues in the background; a plan that waits for the user, now or later, would wait forever.
    const stopWaiting = (): void => {
      if (isWaitingForUser(this.plan.run.status.getState())) this.plan.run.stop();
    };
    this.#stopStatus = this.plan.run.status.subscribe(stopWaiting);
    stopWaiting();
    if (!this.store.getState().isSending) this.plan.close();
  };

  /** With several changes, the outcome of the first change is not the end. */
  visibleStep(): VisibleStep {
    const {step, isSending} = this.store.getState();
    if (isSending) return 'outcome';
    return step === 'form' || step === 'preview' ? step : 'outcome';
  }

  /** A form may have no fields: a config to boot is chosen only if the instance has several. */
  hasForm(): boolean {
    return this.#hasForm && this.plan.fields().length > 0;
  }

  openForm(): void {
    this.#isFormSeen = true;
    for (const change of this.plan.changes) change.back();
  }

  send(): Promise<void> {
    return this.#run(() => this.plan.send());
  }

  #createPrompt(previewReady: Promise<void> | undefined): ChangePrompt {
    const hasForm = (): boolean => this.hasForm();
    return {
      kind: 'change',
      title: () => changeSubject(this.#host, this.plan),
      plan: this.plan,
      previewReady,
      get hasForm() {
        return hasForm();
      },
      toForm: () => this.openForm(),
      send: () => this.send(),
    };
  }

  #formSource(): FormSource {
    const {plan} = this;
    const host = this.#host;
    const source: FormSource = {
      layer: 'form',
      button: 'Preview',
      fields: () => plan.fields(),
      problems: () => plan.problems(),
      note: () => plan.note(),
      set: (path, value) => plan.set(path, value),
      checkEntry: path => plan.lead.checkEntry(path),
      submit: () => plan.toPreview(),
      async editAll() {
        if (plan.changes.length === 1) await host.editPlan(plan);
        else host.say('several at once are changed in the form: the editor takes one', 'attention');
      },
      close: this.#close,
      subscribe: listener => plan.lead.subscribe(listener),
      draft: draftSource(plan.lead, () => host.session.account.getState().recentChanges.records),
      openEntry: entry => openEntry(host, source, entry),
    };
    return source;
  }

  #follow(): readonly (() => void)[] {
    const {plan, store} = this;
    return [
      plan.lead.subscribe(() => this.#onChange()),
      // A plan with different changes may show another one after the row of its first change was deleted.
      plan.results.subscribe(() => this.#onChange()),
      this.#host.session.account.subscribe(
        state => state.operations,
        () => {
          if (store.getState().isSending) this.#refresh();
        },
      ),
      this.form.store.subscribe(form => store.setState({form})),
      this.preview.store.subscribe(preview => store.setState({preview})),
      this.outcome.store.subscribe(outcome => store.setState({outcome})),
    ];
  }

  #onChange(): void {
    const {step, isSending} = this.store.getState();
    const next = this.plan.state().step;
    if (!isSending && next !== step) {
      if (next === 'preview') this.preview.reset();
      this.store.setState({step: next});
    }
    this.#refresh();
  }

  #refresh(): void {
    const {plan} = this;
    this.store.setState({change: plan.state(), results: plan.results.getState(), status: plan.run.status.getState()});
  }

  async #run(work: () => Promise<void>): Promise<void> {
    // The refusal of an earlier attempt must not stand beside the result of this one.
    this.#host.session.dismissForDialog();
    this.store.setState({isSending: true});
    const [end] = await Promise.allSettled([work()]);
    this.store.setState({isSending: false, step: this.plan.state().step});
    if (end.status === 'rejected' || isUnsent(this.plan)) {
      // A conflict was found before the first request, and the preview stays.
      if (this.#isLeft) this.plan.close();
    } else if (this.#isLeft) this.#finishUnattended();
    else this.#finish();
    this.#refresh();
    // The dispatcher of keys shows why it failed.
    if (end.status === 'rejected') throw end.reason;
  }

  /** Shows a success in the row, and a refusal in its form; other results stay open for reading. */
  #finish(): void {
    const results = sentResults(this.plan);
    const failed = results.filter(({state}) => state !== 'ok');
    if (failed.length === 0) this.#host.moveToCreated(this.plan);
    if (results.some(({revealed}) => revealed.length > 0)) this.store.setState({step: 'outcome'});
    else if (failed.length === 0) {
      this.#close();
      this.#reportSuccess(results);
    } else if (this.store.getState().step === 'form') this.#host.say(failed[0]?.message ?? 'refused', 'failed');
    else this.store.setState({step: 'outcome'});
  }

  #reportSuccess(results: readonly ChangeResult[]): void {
    const unrecorded = results.filter(({isUnrecorded}) => isUnrecorded).length;
    const tone = unrecorded === 0 ? 'ok' : 'attention';
    const note = unrecorded === 0 ? '' : `; ${unrecorded} are not in the change log`;
    const many = `${changeName(this.plan)}: accepted for ${countInSentence(results.length, this.plan.family)}${note}`;
    this.#host.say(results.length === 1 ? this.#resultWords(results[0]) : many, tone);
  }

  /** After the user left, a toast reports the result. Values that only the response contains are shown in any case. */
  #finishUnattended(): void {
    const {plan} = this;
    this.#stopStatus();
    const results = sentResults(this.plan);
    if (results.some(({revealed}) => revealed.length > 0)) {
      this.#host.openChange(plan, {hasForm: false});
      return;
    }
    const failed = results.filter(({state}) => state !== 'ok');
    const tone = failed.length === 0 ? 'ok' : failed.some(({state}) => state === 'failed') ? 'failed' : 'attention';
    const name = changeName(this.plan);
    if (results.length === 1) this.#host.say(this.#resultWords(results[0]), tone);
    else if (plan.run.status.getState() === 'stopped' && plan.run.isJournaled()) {
      const rest = results.filter(({state}) => state === 'waiting').length;
      const message = `stopped, ${rest} of ${results.length} remaining. Type :resume to continue.`;
      this.#host.say(`${name}: ${message}`, 'attention');
    } else {
      const count = countInSentence(results.length, plan.family);
      this.#host.say(`${name}: ${results.length - failed.length} of ${count}`, tone);
    }
    plan.close();
  }

  #resultWords(result: ChangeResult | undefined): string {
    const followUp = followUpWords(this.#host, this.plan);
    return [result?.message || `${changeName(this.plan)}: done`, followUp].filter(Boolean).join('; ');
  }
}
