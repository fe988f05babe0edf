/** A list inside a detail: its rows in the initial order of the family's list, and their painter. */
import type {AnyRow, Family, Lookup, PathParams} from '../../../../families/shape/define-family.ts';
import {columnSortKey, createComparator} from '../../../../store/list/sort.ts';
import type {PreferencesPort, SkinPort} from '../../../context/ports.ts';
import {layoutColumns, sampleOf, statusCells} from '../../shared/column-layout.ts';
import {MARGIN, type TableStyle} from '../../shared/row-painter.ts';

export interface NestedTable {
  inOrder(rows: readonly AnyRow[]): readonly AnyRow[];
  /**
   * The table style; the same object until the sample, the width or the theme changes, because painted rows are cached
   * by it.
   */
  table(sample: readonly AnyRow[], columns: number): TableStyle;
  /** Drops the layout and all painted rows, because data that the cells depend on has changed. */
  forget(): void;
}

export function createNestedTable(
  context: PreferencesPort & SkinPort,
  family: Family,
  params: PathParams,
  lookup: Lookup,
): NestedTable {
  let lastLayout:
    | {readonly sample: readonly AnyRow[]; readonly columns: number; readonly table: TableStyle}
    | undefined;
  let sorted: {readonly from: readonly AnyRow[]; readonly rows: readonly AnyRow[]} | undefined;
  return {
    inOrder(from) {
      const {sort = ''} = family;
      const keyOf = columnSortKey(family, sort.replace(/^-/, ''), {lookup, params});
      if (keyOf === undefined) return from;
      if (sorted?.from !== from) {
        const compare = createComparator(sort.startsWith('-'));
        const placed = from.map((row, view) => ({row, place: view, key: keyOf(row)})).sort(compare);
        sorted = {from, rows: placed.map(({row}) => row)};
      }
      return sorted.rows;
    },
    table(sample, columns) {
      const skin = context.skin();
      if (
        lastLayout !== undefined &&
        lastLayout.sample === sample &&
        lastLayout.columns === columns &&
        lastLayout.table.skin === skin
      )
        return lastLayout.table;
      const shown = layoutColumns({
        family,
        lookup,
        params,
        sample: sampleOf(sample),
        room: columns - MARGIN - 1,
        minStatusCells: lastLayout?.columns === columns ? statusCells(lastLayout.table.columns) : 0,
      });
      const gutter = context.preferences.getState().cursor === 'gutter';
      lastLayout = {
        sample,
        columns,
        table: {family, lookup, params, columns: shown, skin, columnsWide: columns, hasGutter: gutter},
      };
      return lastLayout.table;
    },
    forget() {
      lastLayout = undefined;
    },
  };
}
