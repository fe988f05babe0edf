/**
 * The details beside a list as they were drawn: moving the cursor back and forth among the rows of a screen draws each
 * once. Decision record 24 has the figures.
 */
import type {AnyRow} from '../../../families/shape/define-family.ts';
import {TwoGenerationCache} from '../../terminal/index.ts';
import type {Skin} from '../../theme/skin.ts';

/** The values besides the row that a drawn detail depends on. All others clear the cache when they change. */
export interface DrawnStyle {
  readonly skin: Skin;
  readonly columns: number;
  readonly rows: number;
  /** The index of the tab: a list of databases shows details with different tabs. */
  readonly tab: number;
}

interface DrawnDetail extends DrawnStyle {
  readonly lines: string[];
}

/** The rows of a screen; the cache holds up to twice as many. */
const SCREEN_ROWS = 64;

export class DrawnDetails {
  #details = new TwoGenerationCache<AnyRow, DrawnDetail>(SCREEN_ROWS);

  /** The lines of a row; undefined if they aren't known in this style. */
  find(row: AnyRow, {skin, columns, rows, tab}: DrawnStyle): string[] | undefined {
    const drawn = this.#details.get(row);
    if (drawn?.skin !== skin || drawn.tab !== tab) return undefined;
    return drawn.columns === columns && drawn.rows === rows ? drawn.lines : undefined;
  }

  add(row: AnyRow, style: DrawnStyle, lines: string[]): void {
    this.#details.set(row, {...style, lines});
  }

  clear(): void {
    this.#details = new TwoGenerationCache(SCREEN_ROWS);
  }
}
