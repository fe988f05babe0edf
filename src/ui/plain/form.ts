/** A form, field by field: all fields of a new resource, only the named ones of an existing one. */
import {ago} from '../../families/format/format.ts';
import type {BatchPlan} from '../../store/changes/batch/batch-plan.ts';
import type {FieldState} from '../../store/changes/form/field-state.ts';
import {problemLines} from '../../store/core/field-tree.ts';
import type {ChangePrompt} from '../context/prompt-types.ts';
import {inputKind} from '../models/change/field-inputs.ts';
import {askField} from './entries.ts';
import {directionHelp, type FormDirection, parseDirection, valueWords} from './field.ts';
import {askTrimmed, askYesNo, numberLines, type PlainContext, parseListNumber} from './plain-context.ts';
import {countWords} from './speech-text.ts';

/** The number of fields from which an edit asks for their names first. */
const MIN_FIELDS_BY_NAME = 4;

/** Asks the fields; returns true if the form continues to the preview. */
export async function askForm(plain: PlainContext, asked: ChangePrompt, isRetry: boolean): Promise<boolean> {
  const {plan} = asked;
  const fields = (): readonly FieldState[] => plan.fields();
  const host = (path: string) => ({
    field: () => fields().find(field => field.path === path),
    set: plan.set,
    ready: async (test: () => boolean) => void (await plain.waitFor(plan.lead, test)),
  });
  const ask = (path: string): Promise<FormDirection> => askField(plain, host(path));
  const wrong = fields().filter(field => problemLines([field]).length > 0);
  if (isRetry && wrong.length > 0)
    return askAgain(
      wrong.map(({path}) => path),
      ask,
    );

  if (!isRetry) {
    const required = fields().filter(({isRequired}) => isRequired).length;
    plain.say(
      `${asked.title()}: ${countWords(fields().length, 'field', 'fields')}, ${required} required. ${directionHelp}`,
    );
    const note = plan.note();
    if (note !== undefined) plain.say(note);
    const {draftedAt} = plan.state();
    if (draftedAt !== undefined) await offerDraft(plain, plan, ago(draftedAt, plain.context.clock.now()));
  }
  return isRetry || (plan.lead.row !== undefined && fields().length >= MIN_FIELDS_BY_NAME)
    ? askByName(plain, fields, ask)
    : askEach(fields, ask);
}

/**
 * Offers a draft. Input through a pipe was written for an empty form, so every line would be taken as an answer about
 * the draft.
 */
async function offerDraft(plain: PlainContext, {lead, resumes}: BatchPlan, when: string): Promise<void> {
  if (resumes) plain.say(`Resuming the draft from ${when}.`);
  else if (plain.isTerminal) {
    plain.say(`There is a draft from ${when}.`);
    if (!(await askYesNo(plain, 'Continue?', {defaultAnswer: true}))) lead.reset();
  } else {
    plain.say(`A draft from ${when} exists. This form starts empty. Type drafts to open the draft.`);
    lead.detachDraft();
  }
}

/** Asks every field in the order of the form; answers can show or hide others. */
async function askEach(
  fields: () => readonly FieldState[],
  ask: (path: string) => Promise<FormDirection>,
): Promise<boolean> {
  const asked: string[] = [];
  for (;;) {
    const next = fields().find(({path}) => !asked.includes(path));
    if (next === undefined) return true;
    const went = await ask(next.path);
    if (went === 'leave') return false;
    if (went === 'preview') return true;
    if (went === 'on') asked.push(next.path);
    // A heading has no question that could be repeated.
    else
      do asked.pop();
      while (fields().some(field => field.path === asked.at(-1) && inputKind(field) === 'group'));
  }
}

async function askAgain(paths: readonly string[], ask: (path: string) => Promise<FormDirection>): Promise<boolean> {
  for (let at = 0; ; ) {
    const path = paths[at];
    if (path === undefined) return true;
    const went = await ask(path);
    if (went === 'leave') return false;
    if (went === 'preview') return true;
    at = Math.max(0, at + (went === 'back' ? -1 : 1));
  }
}

async function askByName(
  plain: PlainContext,
  fields: () => readonly FieldState[],
  ask: (path: string) => Promise<FormDirection>,
): Promise<boolean> {
  const all = (): readonly FieldState[] => fields().filter(field => inputKind(field) !== 'group');
  plain.say(...numberLines(all().map(field => `${field.title}: ${valueWords(field) || 'empty'}`)));
  for (;;) {
    const typed = await askTrimmed(plain, 'Number or name of a field to change, enter shows the preview: ');
    const way = typed === '' ? 'preview' : parseDirection(typed);
    if (way) return way === 'preview';
    const shown = all();
    const place = parseListNumber(typed, shown.length);
    const byName = shown.filter(({title}) => title.toLowerCase().startsWith(typed.toLowerCase()));
    const field = place === undefined ? byName[0] : shown[place];
    if (typed === '?') plain.say(...numberLines(shown.map(one => `${one.title}: ${valueWords(one) || 'empty'}`)));
    else if (field === undefined) plain.say(`No field is called ${typed}; ? lists them.`);
    else if ((await ask(field.path)) === 'leave') return false;
  }
}
