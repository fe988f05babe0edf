/** A page of lines in one or two columns, with a bar on the line under the cursor. */
import {Box} from 'ink';
import {useLayoutEffect} from 'react';
import {useStore} from 'zustand';
import {Row} from '../../components/display/row.tsx';
import type {PageArea} from '../../context/navigation.ts';
import {useFocus, useTheme} from '../../hooks/use-console.ts';
import {span} from '../../widgets/spans.ts';
import {columnWidths, type LinePage} from './line-page.ts';
import type {PageLine} from './page-lines.ts';

const MARGIN = span(' ');

export interface LinePageViewProps {
  readonly page: LinePage;
  readonly area: PageArea;
}

export function LinePageView({page, area}: LinePageViewProps) {
  const isFocused = useFocus() === 'main';
  useStore(page.store);
  useLayoutEffect(() => page.setArea(area), [page, area]);
  const {columns, rows} = area;
  const {left, right, scroll} = page.layout(area);
  const cursor = isFocused ? scroll.cursor : undefined;
  const window = {top: scroll.top, rows, cursor, hasMark: (line: PageLine) => page.hasMark(line)};
  if (right === undefined) return <PageColumn lines={left} first={0} columns={columns} {...window} />;
  const [leftColumns, rightColumns] = columnWidths(columns);
  return (
    <Box>
      <PageColumn lines={left} first={0} columns={leftColumns} {...window} />
      <PageColumn lines={right} first={left.length} columns={rightColumns} {...window} />
    </Box>
  );
}

interface PageColumnProps {
  readonly lines: readonly PageLine[];
  /** The index of the first line in the order of the cursor. */
  readonly first: number;
  readonly columns: number;
  /** The first visible row, and the number of rows. */
  readonly top: number;
  readonly rows: number;
  /** The line with the bar; undefined while the page has no focus. */
  readonly cursor: number | undefined;
  /** True if the line has a mark while the cursor is on it. */
  hasMark(line: PageLine): boolean;
}

function PageColumn({lines, first, columns, top, rows, cursor, hasMark}: PageColumnProps) {
  const mark = span(useTheme().symbol('cursor'));
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      {lines.slice(top, top + rows).map((line, index) => {
        const isSelected = first + top + index === cursor;
        return (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a row of the window has no identity but its place.
            key={index}
            spans={[isSelected && hasMark(line) ? mark : MARGIN, ...line.spans]}
            columns={columns}
            isSelected={isSelected}
          />
        );
      })}
    </Box>
  );
}
