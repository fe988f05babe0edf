/** What is on screen as a file: a list or what is marked of it, one object, or the screen as it stands. */
import type {AnyRow} from '../../families/define.ts';
import {markdownTable} from '../../platform/text/markdown.ts';
import {mask} from '../../store/secrets.ts';
import type {Deck} from '../deck.ts';
import {isListPlace, type Place} from '../place.ts';
import {bare} from '../terminal/index.ts';
import {chosenColumns, plainTexts} from './list/columns.ts';
import type {ListPlace} from './list/place.ts';
import {csv} from './menu/copy.ts';
import {saveText} from './saving.ts';

/** By what it is called, the ending of the file. */
const endings = {csv: 'csv', json: 'json', ndjson: 'ndjson', markdown: 'md', text: 'txt'} as const;
type Format = keyof typeof endings;

export const exportWords = (): readonly string[] => Object.keys(endings);

/** A format, and perhaps a name for the file. */
export const isExport = (typed: string): boolean => /^(csv|json|ndjson|markdown|text)\s+[^\s/]+$/.test(typed);

export async function runExport(deck: Deck, words: string): Promise<void> {
  const [format = '', name] = words.trim().split(/\s+/, 2);
  const place = deck.places.current.get();
  if (!Object.hasOwn(endings, format) || place === undefined) {
    deck.say(`say how: :export ${exportWords().join(', ')}`, 'attention');
    return;
  }
  const wanted = format as Format;
  const file =
    name ??
    `skydeck-${place
      .title()
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')}.${endings[wanted]}`;
  const rows = isListPlace(place) ? rowsOf(place) : undefined;
  if (wanted !== 'text' && rows === undefined) {
    deck.say('this page is no list: :export text keeps it as it stands', 'attention');
    return;
  }
  await saveText(deck, file, wanted === 'text' ? screenOf(place) : textOf(place as ListPlace, rows ?? [], wanted));
}

/** One object where its detail is open; else what is marked, or all that is shown. */
function rowsOf(place: ListPlace): readonly AnyRow[] {
  const {model} = place;
  if (place.inDetail.get()) return [place.current()].filter(row => row !== undefined);
  return model.get().marks.size > 0 ? model.chosen() : model.rows();
}

function textOf(place: ListPlace, rows: readonly AnyRow[], format: Exclude<Format, 'text'>): string {
  // A file outlives the screen: secrets do not go into it.
  const objects = rows.map(row => mask(row));
  switch (format) {
    case 'csv':
      return `${csv(place, rows)}\r\n`;
    case 'json':
      return `${JSON.stringify(place.inDetail.get() ? objects[0] : objects, null, 2)}\n`;
    case 'ndjson':
      return objects.map(object => `${JSON.stringify(object)}\n`).join('');
    case 'markdown':
      return markdown(place, rows);
  }
}

/** The columns that the list shows, as it shows them. */
function markdown(place: ListPlace, rows: readonly AnyRow[]): string {
  const {deck, family} = place;
  const columns = chosenColumns(family, deck.preferences.get().columns[family.id]);
  return markdownTable(
    columns.map(({title}) => title),
    rows.map(row => plainTexts(place, columns, row)),
    columns.map(({align}) => align),
  );
}

/** The pane that has the focus, line by line, without its colours. */
function screenOf(place: Place): string {
  const pane = place.inDetail.get() && place.aside !== undefined ? place.aside : place.main;
  const lines = pane.rows.map(row => bare(row).trimEnd());
  return `${lines.join('\n').trimEnd()}\n`;
}
