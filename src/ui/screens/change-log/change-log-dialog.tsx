/** The change log in a dialog: one line per change, and the filter below. */
import {Box} from 'ink';
import {useLayoutEffect} from 'react';
import {useStore} from 'zustand';
import {Dialog, useDialogArea} from '../../components/dialog.tsx';
import {Row} from '../../components/display/row.tsx';
import {TextField} from '../../components/text-field.tsx';
import type {Overlay} from '../../context/overlay-stack.ts';
import {useTheme} from '../../hooks/use-console.ts';
import {clampScroll} from '../../widgets/scroll.ts';
import {span} from '../../widgets/spans.ts';
import {type ChangeLog, emptyText} from './change-log.ts';
import {headSpans, layoutRecords, recordSpans} from './record-spans.ts';

const MIN_ROWS = 12;

export function ChangeLogDialog({overlay}: {readonly overlay: Overlay<ChangeLog>}) {
  const {model} = overlay;
  const {profiles} = model;
  const skin = useTheme();
  const state = useStore(model.store);
  const {all, records, filter, isFiltering, failure} = state;
  const area = useDialogArea((columns, rows) => ({
    columns: columns - 6,
    rows: Math.min(rows - 6, Math.max(MIN_ROWS, all.length + 1)),
  }));
  const {columns} = area;
  const hasFoot = isFiltering || filter.text !== '';
  const body = area.rows - (hasFoot ? 1 : 0);
  const height = Math.max(1, body - (profiles ? 1 : 0));
  const {cursor, top} = clampScroll(state.scroll, records.length, height);
  useLayoutEffect(() => model.setHeight(height), [model, height]);
  const visible = records.slice(top, top + height);
  const now = model.now();
  const layout = layoutRecords(visible, {columns, now, ...(profiles && {profiles})});
  return (
    <Dialog title={overlay.title()} area={area} tone={overlay.tone()}>
      <Box height={body} flexDirection="column">
        {profiles && <Row spans={headSpans(layout, now)} columns={columns} />}
        {visible.map((record, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: counted from the oldest, which keeps its key as newer ones arrive.
            key={records.length - top - index}
            spans={recordSpans(skin, record, layout)}
            columns={columns}
            isSelected={top + index === cursor}
          />
        ))}
        {records.length === 0 && (
          <Row spans={[span(` ${emptyText(state)}`, failure === undefined ? 'dim' : 'failed')]} columns={columns} />
        )}
      </Box>
      {isFiltering && <TextField prompt=" /" line={filter} columns={columns} />}
      {hasFoot && !isFiltering && <Row spans={[span(` /${filter.text}`, 'accent')]} columns={columns} />}
    </Dialog>
  );
}
