/** What can be copied of a row, and of a table. Goes through the terminal, so it crosses ssh and tmux. */
import type {AnyRow} from '../../../families/define.ts';
import {isPrivate} from '../../../families/format.ts';
import {keepAs} from '../../../platform/keep.ts';
import {typedPath} from '../../../platform/paths.ts';
import {csvLine, disarmed} from '../../../platform/text/csv.ts';
import {mask, shownId} from '../../../store/secrets.ts';
import type {Deck} from '../../deck.ts';
import {clean} from '../../terminal/index.ts';
import {type MenuItem, openMenu} from '../../widgets/menu.ts';
import {openPrompt} from '../../widgets/prompt.ts';
import {resolve, type Subject} from '../change/subject.ts';
import {copyText} from '../copying.ts';
import type {Written} from '../detail/lines.ts';
import {plainTexts} from '../list/columns.ts';
import type {ListPlace} from '../list/place.ts';

interface Beside {
  /** The list it is copied from. */
  readonly place?: ListPlace;
  /** The text that the tab at hand shows. */
  readonly written?: Written | undefined;
}

export function openCopy(deck: Deck, subject: Subject, {place, written}: Beside = {}): void {
  const {family, rows} = resolve(deck, subject);
  const item = (key: string, text: string, of: (row: AnyRow) => string | undefined, hides = false): MenuItem[] => {
    const values = rows.flatMap(row => of(row) ?? []);
    const copied = values.map(clean).join('\n');
    const told = hides ? 'shown to nobody unasked' : copied;
    return values.length === 0
      ? []
      : [
          {
            key,
            text,
            detail: values.length > 1 ? `${values.length} lines` : told,
            run: () => copyText(deck, copied, text),
          },
        ];
  };
  const whole = rows.length === 1 ? rows[0] : rows;
  const hidden = mask(whole);
  const isSecret = rows.some(row => shownId(family, row) === undefined);
  const jsonItem = (key: string, text: string, value: unknown): MenuItem => {
    const json = JSON.stringify(value, null, 2);
    const detail = `${json.length} characters${value === whole ? '' : ', its secrets masked'}`;
    return {key, text, detail, run: () => copyText(deck, json, text)};
  };
  openMenu(deck, {
    title: 'Copy',
    items: () => [
      ...(written === undefined ? [] : writtenItems(deck, written)),
      ...item('i', 'ID', row => String(family.key(row)), isSecret),
      ...item('l', 'label', row => family.label(row)),
      ...item('a', 'address', addressOf),
      ...item('s', 'ssh line', row => (family.id === 'instances' ? sshLine(row) : undefined)),
      jsonItem('j', 'JSON', hidden),
      // A clipboard is read by other programs, and kept by some: a secret goes there only when it is asked for by name.
      ...(hidden === whole ? [] : [jsonItem('J', 'JSON with its secrets', whole)]),
      ...(place === undefined ? [] : [tableItem(place)]),
    ],
  });
}

function writtenItems(deck: Deck, {what, text, file}: Written): readonly MenuItem[] {
  return [
    {key: 'w', text: what, detail: `${text.length} characters`, run: () => copyText(deck, text, what)},
    {
      key: 'f',
      text: `${what} to a file…`,
      run: () =>
        openPrompt(deck, {
          title: `Keep the ${what} as a file`,
          name: 'File',
          initial: file,
          note: `From ${process.cwd()}, where the program was started; ~ is your home. Nothing is written over what is there.`,
          async take(path) {
            const problem = await keepAs(path, text);
            if (problem === undefined) deck.say(`the ${what} is in ${typedPath(path)}`, 'ok');
            return problem;
          },
        }),
    },
  ];
}

function tableItem(place: ListPlace): MenuItem {
  const {deck, model} = place;
  const {ids, marks} = model.get();
  const shown = marks.size > 0 ? ids.filter(id => marks.has(id)) : ids;
  return {
    key: 't',
    text: 'table as CSV',
    detail: `${shown.length} rows`,
    run: () =>
      copyText(
        deck,
        csv(
          place,
          shown.flatMap((id): readonly AnyRow[] => {
            const row = model.row(id);
            return row === undefined ? [] : [row];
          }),
        ),
        'the table',
      ),
  };
}

/** The table as the list shows it; safe to open in a spreadsheet. */
export function csv(place: ListPlace, rows: readonly AnyRow[]): string {
  const {columns} = place.family;
  const harmless = (text: string): string => (/^-?[\d.]+$/.test(text) ? text : disarmed(text));
  const lines = rows.map(row => plainTexts(place, columns, row).map(harmless));
  return [columns.map(({title}) => harmless(title)), ...lines].map(csvLine).join('\r\n');
}

/** The first address by which the resource is reached, where its row holds one: a public one, as its list shows it. */
export function addressOf(row: AnyRow): string | undefined {
  for (const name of ['ipv4', 'address', 'hostname', 'ipv6', 'host']) {
    const all = [row[name]].flat().filter(value => typeof value === 'string' && value !== '') as string[];
    const address = all.find(value => !isPrivate(value)) ?? all[0];
    if (address !== undefined) return name === 'ipv6' ? address.replace(/\/\d+$/, '') : address;
  }
  return undefined;
}

/** The same, where it is one that a connection can be made to: no URL, and no name with a port behind it. */
export function ipOf(row: AnyRow): string | undefined {
  const address = addressOf(row);
  return address !== undefined && /^(?:[\d.]+|[0-9a-fA-F]*:[0-9a-fA-F:.]*)$/.test(address) ? address : undefined;
}

/** Only what looks like an address goes into a command line. */
function sshLine(row: AnyRow): string | undefined {
  const address = ipOf(row);
  return address === undefined ? undefined : `ssh root@${address}`;
}
