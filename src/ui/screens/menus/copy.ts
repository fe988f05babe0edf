/**
 * The menu of values in a row or a table that can be copied. Copies go through the terminal, so they also work over ssh
 * and in tmux.
 */

import {formatNumber, isPrivate} from '../../../families/format/format.ts';
import type {AnyRow} from '../../../families/shape/define-family.ts';
import {saveAs} from '../../../platform/files/save-as.ts';
import {csvLine, LINE_END} from '../../../platform/text/csv.ts';
import {jsonArrayPieces} from '../../../platform/text/pretty-json.ts';
import {mask, visibleId} from '../../../store/core/secret-fields.ts';
import {columnValue, csvText} from '../../../store/list/column-value.ts';
import {type ActionSubject, resolveSubject} from '../../context/action-subject.ts';
import type {AccountPort, NotificationPort, OverlayPort, TerminalPort} from '../../context/ports.ts';
import type {MenuItem} from '../../context/prompt-types.ts';
import {openMenu} from '../../models/menu.ts';
import {openPrompt} from '../../models/prompt.ts';
import {MAX_CLIPBOARD_BYTES, sanitize} from '../../terminal/index.ts';
import {copyText} from '../shared/copy-to-clipboard.ts';
import type {DetailLine, TextContent} from '../shared/detail-lines.ts';
import type {ListView} from '../shared/list-view-types.ts';
import {isListComplete} from '../shared/whole-list-actions.ts';

interface CopyContext {
  /** The list from which values are copied. */
  readonly view?: ListView;
  /** The line under the cursor of a detail. */
  readonly line?: DetailLine | undefined;
  /** The text of the current tab. */
  readonly textContent?: TextContent | undefined;
}

/**
 * The maximum number of rows to check for values to copy: the check of thousands of rows without such values would take
 * too long.
 */
const MAX_CHECKED_ROWS = 1000;

export const openCopy = (
  context: AccountPort & OverlayPort & TerminalPort,
  subject: ActionSubject,
  beside: CopyContext = {},
): void => context.session.whenSpelled(() => openMenuFor(context, subject, beside));

function openMenuFor(
  context: AccountPort & OverlayPort & TerminalPort,
  subject: ActionSubject,
  {view, line, textContent}: CopyContext,
): void {
  const {family, rows} = resolveSubject(context, subject);
  const {lookup} = context.session;
  // Copied values are pasted into other tools, so all of them are in the API's spelling.
  const spelled = (row: AnyRow): AnyRow => family.spelled(row, lookup);
  const [only] = rows.length === 1 ? rows : [];
  const lines = (key: string, text: string, of: (row: AnyRow) => string | undefined, hides = false): MenuItem[] => {
    if (rows.slice(0, MAX_CHECKED_ROWS).every(row => of(row) === undefined)) return [];
    const values = fitting(valuesOf(rows, of), '\n');
    if (values === undefined) return [tooLarge(key, text, rows)];
    const copied = values.join('\n');
    const note = hides ? hiddenWords : copied;
    const detail = values.length > 1 ? `${formatNumber(values.length)} lines` : note;
    return [{key, text, detail, run: () => copyText(context, copied, text)}];
  };
  const json = (key: string, text: string, of: (row: AnyRow) => unknown, more = ''): MenuItem => {
    const pieces = fitting(only ? [JSON.stringify(of(only), null, 2)] : jsonArrayPieces(rows, of));
    if (pieces === undefined) return tooLarge(key, text, rows);
    const copied = pieces.join('');
    return {key, text, detail: `${copied.length} characters${more}`, run: () => copyText(context, copied, text)};
  };
  // If not all rows fit, the contents of the last ones don't matter.
  const hides = rows.slice(0, MAX_CHECKED_ROWS).some(row => mask(row) !== row);
  const items = [
    ...(line === undefined ? [] : lineItems(context, line)),
    ...(textContent === undefined ? [] : writtenItems(context, textContent)),
    ...lines('i', 'ID', row => family.idText(row, lookup), only && visibleId(family, only) === undefined),
    ...lines('l', 'label', row => family.label(row, lookup)),
    ...lines('a', 'address', addressOf),
    ...lines('s', 'ssh line', row => (family.id === 'instances' ? sshLine(row) : undefined)),
    json('j', 'JSON', row => mask(spelled(row)), hides ? ', its secrets masked' : ''),
    // Other programs read the clipboard, and some store it, so a secret is copied only by an explicit choice.
    ...(hides ? [json('J', 'JSON with its secrets', spelled)] : []),
    ...(view === undefined ? [] : [tableItem(view)]),
  ];
  openMenu(context, {title: 'Copy', items: () => items});
}

const hiddenWords = 'a hidden secret';
/** If a value has more pieces than this, they get no separate entries. */
const MAX_PIECES = 6;

/** The value of the line under the cursor, and each of its pieces if they are side by side. */
function lineItems(context: NotificationPort & TerminalPort, {copies, text}: DetailLine): readonly MenuItem[] {
  const {name, isSecret, pieces} = copies ?? {name: 'line', isSecret: false, pieces: () => [text.trim()]};
  const values = pieces().map(sanitize);
  if (values.every(value => value.trim() === '')) return [];
  const item = (value: string, title: string, key?: string): MenuItem => ({
    key,
    text: title,
    detail: isSecret ? hiddenWords : value,
    ...(Buffer.byteLength(value) > MAX_CLIPBOARD_BYTES && {unless: tooLargeWords(title)}),
    run: () => copyText(context, value, title),
  });
  // The pieces of a sentence contain their spaces, and no piece is useful alone.
  const isSentence = values.some(value => /^\s|\s$/.test(value));
  const whole = isSentence ? values.join('').trim() : values.join(' ');
  const eachItem = isSentence || values.length < 2 || values.length > MAX_PIECES ? [] : values;
  return [
    item(whole, name, 'v'),
    ...eachItem.map((value, index) => item(value, `${name}, ${index + 1} of ${eachItem.length}`)),
  ];
}

function* valuesOf(rows: readonly AnyRow[], of: (row: AnyRow) => string | undefined): Generator<string> {
  for (const row of rows) {
    const value = of(row);
    if (value !== undefined) yield sanitize(value);
  }
}

/** The pieces, if the clipboard accepts all of them; pieces beyond the limit are not built. */
function fitting(pieces: Iterable<string>, between = ''): readonly string[] | undefined {
  const all: string[] = [];
  let bytes = -between.length;
  for (const piece of pieces) {
    bytes += between.length + Buffer.byteLength(piece);
    if (bytes > MAX_CLIPBOARD_BYTES) return undefined;
    all.push(piece);
  }
  return all;
}

const tooLargeWords = (name: string): string =>
  `${name} is too large for the terminal’s clipboard: :export writes a file`;

const tooLarge = (key: string, text: string, rows: readonly AnyRow[]): MenuItem => ({
  key,
  text,
  detail: rows.length > 1 ? `of ${formatNumber(rows.length)} rows` : '',
  unless: tooLargeWords(rows.length > 1 ? `${text} of ${formatNumber(rows.length)} rows` : text),
  run: () => {},
});

function writtenItems(
  context: OverlayPort & TerminalPort,
  {kind, text, file, isSecret}: TextContent,
): readonly MenuItem[] {
  return [
    {key: 'w', text: kind, detail: `${text.length} characters`, run: () => copyText(context, text, kind)},
    {
      key: 'f',
      text: `${kind} to a file…`,
      run: () =>
        openPrompt(context, {
          title: `Keep the ${kind} as a file`,
          name: 'File',
          initial: file,
          note: `From ${process.cwd()}, the working directory; ~ is your home. Existing files are never overwritten.`,
          async take(path) {
            const saved = await saveAs(path, text, {isSecret});
            if ('problem' in saved) return saved.problem;
            context.say(`the ${kind} is in ${saved.path}${isSecret ? ', readable only by you' : ''}`, 'ok');
            return undefined;
          },
        }),
    },
  ];
}

function tableItem(view: ListView): MenuItem {
  const {context, model} = view;
  const {ids, selection} = model.getState();
  const rows = (): readonly AnyRow[] => (selection.size > 0 ? model.selectedRows() : model.rows());
  return {
    key: 't',
    text: 'table as CSV',
    detail: `${formatNumber(selection.size > 0 ? selection.size : ids.length)} rows`,
    run() {
      if (selection.size === 0 && !isListComplete(view)) return;
      const lines = fitting(csvLines(view, rows()), LINE_END);
      if (lines === undefined) context.say(tooLargeWords('the table'), 'attention');
      else copyText(context, lines.join(LINE_END), 'the table');
    },
  };
}

/** The lines of the table with the values of `get --csv`; safe to open in a spreadsheet. */
export function* csvLines(
  view: Pick<ListView, 'context' | 'family' | 'params'>,
  rows: Iterable<AnyRow>,
): Generator<string> {
  const {family, params} = view;
  const {columns} = family;
  const context = {family, params, lookup: view.context.session.lookup};
  yield csvLine(columns.map(({title}) => csvText(title)));
  for (const row of rows) {
    // Secrets stay hidden in a file, also one that is the ID of its resource.
    const masked = mask(row) as AnyRow;
    yield csvLine(columns.map(column => csvText(columnValue(column, masked, context))));
  }
}

/** The first public IP address or host name of the resource, as its list shows it. */
export function addressOf(row: AnyRow): string | undefined {
  for (const name of ['ipv4', 'address', 'hostname', 'ipv6', 'host']) {
    const all = [row[name]].flat().filter(value => typeof value === 'string' && value !== '') as string[];
    const address = all.find(value => !isPrivate(value)) ?? all[0];
    if (address !== undefined) return name === 'ipv6' ? address.replace(/\/\d+$/, '') : address;
  }
  return undefined;
}

/** The address, if it can accept ssh connections: not a URL, and not a name with a port. */
export function ipOf(row: AnyRow): string | undefined {
  const address = addressOf(row);
  return address !== undefined && /^(?:[\d.]+|[0-9a-fA-F]*:[0-9a-fA-F:.]*)$/.test(address) ? address : undefined;
}

/** Only text with the form of an address goes into a command line. */
function sshLine(row: AnyRow): string | undefined {
  const address = ipOf(row);
  return address === undefined ? undefined : `ssh root@${address}`;
}
