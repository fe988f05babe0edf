/** The frame of a dialog: a border with the title in its upper edge, placed on the screen. */
import {Box, Text} from 'ink';
import type {ReactNode} from 'react';
import type {Tone} from '../../families/format/cells.ts';
import {overlayRectangle} from '../frame/layout.ts';
import {useScreen, useTheme} from '../hooks/use-console.ts';
import {cellWidth, sanitize, truncate} from '../terminal/index.ts';
import {FloatingBox} from '../terminal/ink/index.ts';
import {TextRow} from './display/row.tsx';

const UNICODE = {corners: ['╭', '╮', '╰', '╯'], across: '─', down: '│'} as const;
const ASCII = {corners: ['+', '+', '+', '+'], across: '-', down: '|'} as const;

/** The place of a dialog, and the cells inside its border. */
export interface DialogArea {
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
}

/** The cells inside the border that a dialog wants, given the largest possible ones. */
export type DialogSize = (maxColumns: number, maxRows: number) => {readonly columns: number; readonly rows: number};

/**
 * The area of a dialog that wants this size; a larger one is cut to the screen.
 * @param at `upper` for a text line with suggestions that grow below it
 */
export function useDialogArea(size: DialogSize, at: 'center' | 'upper' = 'center'): DialogArea {
  const screen = useScreen();
  const {x, y, width, height} = overlayRectangle({at, size}, screen, screen.edges);
  return {x, y, columns: width - 2, rows: height - 2};
}

export interface DialogProps {
  readonly title: string;
  readonly area: DialogArea;
  /** The color of the border. */
  readonly tone?: Tone;
  /** Rows as wide as the area. */
  readonly children?: ReactNode;
}

/** Cells beside a dialog that are too few to show more than the remains of words. */
const MAX_GUTTER_CELLS = 4;

export function Dialog({title, area: {x, y, columns, rows}, tone = 'accent', children}: DialogProps) {
  const skin = useTheme();
  const screen = useScreen();
  const {corners, across, down} = skin.isAscii ? ASCII : UNICODE;
  const heading = ` ${truncate(sanitize(title), Math.max(0, columns - 4))} `;
  const rule = across.repeat(Math.max(0, columns - cellWidth(heading) - 1));
  const width = columns + 2;
  const edge = lines(skin.tone(tone, down), rows);
  const right = x + width;
  return (
    <>
      <Gutter x={0} y={y} columns={x} rows={rows + 2} />
      <Gutter x={right} y={y} columns={screen.columns - right} rows={rows + 2} />
      <FloatingBox area={{x, y, width, height: rows + 2}}>
        <TextRow
          text={skin.tone(tone, corners[0] + across) + skin.heading(heading) + skin.tone(tone, rule + corners[1])}
          columns={width}
        />
        <Box height={rows}>
          <Text>{edge}</Text>
          <Text>{lines(' '.repeat(columns), rows)}</Text>
          <Text>{edge}</Text>
        </Box>
        <TextRow text={skin.tone(tone, corners[2] + across.repeat(columns) + corners[3])} columns={width} />
        <Box position="absolute" top={1} left={1} width={columns} height={rows} flexDirection="column">
          {children}
        </Box>
      </FloatingBox>
    </>
  );
}

/** The same text on each row: Ink measures blanks alone much faster than beside the lines of a border. */
const lines = (text: string, rows: number): string => new Array(rows).fill(text).join('\n');

/** Blank cells between the lowest dialog and an edge of the screen, if the edge is near. */
function Gutter({x, y, columns, rows}: DialogArea) {
  const {hasDialogBelow} = useScreen();
  if (hasDialogBelow || columns <= 0 || columns > MAX_GUTTER_CELLS) return null;
  return (
    <FloatingBox area={{x, y, width: columns, height: rows}}>
      <Text>{lines(' '.repeat(columns), rows)}</Text>
    </FloatingBox>
  );
}
