/** One field of a form as a question: its name, its value and its problems. */

import type {FieldState} from '../../store/changes/form/field-state.ts';
import {parseNumber} from '../../store/changes/form/parse-number.ts';
import {selectedText} from '../models/change/chosen-label.ts';
import {fieldText, fieldValue, inputKind} from '../models/change/field-inputs.ts';
import {InputEnded} from './line-io.ts';
import {createOptionReader} from './options.ts';
import {askLine, type PlainContext, parseYesNo} from './plain-context.ts';
import {countWords} from './speech-text.ts';

export interface FieldHost {
  /** The current field; undefined if another answer made it unnecessary. */
  field(): FieldState | undefined;
  set(path: string, value: unknown): void;
  /** Waits for data of the whole form that arrives during the questions. */
  readonly ready: (test: () => boolean) => Promise<void>;
}

/** The direction in which a form continues after an answer. */
export type FormDirection = 'on' | 'back' | 'preview' | 'leave';

/** Answers that are commands, not values: each starts with a period, because values don't. */
const directions = new Map<string, FormDirection>([
  ['..', 'back'],
  ['.preview', 'preview'],
  ['.cancel', 'leave'],
]);
/** The direction that an answer stands for; undefined if it is a value. */
export const parseDirection = (typed: string): FormDirection | undefined => directions.get(typed.toLowerCase());
export const directionHelp =
  'Enter keeps the value, ? explains, .. goes back, .none clears, .preview skips to the preview, .cancel cancels.';

export async function askValue(plain: PlainContext, host: FieldHost): Promise<FormDirection> {
  const first = host.field();
  if (first === undefined) return 'on';
  for (const problem of first.problems) plain.say(`${first.title}: ${problem}.`);
  const kind = inputKind(first);
  if (kind === 'group') {
    plain.say(`${first.title}:`, ...(first.note === undefined ? [] : [first.note]));
    return 'on';
  }
  const choices = createOptionReader(plain, host.field);
  await host.ready(() => host.field()?.isLoading !== true);
  const note = host.field()?.note;
  if (note !== undefined) plain.say(note);
  for (;;) {
    const field = host.field();
    if (field === undefined) return 'on';
    const line = field.isSecret ? await askSecretValue(plain, field) : await askLine(plain, promptFor(field));
    const typed = field.isSecret ? line : line.trim();
    const way = parseDirection(typed);
    if (way) return way;
    if (typed === '') return 'on';
    if (typed === '?') {
      explain(plain, field);
      if (field.options) choices.readOut();
      continue;
    }
    if (typed === '.none') {
      host.set(field.path, empty(field));
      return 'on';
    }
    switch (kind) {
      case 'toggle': {
        const value = /^(on|true)$/i.test(typed) ? true : /^(off|false)$/i.test(typed) ? false : parseYesNo(typed);
        if (value === undefined) {
          plain.say('Please answer yes or no.');
          continue;
        }
        host.set(field.path, value || (field.isOnlyYes ? undefined : false));
        return 'on';
      }
      case 'choose': {
        const option = choices.find(typed);
        if (option === undefined) continue;
        host.set(field.path, option.value);
        return 'on';
      }
      case 'chooseMany': {
        const take = (one: string): unknown => choices.find(one)?.value;
        const values = field.several ? parseAmendment(field, typed, take) : parseValues(field, typed, take);
        if (values === undefined) continue;
        host.set(field.path, values);
        return 'on';
      }
      case 'area':
        host.set(field.path, fieldValue(field, await askLines(plain, line.trimEnd())));
        return 'on';
      default:
        host.set(field.path, field.input === 'number' ? parseNumber(typed, field.unit) : typed);
        return 'on';
    }
  }
}

const empty = ({isNullable, input, value}: FieldState): unknown =>
  isNullable ? null : Array.isArray(value) ? [] : input === 'text' && typeof value === 'string' ? '' : undefined;

/** "Label, required [web-01]: " */
function promptFor(field: FieldState): string {
  const {title, isRequired, unit, input, options} = field;
  const kind = inputKind(field);
  const facts = [
    isRequired ? 'required' : '',
    unit ?? '',
    kind === 'toggle' ? 'yes or no' : '',
    kind === 'choose' && options ? countWords(options.length, 'choice', 'choices') : '',
    kind === 'chooseMany' ? 'several with commas between' : '',
    kind === 'chooseMany' && field.several ? '+NAME adds, -NAME removes' : '',
    kind === 'area' ? 'lines, a full stop alone ends them' : '',
    input === 'file' ? 'path of a file' : '',
  ].filter(Boolean);
  const now = valueWords(field);
  return `${[title, ...facts].join(', ')}${now === '' ? '' : ` [${now}]`}: `;
}

/** The value of a field in short. */
export function valueWords(field: FieldState): string {
  const {value, isSecret} = field;
  const text = selectedText(field, ', ');
  // Without a value the text is that of several rows.
  if (value === undefined || value === null || value === '' || inputKind(field) === 'chooseMany') return text;
  if (isSecret) return 'hidden';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (inputKind(field) === 'rows') return countWords(field.items?.entries.length ?? 0, 'entry', 'entries');
  if (inputKind(field) === 'area') {
    const lines = fieldText(field).split('\n');
    return lines.length > 1 ? `${lines.length} lines` : (lines[0] ?? '');
  }
  return text;
}

function explain({say}: PlainContext, {title, help, bounds, unit, isRequired}: FieldState): void {
  say([title, isRequired ? 'required' : '', help, bounds, unit].filter(Boolean).join('. '), directionHelp);
}

async function askSecretValue(plain: PlainContext, field: FieldState): Promise<string> {
  plain.announcer.announce();
  const typed = await plain.askSecret(promptFor(field));
  if (typed === undefined) throw new InputEnded();
  return typed;
}

/** Reads further lines until one contains only a period; the first one is already read. */
async function askLines(plain: PlainContext, first: string): Promise<string> {
  const lines: string[] = [];
  for (let line: string | undefined = first; line !== undefined && line !== '.'; line = await plain.ask(''))
    lines.push(line);
  return lines.join('\n');
}

/**
 * Parses an amendment for several rows: "+five, -old" changes each list and keeps its other entries; plain names
 * replace the lists of all rows.
 */
function parseAmendment(field: FieldState, typed: string, take: (one: string) => unknown): unknown {
  const parts = typed.split(',').map(part => part.trim());
  if (!parts.every(part => /^[+-]./.test(part))) return parseValues(field, typed, take);
  const valuesWith = (sign: string): readonly unknown[] | undefined =>
    parseValues(
      field,
      parts
        .filter(part => part.startsWith(sign))
        .map(part => part.slice(1))
        .join(','),
      take,
    );
  const [adds, removes] = [valuesWith('+'), valuesWith('-')];
  return adds && removes && {adds, removes};
}

/** Parses names separated by commas; tags may be new. Undefined if one of them is ambiguous. */
function parseValues(
  {input}: FieldState,
  typed: string,
  take: (one: string) => unknown,
): readonly unknown[] | undefined {
  const names = typed
    .split(',')
    .map(name => name.trim())
    .filter(Boolean);
  if (input === 'tags') return names;
  const values: unknown[] = [];
  for (const name of names) {
    const value = take(name);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}
