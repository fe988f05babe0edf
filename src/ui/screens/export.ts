/** What is on screen as a file: a list or what is marked of it, one object, or the screen as it stands. */

import type {AnyRow} from '../../families/define.ts';
import {formatNumber} from '../../families/format.ts';
import {LINE_END} from '../../platform/text/csv.ts';
import {jsonArrayPieces, printableJson} from '../../platform/text/json.ts';
import {markdownLines} from '../../platform/text/markdown.ts';
import {mask} from '../../store/secrets.ts';
import type {Deck} from '../deck.ts';
import {isListPlace, type Place} from '../place.ts';
import {bare} from '../terminal/index.ts';
import {chosenColumns, plainTexts} from './list/columns.ts';
import type {ListPlace} from './list/place.ts';
import {isWhole} from './list/whole.ts';
import {csvLines} from './menu/copy.ts';
import {saveText} from './saving.ts';

/** By what it is called, the ending of the file. */
const endings = {csv: 'csv', json: 'json', ndjson: 'ndjson', markdown: 'md', text: 'txt'} as const;
type Format = keyof typeof endings;
type RowFormat = Exclude<Format, 'text'>;

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
  if (wanted === 'text') {
    await saveText(deck, file, screenOf(place));
    return;
  }
  if (!isListPlace(place)) {
    deck.say('this page is no list: :export text keeps it as it stands', 'attention');
    return;
  }
  if (takesAll(place) && !isWhole(place)) return;
  await new Promise<void>(resolve => deck.session.whenSpelled(resolve));
  const chosen = {rows: rowsOf(place), isOne: place.inDetail.get()};
  if (chosen.rows.length >= MANY) deck.say(`writing ${formatNumber(chosen.rows.length)} rows to ${file}`);
  await saveText(deck, file, inPieces(linesOf(place, chosen, wanted)));
}

/** What is written, as it was when that was asked for. */
interface Chosen {
  readonly rows: readonly AnyRow[];
  /** One object, and no list of one. */
  readonly isOne: boolean;
}

/** Rows whose file takes long enough to be worth a word beforehand. */
const MANY = 5000;

/** Characters of one piece: written in a millisecond or two, then keys have their turn. */
const PIECE = 16 * 1024;

function* inPieces(lines: Iterable<string>): Generator<string> {
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

const takesAll = ({inDetail, model}: ListPlace): boolean => !inDetail.get() && model.get().selection.size === 0;

/** One object where its detail is open; else what is marked, or all that is shown. */
function rowsOf(place: ListPlace): readonly AnyRow[] {
  const {model} = place;
  if (place.inDetail.get()) return [place.current()].filter(row => row !== undefined);
  return takesAll(place) ? model.rows() : model.selectedRows();
}

/** With their ends, each made when it is written: those of many rows take seconds. */
function* linesOf(place: ListPlace, {rows, isOne}: Chosen, format: RowFormat): Generator<string> {
  const {deck, family} = place;
  const safe = (row: AnyRow): unknown => mask(family.spelled(row, deck.session.look));
  switch (format) {
    case 'csv':
      for (const line of csvLines(place, rows)) yield `${line}${LINE_END}`;
      return;
    case 'json':
      if (isOne) yield printableJson(rows[0] && safe(rows[0]), 2);
      else yield* jsonArrayPieces(rows, safe);
      yield '\n';
      return;
    case 'ndjson':
      // A file outlives the screen: secrets do not go into it.
      for (const row of rows) yield `${printableJson(safe(row))}\n`;
      return;
    case 'markdown':
      yield* markdown(place, rows);
  }
}

/** The columns that the list shows, as it shows them. */
function* markdown(place: ListPlace, rows: readonly AnyRow[]): Generator<string> {
  const {deck, family} = place;
  const columns = chosenColumns(family, deck.preferences.get().columns[family.id]);
  function* texts(): Generator<readonly string[]> {
    for (const row of rows) yield plainTexts(place, columns, row);
  }
  yield* markdownLines(
    columns.map(({title}) => title),
    texts(),
    columns.map(({align}) => align),
  );
}

/** The pane that has the focus, line by line, without its colours. */
function screenOf(place: Place): string {
  const pane = place.inDetail.get() && place.aside !== undefined ? place.aside : place.main;
  const lines = pane.rows.map(row => bare(row).trimEnd());
  return `${lines.join('\n').trimEnd()}\n`;
}
