/** A list drawn inside a detail: its rows in the order that the family's own list has at first, and how they are painted. */
import type {AnyRow, Family, Lookup, PathParams} from '../../../families/define.ts';
import {columnSortKey, createComparator} from '../../../store/order.ts';
import type {Deck} from '../../deck.ts';
import {layColumns, sampleOf} from '../list/columns.ts';
import {MARGIN, type TableLook} from '../list/table.ts';

export interface Inset {
  inOrder(rows: readonly AnyRow[]): readonly AnyRow[];
  /** The same object until the sample, the width or the theme is another: painted rows are kept by it. */
  table(sample: readonly AnyRow[], columns: number): TableLook;
  /** Lays and paints everything anew: what the cells look at has changed. */
  forget(): void;
}

export function inset(deck: Deck, family: Family, params: PathParams, look: Lookup): Inset {
  let laid: {readonly sample: readonly AnyRow[]; readonly columns: number; readonly table: TableLook} | undefined;
  let sorted: {readonly from: readonly AnyRow[]; readonly rows: readonly AnyRow[]} | undefined;
  return {
    inOrder(from) {
      const {sort = ''} = family;
      const keyOf = columnSortKey(family, sort.replace(/^-/, ''), {look, at: params});
      if (keyOf === undefined) return from;
      if (sorted?.from !== from) {
        const compare = createComparator(sort.startsWith('-'));
        const placed = from.map((row, place) => ({row, place, key: keyOf(row)})).sort(compare);
        sorted = {from, rows: placed.map(({row}) => row)};
      }
      return sorted.rows;
    },
    table(sample, columns) {
      const skin = deck.skin();
      if (laid !== undefined && laid.sample === sample && laid.columns === columns && laid.table.skin === skin)
        return laid.table;
      const shown = layColumns({family, look, at: params, sample: sampleOf(sample), room: columns - MARGIN - 1});
      const gutter = deck.preferences.get().cursor === 'gutter';
      laid = {
        sample,
        columns,
        table: {family, look, at: params, columns: shown, skin, columnsWide: columns, gutter},
      };
      return laid.table;
    },
    forget() {
      laid = undefined;
    },
  };
}
