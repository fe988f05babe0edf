/** The style of a table, kept until one of its inputs changes: painted rows are cached by it. */

import type {Family, Lookup, PathParams} from '../../../families/shape/define-family.ts';
import {hasSameItems} from '../../../platform/runtime/memoize.ts';
import type {ListModel} from '../../../store/list/list-model.ts';
import {profileColumn} from '../../../store/multi/merged-family.ts';
import type {ClockPort, MergedAccountsPort, PreferencesPort, SessionPort, SkinPort} from '../../context/ports.ts';
import {columnIds, layoutColumns, sampleOf, statusCells} from '../shared/column-layout.ts';
import type {ListView} from '../shared/list-view-types.ts';
import {MARGIN, type TableStyle} from '../shared/row-painter.ts';

type TableStylePorts = ClockPort & MergedAccountsPort & PreferencesPort & SessionPort & SkinPort;

export interface TableStyles {
  /** The style of a table of this width. */
  at(columns: number): TableStyle;
  /**
   * Drops the style: the text of rows may depend on further data, such as other families, settings or the time of day.
   */
  forget(): void;
}

/**
 * Ages in cells increase: rows that were painted longer ago than this are painted again after a key press,
 * milliseconds.
 */
const AGE_REPAINT_MS = 10_000;
/**
 * After this number of beats rows are repainted even while keys arrive, so that a user who holds a key doesn't see old
 * ages forever.
 */
const MAX_LATE_BEATS = 3;

/** Size classes of incomplete lists: no rows, or a part of the rows. */
const EMPTY_SCALE = -2;
const PARTIAL_SCALE = -1;

export interface TableStylesOptions {
  readonly context: TableStylePorts;
  readonly family: Family;
  readonly params: PathParams;
  readonly model: ListModel;
  readonly lookup: Lookup;
  readonly added: ListView['added'];
  /** True while the user moves through the list. */
  readonly isScrolling: () => boolean;
  /** Called when a style has old ages: the rows must be painted again when no key is waiting. */
  readonly onRepaintDue: () => void;
}

export function createTableStyles({
  context,
  family,
  params,
  model,
  lookup,
  added,
  isScrolling,
  onRepaintDue,
}: TableStylesOptions): TableStyles {
  let kept:
    | {readonly key: readonly unknown[]; readonly scale: number; readonly beat: number; readonly table: TableStyle}
    | undefined;
  let epoch = 0;
  /** The widest status column so far, for one width of the table. */
  let status = {columnsWide: 0, cells: 0};
  /** The first beat at which the style had old ages. */
  let lateSince: number | undefined;
  return {
    at(columnsWide) {
      const {rows, isComplete} = model.collection.getState();
      const skin = context.skin();
      const {cursor, columns: choices} = context.preferences.getState();
      const own = choices[family.id];
      const {columns: addedColumns} = added;
      const shown = columnIds(family, own, addedColumns);
      // The account column of a merged list can't be hidden.
      const chosen = own && shown && context.accounts ? withProfileColumn(shown) : shown;
      const beat = Math.floor(context.clock.now() / AGE_REPAINT_MS);
      // Widths stay the same while single rows change, and are computed again when the size of the list changes.
      const scale = isComplete
        ? Math.round(Math.log2(rows.length + 1) * 4)
        : rows.length > 0
          ? PARTIAL_SCALE
          : EMPTY_SCALE;
      const isInTransition = context.session.account
        .getState()
        .operations.some(({target}) => target?.family === family.id);
      const key = [columnsWide, skin, cursor, own, addedColumns, epoch, isInTransition];
      if (kept !== undefined && hasSameItems(kept.key, key)) {
        const isFit = scale === kept.scale || (kept.scale !== EMPTY_SCALE && isScrolling());
        if (isFit && scale === kept.scale && beat === kept.beat) return kept.table;
        if (isFit) {
          lateSince ??= beat;
          onRepaintDue();
          if (beat - lateSince < MAX_LATE_BEATS) return kept.table;
        }
      }
      lateSince = undefined;
      const columns = layoutColumns({
        family,
        lookup,
        params,
        sample: sampleOf(rows),
        room: columnsWide - MARGIN - 1,
        chosen,
        isInTransition,
        minStatusCells: status.columnsWide === columnsWide ? status.cells : 0,
      });
      status = {columnsWide, cells: statusCells(columns)};
      // All rows show their ages at the same time, so that no row looks younger under the cursor.
      const fixedLookup = {...lookup, now: lookup.now};
      kept = {
        key,
        scale,
        beat,
        table: {family, lookup: fixedLookup, params, columns, skin, columnsWide, hasGutter: cursor === 'gutter'},
      };
      return kept.table;
    },
    forget() {
      epoch++;
    },
  };
}

const withProfileColumn = (chosen: readonly string[]): readonly string[] => [profileColumn, ...chosen];
