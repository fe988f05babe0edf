/** The dialog around the steps of a change. */
import type {Tone} from '../../../families/format/cells.ts';
import {useScreen} from '../../hooks/use-console.ts';

export interface StepFrame {
  readonly title: string;
  readonly tone: Tone;
  /** The maximum width of the dialog, in cells inside its border. */
  readonly maxColumns: number;
  /** Cells of the screen below that stay visible. */
  readonly margin: number;
}

const BORDER_CELLS = 2;
const MIN_ROWS = 5;
/** Rows of the screen below that stay visible. */
const SCREEN_MARGIN_ROWS = 4;

/** The width of a step inside the border. */
export const useStepColumns = ({maxColumns, margin}: StepFrame): number =>
  Math.min(useScreen().columns - BORDER_CELLS - margin, maxColumns);

/** The height of a step inside the border, if its content has this many rows. */
export const stepRows = (rows: number, maxRows: number): number =>
  Math.min(maxRows - SCREEN_MARGIN_ROWS, Math.max(rows, MIN_ROWS));
