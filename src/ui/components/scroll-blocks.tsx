/** Blocks of rows below each other in a window that scrolls by rows. Only the blocks in the window are rendered. */
import {Box} from 'ink';
import {type ReactNode, useState} from 'react';

export interface Block {
  readonly id: string;
  /** The rows that the element takes. */
  readonly rows: number;
  readonly element: ReactNode;
}

export interface ScrollBlocksProps {
  readonly blocks: readonly Block[];
  /** The first visible row. */
  readonly top: number;
  /** The rows of the window. */
  readonly rows: number;
}

export const countRows = (blocks: readonly Block[]): number => blocks.reduce((sum, {rows}) => sum + rows, 0);

export function ScrollBlocks({blocks, top, rows}: ScrollBlocksProps) {
  const visible: Block[] = [];
  let hidden = 0;
  let begin = 0;
  for (const block of blocks) {
    const end = begin + block.rows;
    if (end > top && begin < top + rows) {
      if (visible.length === 0) hidden = top - begin;
      visible.push(block);
    }
    begin = end;
  }
  const height = countRows(visible);
  // Ink cuts every text of a box that hides its overflow, so a window that shows whole blocks hides nothing.
  const overflow = hidden > 0 || height > rows ? 'hidden' : 'visible';
  return (
    <Box height={rows} flexShrink={0} flexDirection="column" overflow={overflow}>
      <Box marginTop={-hidden} height={height} flexShrink={0} flexDirection="column">
        {visible.map(({id, rows: blockRows, element}) => (
          <Box key={id} height={blockRows} flexShrink={0} flexDirection="column">
            {element}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** The first visible row, moved as little as possible so that the whole block with this ID shows. */
export function useScrollTop(blocks: readonly Block[], id: string, rows: number): number {
  const [top, setTop] = useState(0);
  const at = blocks.findIndex(block => block.id === id);
  const begin = countRows(blocks.slice(0, Math.max(0, at)));
  const end = begin + (blocks[at]?.rows ?? 1);
  const shown = Math.min(Math.max(top, end - rows), begin);
  const next = Math.max(0, Math.min(shown, countRows(blocks) - rows));
  if (next !== top) setTop(next);
  return next;
}

interface GrownSize {
  readonly columns: number;
  readonly rows: number;
}

/** The greatest height at this width so far: a dialog grows, but doesn't jump when the focus moves. */
export function useGrownRows(columns: number, rows: number): number {
  const [grown, setGrown] = useState<GrownSize>({columns, rows});
  const next = grown.columns === columns ? Math.max(grown.rows, rows) : rows;
  if (next !== grown.rows || columns !== grown.columns) setGrown({columns, rows: next});
  return next;
}
