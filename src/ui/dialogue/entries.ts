/** Entries of a field, one by one: rules of a firewall, ports, disks. */
import type {FieldEntry, FieldState} from '../../store/changes/types.ts';
import {kindOf} from '../screens/change/inputs.ts';
import {askValue, type FieldHost, valueWords, type Went, wayOf} from './field.ts';
import {answer, numbered, placeOf, type Talk} from './talk.ts';
import {counted} from './words.ts';

const entryWords = ({about, fields}: FieldEntry): string =>
  [about, ...fields.map(field => valueWords(field) && `${field.title} ${valueWords(field)}`)]
    .filter(Boolean)
    .join(', ') || 'empty';

/** A field of any kind. */
export async function askField(talk: Talk, host: FieldHost): Promise<Went> {
  const field = host.field();
  if (field === undefined) return 'on';
  if (kindOf(field) !== 'rows') return askValue(talk, host);
  for (const problem of field.problems) talk.say(`${field.title}: ${problem}.`);
  return askRows(talk, host);
}

async function askRows(talk: Talk, host: FieldHost): Promise<Went> {
  for (;;) {
    const field = host.field();
    const {items} = field ?? {};
    if (field === undefined || items === undefined) return 'on';
    const {entries, one, fixed, atMost} = items;
    talk.say(`${field.title}: ${counted(entries.length, 'entry', 'entries')}.`);
    talk.say(...numbered(entries.map(entryWords)));
    const ways = fixed ? 'a number changes one' : 'a number changes one, add, or remove and a number';
    const typed = (await answer(talk, `${field.title}: ${ways}, enter goes on: `)).toLowerCase();
    const [word = '', which = ''] = typed.split(/\s+/);
    const values = Array.isArray(field.value) ? (field.value as readonly unknown[]) : [];
    const place = placeOf(word, entries.length);
    const way = typed === '' ? 'on' : wayOf(typed);
    if (way) return way;
    if (place !== undefined) {
      if ((await askEntry(talk, host, place)) === 'leave') return 'leave';
    } else if (word === 'add' && !fixed) {
      if (atMost !== undefined && entries.length >= atMost) talk.say(`There can be ${atMost} at most.`);
      else {
        host.set(field.path, [...values, items.blank()]);
        if ((await askEntry(talk, host, entries.length)) === 'leave') return 'leave';
      }
    } else if (word === 'remove' && !fixed) {
      const gone = placeOf(which, entries.length);
      if (gone === undefined) talk.say(`Say which ${one}: remove and its number.`);
      else host.set(field.path, values.toSpliced(gone, 1));
    } else talk.say(`That is none of: ${ways}.`);
  }
}

/** All fields of one entry, in their order. */
async function askEntry(talk: Talk, host: FieldHost, place: number): Promise<Went> {
  const fields = (): readonly FieldState[] => host.field()?.items?.entries[place]?.fields ?? [];
  const asked: string[] = [];
  const others = host.field()?.items?.entries[place]?.others;
  if (others !== undefined) talk.say(others);
  for (;;) {
    const next = fields().find(({path}) => !asked.includes(path));
    if (next === undefined) return 'on';
    const went = await askField(talk, {...host, field: () => fields().find(({path}) => path === next.path)});
    if (went === 'leave') return went;
    if (went === 'preview') return 'on';
    if (went === 'back') asked.pop();
    else asked.push(next.path);
  }
}
