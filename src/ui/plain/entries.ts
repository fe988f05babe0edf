/** Entries of a list field, one by one: rules of a firewall, ports, disks. */
import type {FieldEntry, FieldState} from '../../store/changes/form/field-state.ts';
import {inputKind} from '../models/change/field-inputs.ts';
import {askValue, type FieldHost, type FormDirection, parseDirection, valueWords} from './field.ts';
import {askTrimmed, numberLines, type PlainContext, parseListNumber} from './plain-context.ts';
import {countWords} from './speech-text.ts';

const entryWords = ({about, fields}: FieldEntry): string =>
  [about, ...fields.map(field => valueWords(field) && `${field.title} ${valueWords(field)}`)]
    .filter(Boolean)
    .join(', ') || 'empty';

/** A field of any kind. */
export async function askField(plain: PlainContext, host: FieldHost): Promise<FormDirection> {
  const field = host.field();
  if (field === undefined) return 'on';
  if (inputKind(field) !== 'rows') return askValue(plain, host);
  for (const problem of field.problems) plain.say(`${field.title}: ${problem}.`);
  return askRows(plain, host);
}

async function askRows(plain: PlainContext, host: FieldHost): Promise<FormDirection> {
  for (;;) {
    const field = host.field();
    const {items} = field ?? {};
    if (field === undefined || items === undefined) return 'on';
    const {entries, isFixed, atMost} = items;
    plain.say(`${field.title}: ${countWords(entries.length, 'entry', 'entries')}.`);
    plain.say(...numberLines(entries.map(entryWords)));
    const ways = isFixed ? 'a number changes one' : 'a number changes one, add, or remove and a number';
    const typed = (await askTrimmed(plain, `${field.title}: ${ways}, enter to continue: `)).toLowerCase();
    const [word = '', which = ''] = typed.split(/\s+/);
    const values = Array.isArray(field.value) ? (field.value as readonly unknown[]) : [];
    const place = parseListNumber(word, entries.length);
    const way = typed === '' ? 'on' : parseDirection(typed);
    if (way) return way;
    if (place !== undefined) {
      if ((await askEntry(plain, host, place)) === 'leave') return 'leave';
    } else if (word === 'add' && !isFixed) {
      if (atMost !== undefined && entries.length >= atMost) plain.say(`There can be ${atMost} at most.`);
      else {
        host.set(field.path, [...values, items.blank()]);
        if ((await askEntry(plain, host, entries.length)) === 'leave') return 'leave';
      }
    } else if (word === 'remove' && !isFixed) {
      const gone = parseListNumber(which, entries.length);
      if (gone === undefined) plain.say(`Add a number: remove 1.`);
      else host.set(field.path, values.toSpliced(gone, 1));
    } else plain.say(`Choose one of: ${ways}.`);
  }
}

/** Asks all fields of one entry, in order. */
async function askEntry(plain: PlainContext, host: FieldHost, place: number): Promise<FormDirection> {
  const fields = (): readonly FieldState[] => host.field()?.items?.entries[place]?.fields ?? [];
  const asked: string[] = [];
  const others = host.field()?.items?.entries[place]?.others;
  if (others !== undefined) plain.say(others);
  for (;;) {
    const next = fields().find(({path}) => !asked.includes(path));
    if (next === undefined) return 'on';
    const went = await askField(plain, {...host, field: () => fields().find(({path}) => path === next.path)});
    if (went === 'leave') return went;
    if (went === 'preview') return 'on';
    if (went === 'back') asked.pop();
    else asked.push(next.path);
  }
}
