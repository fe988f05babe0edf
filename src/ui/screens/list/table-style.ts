/** The table's look, kept until something it is made of changes: its identity keeps painted rows alive. */
import type {Family, Lookup, PathParams} from '../../../families/shape/define-family.ts';
import type {ListModel} from '../../../store/list/list-model.ts';
import {profileColumn} from '../../../store/multi/merged-family.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import {layoutColumns, sampleOf} from '../shared/column-layout.ts';
import {MARGIN, type TableStyle} from '../shared/row-painter.ts';

export interface TableStyles {
  /** The look for a table so many cells wide. */
  at(columns: number): TableStyle;
  /** Something the rows say may have changed without the rows: other families, settings, the time of day. */
  forget(): void;
}

/** Ages in cells grow: rows that were painted so many milliseconds ago are painted again once a key was pressed. */
const AGE_REPAINT_MS = 10_000;
/** After so many beats not only when it is convenient: who holds a key must not see old ages for ever. */
const MAX_STALE_BEATS = 3;

/** Sizes of lists that are not whole: nothing of it is there, or a part. */
const EMPTY_SCALE = -2;
const PARTIAL_SCALE = -1;

export interface TableStylesOptions {
  readonly context: ConsoleContext;
  readonly family: Family;
  readonly at: PathParams;
  readonly model: ListModel;
  readonly lookup: Lookup;
  /** True while the user moves through the list. */
  readonly isScrolling: () => boolean;
  /** Called for each look that is out of date: all of it is to be forgotten and painted when no key waits for it. */
  readonly onStale: () => void;
}

export function createTableStyles({
  context,
  family,
  at,
  model,
  lookup,
  isScrolling,
  onStale,
}: TableStylesOptions): TableStyles {
  let kept:
    | {readonly key: readonly unknown[]; readonly scale: number; readonly beat: number; readonly table: TableStyle}
    | undefined;
  let epoch = 0;
  /** The beat in which the look was first found to be out of date. */
  let lateSince: number | undefined;
  return {
    at(columnsWide) {
      const {rows, complete} = model.collection.get();
      const skin = context.skin();
      const {cursor, columns: choices} = context.preferences.get();
      const own = choices[family.id];
      // The account column of a merged list can't be hidden.
      const chosen = own && context.accounts ? profiled(own) : own;
      const beat = Math.floor(context.clock.now() / AGE_REPAINT_MS);
      // Widths stay while single rows change, and are computed again when the list as a whole changes.
      const scale = complete
        ? Math.round(Math.log2(rows.length + 1) * 4)
        : rows.length > 0
          ? PARTIAL_SCALE
          : EMPTY_SCALE;
      const isInTransition = context.session.operations.get().some(({target}) => target?.family === family.id);
      const key = [columnsWide, skin, cursor, own, epoch, isInTransition];
      if (kept !== undefined && key.every((part, index) => part === kept?.key[index])) {
        const isFit = scale === kept.scale || (kept.scale !== EMPTY_SCALE && isScrolling());
        if (isFit && scale === kept.scale && beat === kept.beat) return kept.table;
        if (isFit) {
          lateSince ??= beat;
          onStale();
          if (beat - lateSince < MAX_STALE_BEATS) return kept.table;
        }
      }
      lateSince = undefined;
      const columns = layoutColumns({
        family,
        lookup,
        at,
        sample: sampleOf(rows),
        room: columnsWide - MARGIN - 1,
        chosen,
        isInTransition,
      });
      // All rows tell their ages by one moment: under the cursor none is younger than it was above it.
      const still = {...lookup, now: lookup.now};
      kept = {
        key,
        scale,
        beat,
        table: {family, lookup: still, at, columns, skin, columnsWide, gutter: cursor === 'gutter'},
      };
      return kept.table;
    },
    forget() {
      epoch++;
    },
  };
}

const profiled = (chosen: readonly string[]): readonly string[] => [profileColumn, ...chosen];
