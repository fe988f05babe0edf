/** One field of a form, asked for in a line: what it is, what stands in it, and what is wrong with that. */

import {parseNumber} from '../../store/changes/typed.ts';
import type {FieldState} from '../../store/changes/types.ts';
import {jsonEqual} from '../../store/equal.ts';
import {chosenText, differsWords} from '../screens/change/chosen.ts';
import {fieldText, fieldValue, kindOf} from '../screens/change/inputs.ts';
import {Ended} from './lines.ts';
import {offering} from './options.ts';
import {answer, type Talk, yesOrNo} from './talk.ts';
import {counted} from './words.ts';

export interface FieldHost {
  /** As it is now; undefined when it went, because another answer made it pointless. */
  field(): FieldState | undefined;
  set(path: string, value: unknown): void;
  /** Of the whole form, for what changes while it is asked. */
  readonly ready: (test: () => boolean) => Promise<void>;
}

/** Where a form goes after an answer. */
export type Went = 'on' | 'back' | 'preview' | 'leave';

/** Words that are no values: each begins with a full stop, as no value needs to. */
const ways = new Map<string, Went>([
  ['..', 'back'],
  ['.preview', 'preview'],
  ['.cancel', 'leave'],
]);
/** Where what was typed leads, if it is no value. */
export const wayOf = (typed: string): Went | undefined => ways.get(typed.toLowerCase());
export const wayWords =
  'Enter keeps what stands, ? explains, .. goes back one, .none empties, .preview skips the rest, .cancel leaves.';

export async function askValue(talk: Talk, host: FieldHost): Promise<Went> {
  const first = host.field();
  if (first === undefined) return 'on';
  for (const problem of first.problems) talk.say(`${first.title}: ${problem}.`);
  const kind = kindOf(first);
  if (kind === 'group') {
    talk.say(`${first.title}:`, ...(first.told === undefined ? [] : [first.told]));
    return 'on';
  }
  const choices = offering(talk, host.field);
  await host.ready(() => host.field()?.loading !== true);
  const told = host.field()?.told;
  if (told !== undefined) talk.say(told);
  for (;;) {
    const field = host.field();
    if (field === undefined) return 'on';
    const typed = field.secret ? await secret(talk, field) : await answer(talk, promptFor(field));
    const way = wayOf(typed);
    if (way) return way;
    if (typed === '') return 'on';
    if (typed === '?') {
      explain(talk, field);
      if (field.options) choices.list();
      continue;
    }
    if (typed === '.none') {
      host.set(field.path, empty(field));
      return 'on';
    }
    switch (kind) {
      case 'toggle': {
        const value = /^(on|true)$/i.test(typed) ? true : /^(off|false)$/i.test(typed) ? false : yesOrNo(typed);
        if (value === undefined) {
          talk.say('Please answer yes or no.');
          continue;
        }
        host.set(field.path, value);
        return 'on';
      }
      case 'choose': {
        const option = choices.take(typed);
        if (option === undefined) continue;
        host.set(field.path, option.value);
        return 'on';
      }
      case 'chooseMany': {
        const take = (one: string): unknown => choices.take(one)?.value;
        const values = field.several ? amendment(field, typed, take) : several(field, typed, take);
        if (values === undefined) continue;
        host.set(field.path, values);
        return 'on';
      }
      case 'area':
        host.set(field.path, fieldValue(field, await text(talk, typed)));
        return 'on';
      default:
        host.set(field.path, field.input === 'number' ? parseNumber(typed, field.unit) : typed);
        return 'on';
    }
  }
}

const empty = ({nullable, input, value}: FieldState): unknown =>
  nullable ? null : Array.isArray(value) ? [] : input === 'text' && typeof value === 'string' ? '' : undefined;

/** "Label, required [web-01]: " */
function promptFor(field: FieldState): string {
  const {title, required, unit, input, options} = field;
  const kind = kindOf(field);
  const facts = [
    required ? 'required' : '',
    unit ?? '',
    kind === 'toggle' ? 'yes or no' : '',
    kind === 'choose' && options ? counted(options.length, 'choice', 'choices') : '',
    kind === 'chooseMany' ? 'several with commas between' : '',
    kind === 'chooseMany' && field.several ? '+NAME adds, -NAME removes' : '',
    kind === 'area' ? 'lines, a full stop alone ends them' : '',
    input === 'file' ? 'path of a file' : '',
  ].filter(Boolean);
  const now = valueWords(field);
  return `${[title, ...facts].join(', ')}${now === '' ? '' : ` [${now}]`}: `;
}

/** What stands in a field, short. */
export function valueWords(field: FieldState): string {
  const {value, options, secret, labelled, several, spell = one => one} = field;
  if (several && kindOf(field) === 'chooseMany') return chosenText(field).replaceAll('  ', ', ');
  if (several?.differs && value === undefined) return differsWords;
  if (value === undefined || value === null || value === '') return '';
  if (secret) return 'hidden';
  const named = (one: unknown): string =>
    options?.find(option => jsonEqual(option.value, one))?.text ??
    labelled ??
    (typeof one === 'object' ? JSON.stringify(spell(one)) : String(spell(one)));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (kindOf(field) === 'rows') return counted(field.items?.entries.length ?? 0, 'entry', 'entries');
  if (kindOf(field) === 'area') {
    const lines = fieldText(field).split('\n');
    return lines.length > 1 ? `${lines.length} lines` : (lines[0] ?? '');
  }
  return Array.isArray(value) ? value.map(named).join(', ') : named(value);
}

function explain({say}: Talk, {title, help, bounds, unit, required}: FieldState): void {
  say([title, required ? 'required' : '', help, bounds, unit].filter(Boolean).join('. '), wayWords);
}

async function secret(talk: Talk, field: FieldState): Promise<string> {
  talk.news.tell();
  const typed = await talk.askSecret(promptFor(field));
  if (typed === undefined) throw new Ended();
  return typed;
}

/** The first line is there; the others follow until one holds a full stop alone. */
async function text(talk: Talk, first: string): Promise<string> {
  const lines: string[] = [];
  for (let line: string | undefined = first; line !== undefined && line !== '.'; line = await talk.ask(''))
    lines.push(line);
  return lines.join('\n');
}

/** Of several rows: "+five, -old" changes each list and leaves the rest of it; names alone are the list of all of them. */
function amendment(field: FieldState, typed: string, take: (one: string) => unknown): unknown {
  const parts = typed.split(',').map(part => part.trim());
  if (!parts.every(part => /^[+-]./.test(part))) return several(field, typed, take);
  const named = (sign: string): readonly unknown[] | undefined =>
    several(
      field,
      parts
        .filter(part => part.startsWith(sign))
        .map(part => part.slice(1))
        .join(','),
      take,
    );
  const [adds, removes] = [named('+'), named('-')];
  return adds && removes && {adds, removes};
}

/** Names with commas between; tags may be new. Undefined when one of them is not clear. */
function several({input}: FieldState, typed: string, take: (one: string) => unknown): readonly unknown[] | undefined {
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
