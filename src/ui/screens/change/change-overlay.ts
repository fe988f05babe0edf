/** One overlay through the four steps of a change: form, preview, sending, outcome. */

import {withoutEllipsis} from '../../../families/format/format.ts';
import {countInSentence} from '../../../families/format/nouns.ts';
import type {Step} from '../../../store/changes/change.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import {openPainted} from '../../models/painted-overlay.ts';
import type {BatchPlan} from './batch/batch-plan.ts';
import {isWaitingForUser} from './batch/batch-run.ts';
import type {ChangeResult} from './batch/result-lines.ts';
import {changeQuestion} from './change-question.ts';
import {moveToCreated} from './created-row.ts';
import {followUpWords} from './followup-action.ts';
import {editPlan} from './form/edit-plan.ts';
import {openEntry} from './form/entry-form.ts';
import {type FormModel, formView, type StepView} from './form/form-step.ts';
import {outcomeView} from './outcome-step.ts';
import {previewView} from './preview-step.ts';
import {parentLabel} from './target/parent-label.ts';

const words: Readonly<Record<Step, string>> = {form: '', preview: '', sending: 'sending', outcome: 'result'};

/** @param hasForm true if the preview can return to a form */
export function openChange(context: ConsoleContext, plan: BatchPlan, hasForm = plan.state().step === 'form'): void {
  const {lead, family} = plan;
  // A title without an ellipsis promises no form: optional fields keep their defaults, and `e` opens them. If all
  // values follow from the picked resource, there is nothing to ask for.
  const unasked = !plan.title.endsWith('…') || plan.fields().length === 0;
  const passing = hasForm && plan.state().step === 'form' && unasked ? plan.toPreview() : undefined;
  let formSeen = hasForm && passing === undefined;
  const name = withoutEllipsis(plan.title);
  let sending = false;
  let left = false;
  let step: Step = plan.state().step;
  const host = {
    repaint: () => overlay.repaint(),
    resize: () => overlay.repaint(),
    close: () => overlay.close(),
    back() {
      if (formSeen) host.options();
      else overlay.close();
    },
    /** A form may have no field: a config to boot is chosen only if there are several. */
    get hasOptions() {
      return hasForm && plan.fields().length > 0;
    },
    options() {
      formSeen = true;
      for (const change of plan.changes) change.back();
    },
    send: () => void send(() => plan.send()),
    retry: () => void send(() => plan.retry()),
    goOn(next: BatchPlan) {
      overlay.close();
      openChange(context, next);
    },
  };
  const model: FormModel = {
    layer: 'form',
    button: 'Preview',
    fields: () => plan.fields(),
    problems: () => plan.problems(),
    set: (path, value) => plan.set(path, value),
    submit: () => void plan.toPreview(),
    async editor() {
      if (plan.changes.length === 1) await editPlan(context, plan);
      else context.say('several at once are changed in the form: the editor takes one', 'attention');
    },
    changed: listener => lead.subscribe(listener),
    draft: {at: () => lead.get().draftedAt, throwAway: () => lead.reset()},
    open: (...opening) => openEntry(context, model, ...opening),
  };
  const form = formView(context, model, host);
  const outcome = outcomeView(context, plan, host);
  let preview = previewView(context, plan, host);
  const view = (): StepView => {
    // With several changes, the outcome of the first one is not the end.
    if (sending) return outcome;
    return step === 'form' ? form : step === 'preview' ? preview : outcome;
  };

  async function send(work: () => Promise<void>): Promise<void> {
    sending = true;
    overlay.repaint();
    await work();
    sending = false;
    step = plan.state().step;
    finish();
  }

  const wordsOf = (result: ChangeResult | undefined): string =>
    [result?.words || `${name}: done`, followUpWords(context, plan)].filter(Boolean).join('; ');

  /** A success shows in the row; a refusal returns to its form; other results stay to be read. */
  function finish(): void {
    // Rows that already had the values were left alone, as the preview said.
    const results = plan.results.get().filter(({state}) => state !== 'skipped');
    const failed = results.filter(({state}) => state !== 'ok');
    // After the user left during sending, a toast reports the result; values that only the response holds are shown
    // anyway.
    if (left) {
      stopPace();
      if (results.some(({revealed}) => revealed.length > 0)) {
        openChange(context, plan, false);
        return;
      }
      const [first] = results;
      const tone = failed.length === 0 ? 'ok' : failed.some(({state}) => state === 'failed') ? 'failed' : 'attention';
      if (results.length === 1) context.say(wordsOf(first), tone);
      else if (plan.status.get() === 'stopped' && plan.isJournaled()) {
        const rest = results.filter(({state}) => state === 'waiting').length;
        context.say(`${name}: stopped, ${rest} of ${results.length} remaining. Type :resume to continue.`, 'attention');
      } else
        context.say(`${name}: ${results.length - failed.length} of ${countInSentence(results.length, family)}`, tone);
      plan.close();
      return;
    }
    if (failed.length === 0) moveToCreated(context, family, plan);
    if (results.some(({revealed}) => revealed.length > 0)) {
      step = 'outcome';
      overlay.repaint();
      return;
    }
    if (failed.length === 0) {
      overlay.close();
      const [first] = results;
      const unkept = results.filter(({isUnrecorded}) => isUnrecorded).length;
      const tone = unkept === 0 ? 'ok' : 'attention';
      const kept = unkept === 0 ? '' : `; ${unkept} are not in the change log`;
      if (results.length === 1) context.say(wordsOf(first), tone);
      else context.say(`${name}: accepted for ${countInSentence(results.length, family)}${kept}`, tone);
      return;
    }
    if (step === 'form') context.say(failed[0]?.words ?? 'refused', 'failed');
    else step = 'outcome';
    overlay.repaint();
  }

  /** The label of the changed resource; undefined if it is several or a new one without a parent. */
  const objectLabel = (): string | undefined => {
    const {row} = lead;
    if (plan.changes.length > 1) return undefined;
    // The only row of a list is named by its parent: the grants of a user.
    const parent = row === undefined || family.single ? parentLabel(context, family, plan.params) : undefined;
    return parent ?? (row === undefined ? undefined : family.label(row));
  };
  const title = (): string => {
    if (plan.about !== undefined) return `${name}: ${plan.about}`;
    if (plan.changes.length > 1) return `${name}: ${countInSentence(plan.changes.length, family)}`;
    const what = objectLabel();
    return what === undefined ? name : `${name}: ${what}`;
  };
  const stop = lead.subscribe(() => {
    const next = plan.state().step;
    if (!sending && next !== step) {
      step = next;
      if (next === 'preview') preview = previewView(context, plan, host);
    }
    overlay.repaint();
  });
  const stopResults = plan.results.subscribe(() => overlay.repaint());
  const leaveRest = (): void => {
    if (isWaitingForUser(plan.status.get())) plan.stop();
  };
  let stopPace = plan.status.subscribe(() => overlay.repaint());
  const stopMoving = context.session.account.subscribe(
    state => state.operations,
    () => sending && overlay.repaint(),
  );
  const overlay = openPainted(context, {
    prompt: {
      kind: 'change',
      title,
      plan,
      previewReady: passing,
      get hasForm() {
        return host.hasOptions;
      },
      toForm: () => host.options(),
      send: () => send(() => plan.send()),
    },
    title() {
      if (step === 'preview' && !sending) return changeQuestion(plan, objectLabel());
      return words[step] === '' || sending ? title() : `${title()} ${context.skin().symbol('dot')} ${words[step]}`;
    },
    size: (columns, rows) => {
      const wide = Math.min(columns - 6, 96);
      return {columns: wide, rows: Math.min(rows - 4, Math.max(view().rows(wide), 5))};
    },
    paint: (columns, rows) => view().paint(columns, rows),
    layers: () => view().layers(),
    tone: () => (plan.typing() === undefined ? 'accent' : 'failed'),
    hasUnsavedInput: () => step === 'form' || step === 'preview',
    onClosed() {
      stop();
      stopResults();
      stopPace();
      stopMoving();
      left = true;
      // A running plan continues in the background; one that waits for the user, now or later, would wait forever.
      stopPace = plan.status.subscribe(leaveRest);
      leaveRest();
      if (!sending) plan.close();
    },
  });
}
