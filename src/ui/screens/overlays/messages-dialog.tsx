/** The last messages in a dialog, each complete. */
import {useLayoutEffect} from 'react';
import {useStore} from 'zustand';
import type {Tone} from '../../../families/format/cells.ts';
import {Dialog, useDialogArea} from '../../components/dialog.tsx';
import {Row} from '../../components/display/row.tsx';
import type {Overlay} from '../../context/overlay-stack.ts';
import {useTheme} from '../../hooks/use-console.ts';
import {choiceWindow} from '../../widgets/choice-lines.ts';
import {cell, span, wrap} from '../../widgets/spans.ts';
import type {MessageEntry, MessageList} from './message-list.ts';

const MAX_COLUMNS = 110;
const MIN_ROWS = 5;
const TIME_CELLS = 8;
const GLYPH_CELLS = 2;
/** The width of the time of day, the glyph, and the spaces around them. */
const MARGIN_CELLS = 13;
const tones: Readonly<Record<MessageEntry['tone'], Tone>> = {
  ok: 'ok',
  attention: 'attention',
  failed: 'failed',
  plain: 'plain',
};

const linesOf = ({text}: MessageEntry, columns: number): readonly string[] =>
  wrap(text, Math.max(1, columns - MARGIN_CELLS - 1));

export function MessagesDialog({overlay}: {readonly overlay: Overlay<MessageList>}) {
  const {model} = overlay;
  const {entries, scroll: requestedScroll} = useStore(model.store);
  const area = useDialogArea((maxColumns, maxRows) => {
    const columns = Math.min(maxColumns - 6, MAX_COLUMNS);
    const lines = entries.reduce((sum, entry) => sum + linesOf(entry, columns).length, 0);
    return {columns, rows: Math.max(Math.min(lines, maxRows - 6), Math.min(MIN_ROWS, maxRows - 4))};
  });
  const {columns, rows} = area;
  const {scroll, shown} = choiceWindow(requestedScroll, entries.length, rows, at => {
    const entry = entries[at];
    return entry === undefined ? 1 : linesOf(entry, columns).length;
  });
  useLayoutEffect(() => model.setViewport(scroll, shown), [model, scroll, shown]);
  return (
    <Dialog title={overlay.title()} area={area} tone={overlay.tone()}>
      {entries.length === 0 && <Row spans={[span(' No messages yet.', 'dim')]} columns={columns} />}
      {entries.slice(scroll.top, scroll.top + shown).map((entry, index) => (
        <MessageRows
          // biome-ignore lint/suspicious/noArrayIndexKey: counted from the oldest, which keeps its key as newer ones arrive.
          key={entries.length - scroll.top - index}
          entry={entry}
          columns={columns}
          isSelected={scroll.top + index === scroll.cursor}
        />
      ))}
    </Dialog>
  );
}

interface MessageRowsProps {
  readonly entry: MessageEntry;
  readonly columns: number;
  readonly isSelected: boolean;
}

function MessageRows({entry, columns, isSelected}: MessageRowsProps) {
  const skin = useTheme();
  const glyph = entry.tone === 'plain' ? '' : skin.glyph(entry.tone);
  return linesOf(entry, columns).map((line, index) => (
    <Row
      // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its place.
      key={index}
      spans={[
        span(` ${cell(index === 0 ? entry.time : '', TIME_CELLS)} `, 'dim'),
        span(`${cell(index === 0 ? glyph : '', GLYPH_CELLS)} `, tones[entry.tone]),
        span(line),
      ]}
      columns={columns}
      isSelected={isSelected}
    />
  ));
}
