/** The export of the screen to a file: a list or its selected rows, the list in a tab, one object, or the screen as text. */

import {formatNumber} from '../../../families/format/format.ts';
import type {AnyRow} from '../../../families/shape/define-family.ts';
import {LINE_END} from '../../../platform/text/csv.ts';
import {markdownLines} from '../../../platform/text/markdown-table.ts';
import {jsonArrayPieces, printableJson} from '../../../platform/text/pretty-json.ts';
import {splitFirstWord} from '../../../platform/text/split-first-word.ts';
import {mask} from '../../../store/core/secret-fields.ts';
import {type CanvasView, isPageView, type View} from '../../context/navigation.ts';
import type {FileSaverPort, NavigationPort, NotificationPort, SessionPort} from '../../context/ports.ts';
import {type Surface, stripStyles} from '../../terminal/index.ts';
import {csvLines} from '../menus/copy.ts';
import {chosenColumns, columnIds, plainTexts} from '../shared/column-layout.ts';
import {isListView} from '../shared/is-list-view.ts';
import type {ListView} from '../shared/list-view-types.ts';
import {fileNameOf, saveText} from '../shared/save-text.ts';
import {isListComplete} from '../shared/whole-list-actions.ts';

type ExportPorts = FileSaverPort & NavigationPort & NotificationPort & SessionPort;

/** The file extension of each format. */
const endings = {csv: 'csv', json: 'json', ndjson: 'ndjson', markdown: 'md', text: 'txt'} as const;
type Format = keyof typeof endings;
type RowFormat = Exclude<Format, 'text'>;

export const exportWords = (): readonly string[] => Object.keys(endings);

/** True for a format, with an optional file. */
export const isExport = (typed: string): boolean => isFormat(splitFirstWord(typed.trim())[0]);

const isFormat = (word: string): word is Format => Object.hasOwn(endings, word);

export async function runExport(context: ExportPorts, text: string): Promise<void> {
  const [format, name] = splitFirstWord(text.trim());
  const view = context.navigation.current.getState();
  // The command bar takes nothing else.
  if (!isFormat(format)) throw new Error(`no export format ${format}`);
  if (view === undefined) return;
  const fileOf = (title: string): string => {
    const usual = fileNameOf(`skydeck ${title}`, endings[format]);
    return name === undefined || name.endsWith('/') ? `${name ?? ''}${usual}` : name;
  };
  const file = fileOf(view.title());
  if (format === 'text') {
    await saveText(context, file, screenOf(view));
    return;
  }
  if (!isListView(view)) {
    context.say('Not a list. Use :export text to save the screen.', 'attention');
    return;
  }
  const tab = view.inDetail.getState() ? view.detail.table() : undefined;
  if (tab) {
    const parent = view.current();
    if (!tab.isComplete) context.say(`${tab.family.title} are still being loaded. Try again in a moment.`, 'attention');
    else {
      const title = `${parent === undefined ? view.title() : view.family.label(parent)} ${tab.family.title}`;
      await save(context, {...tab, context: view.context, isOne: false, addedColumns: []}, format, fileOf(title));
    }
    return;
  }
  if (takesAll(view) && !isListComplete(view)) return;
  const {
    family,
    params,
    added: {columns: addedColumns},
  } = view;
  const isOne = view.inDetail.getState();
  const content = {context: view.context, family, params, rows: rowsOf(view), isOne, addedColumns};
  await save(context, content, format, file);
}

async function save(context: ExportPorts, content: ExportRows, format: RowFormat, file: string): Promise<void> {
  await new Promise<void>(resolve => context.session.whenSpelled(resolve));
  const {length} = content.rows;
  if (length >= SLOW_EXPORT_ROWS) context.say(`writing ${formatNumber(length)} rows to ${file}`);
  await saveText(context, file, inChunks(linesOf(content, format)));
}

/** The rows to write, as they were when the export started, and their list. */
interface ExportRows extends Pick<ListView, 'context' | 'family' | 'params'> {
  readonly rows: readonly AnyRow[];
  /** True for one object instead of a list. */
  readonly isOne: boolean;
  /** Columns that the list shows in addition to the chosen ones. */
  readonly addedColumns: readonly string[];
}

/** From this number of rows on, a message announces that the export takes a while. */
const SLOW_EXPORT_ROWS = 5000;

/** Characters per chunk: a chunk is written in a millisecond or two, then keys are handled. */
const CHUNK_CHARACTERS = 16 * 1024;

function* inChunks(lines: Iterable<string>): Generator<string> {
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length < CHUNK_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

const takesAll = ({inDetail, model}: ListView): boolean =>
  !inDetail.getState() && model.getState().selection.size === 0;

/** The object of the open detail; otherwise the selected rows, or all shown rows. */
function rowsOf(view: ListView): readonly AnyRow[] {
  const {model} = view;
  if (view.inDetail.getState()) return [view.current()].filter(row => row !== undefined);
  return takesAll(view) ? model.rows() : model.selectedRows();
}

/** Lines with their line breaks; each is built when it is written, because many rows take seconds. */
function* linesOf(content: ExportRows, format: RowFormat): Generator<string> {
  const {context, family, rows, isOne} = content;
  const safe = (row: AnyRow): unknown => mask(family.spelled(row, context.session.lookup));
  switch (format) {
    case 'csv':
      for (const line of csvLines(content, rows)) yield `${line}${LINE_END}`;
      return;
    case 'json':
      if (isOne) yield printableJson(rows[0] && safe(rows[0]), 2);
      else yield* jsonArrayPieces(rows, safe);
      yield '\n';
      return;
    case 'ndjson':
      // A file is permanent, so secrets are omitted.
      for (const row of rows) yield `${printableJson(safe(row))}\n`;
      return;
    case 'markdown':
      yield* markdown(content);
  }
}

/** The columns of the list as Markdown. */
function* markdown(content: ExportRows): Generator<string> {
  const {context, family, rows, addedColumns} = content;
  const shown = columnIds(family, context.preferences.getState().columns[family.id], addedColumns);
  const columns = chosenColumns(family, shown);
  function* texts(): Generator<readonly string[]> {
    for (const row of rows) yield plainTexts(content, columns, row);
  }
  yield* markdownLines(
    columns.map(({title}) => title),
    texts(),
    columns.map(({align}) => align),
  );
}

/** The page or the focused pane, line by line, without colors. */
function screenOf(view: View): string {
  const lines = isPageView(view) ? view.texts() : paneOf(view).rows.map(stripStyles);
  return `${lines
    .map(line => line.trimEnd())
    .join('\n')
    .trimEnd()}\n`;
}

const paneOf = ({inDetail, main, aside}: CanvasView): Surface =>
  inDetail.getState() && aside !== undefined ? aside : main;
