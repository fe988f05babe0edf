/** Edits the fields of a change in the user's editor. */

import {ago, withoutEllipsis} from '../../../families/format/format.ts';
import type {AnyRow} from '../../../families/shape/define-family.ts';
import {pressText} from '../../../keymap/keymap.ts';
import type {BatchPlan} from '../../../store/changes/batch/batch-plan.ts';
import type {Change} from '../../../store/changes/change.ts';
import {type DraftSubject, draftKey} from '../../../store/changes/draft-store.ts';
import {noDifferenceText} from '../../../store/changes/form/form.ts';
import type {Notation} from '../../../store/changes/text/object-fields.ts';
import type {LineProblem} from '../../../store/changes/text/text-problems.ts';
import {fieldProblems} from '../../../store/core/field-tree.ts';
import type {
  AccountPort,
  ClockPort,
  KeymapPort,
  NotificationPort,
  PreferencesPort,
  SessionPort,
  TerminalPort,
} from '../../context/ports.ts';
import {editUntilValid} from '../shared/editor-loop.ts';

export type EditPlanPorts = AccountPort & ClockPort & KeymapPort & NotificationPort & PreferencesPort & TerminalPort;

/** Opens the fields of a change in the editor. Returns true if the change reached its preview. */
export async function editPlan(context: EditPlanPorts, plan: BatchPlan): Promise<boolean> {
  const {lead} = plan;
  const {family, row} = lead;
  const notation = context.preferences.getState().editAs;
  const [{formatObject}, {parseObject}, {commentStart}] = await Promise.all([
    import('../../../store/changes/text/format-object.ts'),
    import('../../../store/changes/text/parse-object.ts'),
    import('../../../store/changes/text/object-fields.ts'),
  ]);
  const draftSubject: DraftSubject = {
    kind: 'text',
    family: family.id,
    action: lead.name,
    id: row && family.key(row),
    params: lead.params,
    presetValues: plan.presetValues,
    label: row ? family.label(row) : '',
  };
  const key = draftKey(context.profile.name, draftSubject);
  const storedDraft = context.session.draftStore.find(key)?.values;
  const draft =
    storedDraft?.notation === notation && typeof storedDraft.text === 'string' ? storedDraft.text : undefined;
  const fields = plan.fields();
  const {identifiers, lookup} = context.session;
  const displayRow = row && family.spelled(row, lookup);
  const textContext = {notation, fields, row: displayRow, identifiers, one: family.one};
  let before: ReadonlyMap<string, unknown> = new Map();
  const check = async (text: string) => {
    const parsed = parseObject(text, textContext);
    if (parsed.mistakes.length > 0) return {mistakes: parsed.mistakes};
    // Values that an earlier round changed and this round changed back.
    for (const path of before.keys())
      if (!parsed.changes.has(path)) lead.set(path, fields.find(field => field.path === path)?.value);
    for (const [path, value] of parsed.changes) lead.set(path, value);
    before = parsed.changes;
    const {lineOf} = parsed;
    const nameOf = (path: string) => identifiers.fieldName(path);
    const problems = parsed.changes.size === 0 && !isTouched(lead) ? [] : await findProblems(lead, {lineOf, nameOf});
    return problems.length > 0 ? {mistakes: problems} : {right: parsed};
  };
  const text = draft ?? formatObject({...textContext, head: headOf(context, lead, notation)});
  const outcome = await editUntilValid(context, {
    text,
    suffix: `.${notation === 'json' ? 'jsonc' : 'yaml'}`,
    comment: commentStart[notation],
    check,
    isDraft: draft !== undefined,
  });
  switch (outcome.kind) {
    case 'right': {
      context.session.draftStore.put(key, undefined);
      if (outcome.value.isEmpty) context.say('Only comments remain. Nothing is changed.');
      else if (lead.getState().step !== 'form') return true;
      else context.say('nothing was changed');
      return false;
    }
    case 'abandoned': {
      const {withoutTypedSecrets} = await import('../../../store/changes/text/object-draft.ts');
      const safe = withoutTypedSecrets(outcome.text, {notation, fields: plan.fields()});
      const draft = safe === undefined ? {} : {text: safe, notation};
      context.session.draftStore.put(key, {text: outcome.text, notation}, {kept: draft, about: draftSubject});
      const secretHint = safe === undefined ? ', for as long as this runs: it may hold a secret' : '';
      const isEdit = lead.name === 'update' && row !== undefined;
      const resume = isEdit ? pressText(context.keymap, 'list.editText', 'to continue') : 'Type :drafts to continue.';
      context.say([`Draft saved${secretHint}.`, resume, outcome.message].filter(Boolean).join(' '), 'attention');
      return false;
    }
    case 'failed':
      context.say(outcome.message, 'failed');
      return false;
    default:
      if (outcome.kind === 'emptied') context.session.draftStore.put(key, undefined);
      context.say(outcome.kind === 'emptied' ? 'the text was emptied: nothing is changed' : 'nothing was changed');
      return false;
  }
}

const isTouched = (change: Change): boolean => change.getState().fields.some(({isTyped}) => isTyped);

interface FieldLocations {
  readonly lineOf: (path: string) => number;
  readonly nameOf: (path: string) => string;
}

/** The problems of the values, by line; empty if the preview is open. */
async function findProblems(change: Change, {lineOf, nameOf}: FieldLocations): Promise<readonly LineProblem[]> {
  await change.toPreview();
  const {step, fields} = change.getState();
  if (step !== 'form') return [];
  const problems = fieldProblems(fields);
  // A draft that was edited back to the original values isn't a change.
  if (problems.every(({message}) => message === noDifferenceText)) return [];
  return problems.map(({path, message}) => ({line: lineOf(path), message: `${nameOf(path)} ${message}`}));
}

function headOf(context: AccountPort & ClockPort, change: Change, notation: Notation): readonly string[] {
  const {family, row, action} = change;
  const titleText = row === undefined ? withoutEllipsis(action.title ?? '') : nameOf(context, family, row);
  const {draftedAt} = change.getState();
  return [
    `${titleText} ${context.profile.production ? 'IN PRODUCTION, ' : ''}of the profile ${context.profile.name}`,
    notation === 'yaml'
      ? 'Edit any line that isn’t a comment. Fields whose lines you delete keep their values.'
      : 'Edit any line that isn’t a comment. Fields that you delete keep their values.',
    'Save and close: the difference is shown before anything is sent. An emptied file changes nothing.',
    ...(draftedAt === undefined ? [] : [`Contains your draft from ${ago(draftedAt, context.clock.now())}.`]),
  ];
}

function nameOf({session}: SessionPort, {one, label, idText}: Change['family'], row: AnyRow): string {
  const id = idText(row, session.lookup);
  return id === label(row) ? `${one} ${label(row)}` : `${one} ${label(row)} (${id})`;
}
