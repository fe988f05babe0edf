/** A change in words: form, preview, the same confirmation as on the screen, and the outcome. */

import {withoutEllipsis} from '../../families/format/format.ts';
import type {Family} from '../../families/shape/define-family.ts';
import {type BatchPlan, stepsToSend} from '../../store/changes/batch/batch-plan.ts';
import {isWaitingForUser} from '../../store/changes/batch/batch-run.ts';
import {noDifferenceText} from '../../store/changes/form/form.ts';
import {batchFacts, skippedRowText} from '../../store/changes/preview/batch-facts.ts';
import {matchesConfirmation} from '../../store/changes/preview/confirmation.ts';
import {changedStepTexts, changedValueText, previewFacts} from '../../store/changes/preview/preview-facts.ts';
import {problemLines} from '../../store/core/field-tree.ts';
import type {ChangePrompt} from '../context/prompt-types.ts';
import {createdRow} from '../models/change/created-row.ts';
import {followUpAction} from '../models/change/followup-action.ts';
import {askForm} from './form.ts';
import {askTrimmed, askYesNo, type PlainContext, parseYesNo, waitUntilDone} from './plain-context.ts';
import {capitalize, countWords} from './speech-text.ts';

/** @param open returns true while the change can still be continued */
export async function askChange(
  plain: PlainContext,
  asked: ChangePrompt,
  open: () => boolean,
  close: () => void,
): Promise<void> {
  const {plan} = asked;
  await waitUntilDone(plain, plan.lead.whenReady);
  let tried = asked.previewReady !== undefined;
  await waitUntilDone(plain, asked.previewReady);
  let isNamed = false;
  while (open()) {
    await plain.waitFor(plan.lead, ({step}) => step !== 'sending');
    const {step} = plan.state();
    if (step === 'form') {
      if (tried) sayProblems(plain, plan);
      else isNamed = true;
      if (!(await askForm(plain, asked, tried))) {
        close();
        plain.say(`Canceled. Nothing was sent.${plan.lead.isDrafted ? ' Draft saved.' : ''}`);
        return;
      }
      tried = true;
      await waitUntilDone(plain, plan.toPreview());
      const wrong = plan.fields().flatMap(({problems}) => problems);
      if (plan.state().step === 'form' && wrong.length > 0 && wrong.every(message => message === noDifferenceText)) {
        close();
        plain.say('No changes. Nothing was sent.');
        return;
      }
    } else if (step === 'preview') {
      await plain.waitFor(plan.lead, ({preview}) => preview?.isLoading !== true);
      // Without a form before it, only the title names the change that is sent.
      plain.say(...(isNamed ? [] : [`${asked.title()}.`]), ...previewLines(plan, plain));
      isNamed = true;
      const goes = await askConfirmation(plain, asked);
      if (goes === 'form') asked.toForm();
      else if (goes === 'no') {
        close();
        plain.say('Canceled. Nothing was sent.');
        return;
      } else await send(plain, asked);
    } else {
      const onward = followUpAction(plain.context, plan);
      plain.say(...resultLines(plan), ...(onward ? [`Next: ${withoutEllipsis(onward.title)}.`] : []));
      close();
    }
  }
}

function sayProblems({say}: PlainContext, plan: BatchPlan): void {
  const {draft, refusal} = plan.state();
  const wrong = plan.fields().filter(field => problemLines([field]).length > 0);
  for (const problem of plan.problems()) say(sentence(`Not sent yet: ${problem}`));
  if (plan.problems().length > 0 && wrong.length === 0) return;
  if (wrong.length > 0) {
    say(`Not sent yet: ${countWords(wrong.length, 'field needs', 'fields need')} another answer.`);
    // Asking a list again shows its entries, and not their problems.
    for (const line of problemLines(wrong.filter(({problems}) => problems.length === 0))) say(sentence(line));
  } else if (draft?.fieldErrors.length) for (const {reason} of draft.fieldErrors) say(`Not sent yet: ${reason}.`);
  else if (refusal) say(`Refused: ${refusal.message}`);
  else say('Not sent: no changes.');
}

function previewLines(plan: BatchPlan, {context}: PlainContext): string[] {
  const {preview} = plan.state();
  const {target, skippedRows} = batchFacts(plan);
  const left = skippedRows.map(row => capitalize(sentence(skippedRowText(row))));
  const where = context.profile.production ? `In ${context.profile.name}, which is production: ` : '';
  if (plan.steps) {
    const steps = stepsToSend(plan);
    const stages = steps.map(({mark, label, before, after}) =>
      [
        `${{'+': 'Add', '~': 'Change', '-': 'Delete'}[mark]} ${label}`,
        [before, after].filter(Boolean).join(' becomes '),
      ]
        .filter(Boolean)
        .join(': '),
    );
    const changed = changedStepTexts(steps, 'becomes').map(sentence);
    const head = `${where}${countWords(stages.length, 'request', 'requests')}.`;
    return [head, ...stages, ...changed, ...left, ...(plan.notes ?? [])];
  }
  if (preview === undefined) return ['No preview.'];
  const {method, path, followed, changes, body, notes} = previewFacts(preview, 'becomes');
  return [
    `Preview. ${where}${method} ${path}`,
    ...(followed ? [`Then ${followed.method} at ${followed.to}.`] : []),
    ...(plan.changes.length > 1 ? [`${capitalize(target)}, one after the other.`] : []),
    ...left,
    ...changes.map(change => changedValueText(change, 'becomes')),
    ...body,
    ...notes.map(({text}) => text),
  ];
}

const sentence = (text: string): string => `${text.replace(/\.$/, '')}.`;

async function askConfirmation(plain: PlainContext, asked: ChangePrompt): Promise<'yes' | 'no' | 'form'> {
  const {plan, hasForm} = asked;
  const confirmText = plan.confirmText();
  if (confirmText !== undefined) {
    for (;;) {
      const typed = await askTrimmed(
        plain,
        `${withoutEllipsis(plan.title)}: ${batchFacts(plan).names}? Type ${confirmText} to confirm, or press enter to cancel: `,
      );
      if (typed === '') return 'no';
      if (matchesConfirmation(typed, confirmText)) return 'yes';
      plain.say(`That doesn’t match ${confirmText}. Type it exactly as written.`);
    }
  }
  // Enter alone never sends: a screen reader may still be reading the preview when it is pressed.
  const ways = `Send it? yes, no${hasForm ? ', form' : ''} or curl [no]: `;
  for (;;) {
    const typed = (await askTrimmed(plain, ways)).toLowerCase();
    const goes = typed === '' ? false : parseYesNo(typed);
    if (goes !== undefined) return goes ? 'yes' : 'no';
    if (typed === 'curl') {
      const curls = plan.curls();
      await waitUntilDone(plain, curls);
      plain.print(...(await curls));
    } else if (typed === 'form' && hasForm) return 'form';
    else plain.say(`Please answer yes or no${hasForm ? ', or form to change it' : ''}.`);
  }
}

/** Sends all changes; after a failure, or if the journal can't be written, the user decides whether to continue. */
async function send(plain: PlainContext, asked: ChangePrompt): Promise<void> {
  const {plan} = asked;
  plain.say('Sending.');
  const leaves = plan.state().preview?.isDeletion === true;
  for (const {row, family, params} of plan.toSend())
    if (row) plain.announcer.follow({family, id: family.key(row), params, label: family.label(row), isLeaving: leaves});
  let hasEnded = false;
  const sent = asked.send().finally(() => {
    hasEnded = true;
    plain.announcer.notify();
  });
  let isInterrupted = false;
  sent.catch(error => {
    if (isInterrupted) plain.context.fail(error);
  });
  const stopFollowing = plan.run.status.subscribe(() => plain.announcer.notify());
  try {
    while (!hasEnded) {
      await plain.waitFor(plain.announcer.changes, () => hasEnded || isWaitingForUser(plan.run.status.getState()));
      if (hasEnded) break;
      const canContinue =
        plan.run.status.getState() === 'unwritable'
          ? await askUnrecorded(plain, plan)
          : await askAfterFailure(plain, plan);
      if (canContinue) plan.run.resume();
      else plan.run.stop();
    }
  } finally {
    stopFollowing();
    // An interrupt skips the changes that are not sent yet.
    if (!hasEnded) {
      isInterrupted = true;
      plan.run.stop();
    }
  }
  await sent;
  for (const change of plan.changes) followCreated(plain, plan.family, change, change.getState().outcome?.response);
}

function askAfterFailure(plain: PlainContext, {results}: BatchPlan): Promise<boolean> {
  const failed = results.getState().findLast(({state}) => state === 'failed');
  plain.say(`${failed?.label ?? 'One'} failed: ${failed?.message ?? ''}`);
  return askYesNo(plain, 'Continue with the others?', {defaultAnswer: false});
}

function askUnrecorded(plain: PlainContext, plan: BatchPlan): Promise<boolean> {
  plain.say(sentence(`The journal can’t be written: ${plan.run.journalProblem()}`));
  return askYesNo(plain, 'Try to continue?', {defaultAnswer: false});
}

/** Follows a created resource, which has a row of its own from now on. */
function followCreated({announcer}: PlainContext, family: Family, lead: BatchPlan['lead'], answer: unknown): void {
  const made = createdRow(lead, answer);
  if (made)
    announcer.follow({family, id: family.key(made), params: lead.params, label: family.label(made), isLeaving: false});
}

function resultLines(plan: BatchPlan): string[] {
  const each = [...plan.results.getState(), ...plan.skipped].flatMap(({label, state, message, revealed}) => [
    `${label}: ${message || state}`,
    ...revealed.flatMap(({title, value, kept}) => [
      `${title}: ${value}`,
      kept ? 'Also shown in the detail.' : 'Shown only once.',
    ]),
  ]);
  const isLeft = plan.run.status.getState() === 'stopped' && plan.run.isJournaled();
  return isLeft ? [...each, 'Stopped. Type resume to continue with the rest.'] : each;
}
