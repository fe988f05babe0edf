/** A menu in a dialog: one row per item, with its key in front and the reason of a disabled item beside or below it. */
import {useLayoutEffect} from 'react';
import {useStore} from 'zustand';
import {keyName} from '../../keymap/keymap.ts';
import type {Overlay} from '../context/overlay-stack.ts';
import type {MenuItem} from '../context/prompt-types.ts';
import {useTheme} from '../hooks/use-console.ts';
import {type MenuModel, sharedReason} from '../models/menu.ts';
import {cellWidth, fitToCells} from '../terminal/index.ts';
import {choiceWindow} from '../widgets/choice-lines.ts';
import {cell, span, wrap} from '../widgets/spans.ts';
import {paintPrompt} from '../widgets/text-input.ts';
import {Dialog, useDialogArea} from './dialog.tsx';
import {Row, TextRow, TextRows} from './display/row.tsx';

const REASON_INDENT = '    ';
/** Cells beside the text and the detail of an item. */
const MARGIN_CELLS = 10;
/** A longer shared reason is wrapped, unless the items are wider. */
const MAX_SHARED_CELLS = 60;

export function MenuDialog({overlay}: {readonly overlay: Overlay<MenuModel>}) {
  const {model} = overlay;
  const skin = useTheme();
  const {filter, scroll: wanted} = useStore(model.store);
  const listed = model.items();
  const shared = sharedReason(listed);
  // An item with the shared reason is only dimmed.
  const all = listed.map(item => (shared !== undefined && item.unless === shared ? {...item, unless: ''} : item));
  const sharedIn = (columns: number): readonly string[] => (shared === undefined ? [] : wrap(shared, columns - 4));
  const items = model.matches(all);
  const isLong = model.isLong(all);
  const title = overlay.title();
  const hasPrompt = filter !== undefined || isLong;
  const area = useDialogArea((maxColumns, maxRows) => {
    const width = Math.max(menuWidth(title, all, isLong), Math.min(cellWidth(shared ?? '') + 5, MAX_SHARED_CELLS));
    const columns = Math.min(width, maxColumns - 2);
    const keyed = keyCells(all);
    const reason = Math.max(0, ...all.map(item => reasonLines(item, keyed, columns).length));
    const fixed = sharedIn(columns).length + (hasPrompt ? 1 : 0);
    return {columns, rows: Math.min(Math.max(1, all.length) + reason + fixed, maxRows - 4)};
  });
  const {columns} = area;
  const sharedLines = sharedIn(columns);
  const rows = Math.max(1, area.rows - sharedLines.length - (hasPrompt ? 1 : 0));
  const keyed = keyCells(items);
  // Only the selected item shows its reason in full.
  const current = Math.max(0, Math.min(wanted.cursor, items.length - 1));
  const reason = reasonLines(items[current], keyed, columns);
  const {scroll} = choiceWindow(wanted, items.length, rows, at => (at === current ? 1 + reason.length : 1));
  useLayoutEffect(() => model.setViewport(scroll, rows), [model, scroll, rows]);
  return (
    <Dialog title={title} area={area} tone={overlay.tone()}>
      <TextRows
        texts={sharedLines.map((line, index) =>
          skin.tone('attention', cell(` ${index === 0 ? skin.glyph('attention') : ' '} ${line}`, columns)),
        )}
        columns={columns}
      />
      {filter !== undefined && (
        <TextRow text={paintPrompt(skin, {prompt: ' /', line: filter}, columns)} columns={columns} />
      )}
      {filter === undefined && hasPrompt && <Row spans={[span(` ${typingHint(all)}`, 'dim')]} columns={columns} />}
      {items.length === 0 && <Row spans={[span(` ${emptyText(filter?.text)}`, 'dim')]} columns={columns} />}
      {items.slice(scroll.top, scroll.top + rows).map((item, index) => (
        <MenuRow
          // biome-ignore lint/suspicious/noArrayIndexKey: two items may have one text, such as bookmarks of two accounts.
          key={scroll.top + index}
          item={item}
          keyed={keyed}
          columns={columns}
          reason={scroll.top + index === scroll.cursor ? reason : undefined}
        />
      ))}
    </Dialog>
  );
}

interface MenuRowProps {
  readonly item: MenuItem;
  /** Cells of the column of keys. */
  readonly keyed: number;
  readonly columns: number;
  /** The lines of the reason below the selected item; undefined for the other items. */
  readonly reason: readonly string[] | undefined;
}

function MenuRow({item, keyed, columns, reason}: MenuRowProps) {
  const skin = useTheme();
  const key = fitToCells(item.key === undefined ? '' : keyName(item.key), keyed);
  const isOff = item.unless !== undefined;
  const aside = item.unless ?? item.detail ?? '';
  if (reason === undefined)
    return (
      <Row
        spans={[span(` ${key}`, isOff ? 'dim' : 'accent'), span(item.text, isOff ? 'dim' : item.tone)]}
        end={[span(` ${aside} `, 'dim')]}
        columns={columns}
      />
    );
  const beside = reason.length > 0 ? '' : aside;
  const right = cell(beside, Math.max(0, Math.min(cellWidth(beside), columns - keyed - cellWidth(item.text) - 4)));
  const left = cell(` ${key}${item.text}`, columns - cellWidth(right) - 1);
  return (
    <>
      <TextRow text={skin.bar(`${left}${right} `)} columns={columns} />
      <TextRows texts={reason.map(line => skin.bar(cell(`${REASON_INDENT}${line}`, columns)))} columns={columns} />
    </>
  );
}

const typingHint = (items: readonly MenuItem[]): string =>
  items.some(({key}) => key !== undefined) ? 'type a name, or press the key before it' : 'type a name';

const emptyText = (typed = ''): string => (typed === '' ? 'no entries' : `no match for ${typed}`);

const menuWidth = (title: string, items: readonly MenuItem[], isLong: boolean): number =>
  Math.max(
    cellWidth(title) + 4,
    items.length === 0 ? cellWidth(emptyText()) + 2 : 0,
    isLong ? cellWidth(typingHint(items)) + 2 : 0,
    ...items.map(item => cellWidth(item.text) + cellWidth(item.unless ?? item.detail ?? '') + MARGIN_CELLS),
  );

const keyCells = (items: readonly MenuItem[]): number =>
  Math.max(0, ...items.map(({key}) => (key === undefined ? 0 : cellWidth(keyName(key)) + 2)));

/** The reason why an item is disabled, in separate lines; none if it fits beside the text. */
function reasonLines(item: MenuItem | undefined, keyed: number, columns: number): readonly string[] {
  if (item?.unless === undefined) return [];
  const fits = keyed + cellWidth(item.text) + cellWidth(item.unless) + 4 <= columns;
  return fits ? [] : wrap(item.unless, Math.max(1, columns - REASON_INDENT.length - 1));
}
