/** An object as JSON in a dialog. */
import {Box} from 'ink';
import {useLayoutEffect} from 'react';
import {useStore} from 'zustand';
import {Dialog, useDialogArea} from '../../components/dialog.tsx';
import {Row} from '../../components/display/row.tsx';
import {TextField} from '../../components/text-field.tsx';
import type {Overlay} from '../../context/overlay-stack.ts';
import {useTheme} from '../../hooks/use-console.ts';
import type {Skin} from '../../theme/skin.ts';
import {clampScroll} from '../../widgets/scroll.ts';
import {type Span, span} from '../../widgets/spans.ts';
import {matchesText, type TreeLine} from '../shared/json-tree.ts';
import type {JsonView} from './json-view.ts';

const MIN_ROWS = 10;

export function JsonDialog({overlay}: {readonly overlay: Overlay<JsonView>}) {
  const {model} = overlay;
  const skin = useTheme();
  const {lines, scroll: requestedScroll, typing, query} = useStore(model.store);
  const area = useDialogArea((columns, rows) => ({
    columns: columns - 6,
    rows: Math.min(rows - 4, Math.max(lines.length, MIN_ROWS)),
  }));
  const {columns} = area;
  const height = area.rows - (typing === undefined ? 0 : 1);
  const {cursor, top} = clampScroll(requestedScroll, lines.length, height);
  useLayoutEffect(() => model.setHeight(height), [model, height]);
  return (
    <Dialog title={overlay.title()} area={area} tone={overlay.tone()}>
      <Box height={height} flexDirection="column">
        {lines.slice(top, top + height).map((line, index) => (
          <Row
            key={`${line.path} ${line.isOpening} ${line.isClosing}`}
            spans={lineSpans(line, skin, query)}
            columns={columns}
            isSelected={top + index === cursor}
          />
        ))}
      </Box>
      {typing !== undefined && <TextField prompt=" /" line={typing} columns={columns} />}
    </Dialog>
  );
}

function lineSpans(line: TreeLine, skin: Skin, query: string): Span[] {
  const {depth, name, value, isOpening, isClosing, size, isLast} = line;
  const list = Array.isArray(value);
  const [begin, end] = list ? ['[', ']'] : ['{', '}'];
  const comma = isLast ? '' : ',';
  const fold = isOpening && size > 0 ? skin.symbol(line.isFolded ? 'folded' : 'unfolded') : ' ';
  const head: Span[] = [span(` ${'  '.repeat(depth)}`), span(`${fold} `, 'dim')];
  if (name !== undefined) {
    const isMatch = query !== '' && matchesText(line, query);
    head.push(span(JSON.stringify(name), isMatch ? 'attention' : 'accent'), span(': '));
  }
  if (isOpening && isClosing)
    return [...head, span(size === 0 ? `${begin}${end}` : `${begin} ${size} ${end}`), span(comma, 'dim')];
  if (isOpening) return [...head, span(begin)];
  if (isClosing) return [...head, span(end), span(comma, 'dim')];
  const tone =
    typeof value === 'string' ? 'ok' : value === null ? 'dim' : typeof value === 'boolean' ? 'busy' : 'attention';
  return [...head, span(JSON.stringify(value) ?? 'undefined', tone), span(comma, 'dim')];
}
