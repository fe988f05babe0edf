/** Tells which rows of a list show, where columns draw more than the rows themselves say. */
import type {AnyRow, PathParams} from '../../../families/define.ts';
import type {Wish} from '../../../store/samples.ts';
import type {Session} from '../../../store/types.ts';
import type {ShownColumn} from './columns.ts';

export interface Sampling {
  /** The list was painted with these columns and rows. */
  seen(columns: readonly ShownColumn[], rows: () => readonly AnyRow[]): void;
  /** @param changed something new was read; returns how to stop */
  awake(changed: () => void): () => void;
}

export function createSampling({samples}: Session, params: PathParams): Sampling {
  let watched = false;
  let wanted = '';
  let known: readonly ShownColumn[] = [];
  let drawn: readonly NonNullable<ShownColumn['column']['sample']>[] = [];
  return {
    seen(columns, rows) {
      if (columns !== known) {
        known = columns;
        drawn = [...new Set(columns.flatMap(({column}) => column.sample ?? []))];
      }
      if (!watched || (drawn.length === 0 && wanted === '')) return;
      const wishes = rows().flatMap(row =>
        drawn.map(({operation, params: of, take}): Wish => ({operation, params: of(row, params), take})),
      );
      const now = wishes.map(({operation, params}) => operation + JSON.stringify(params)).join();
      if (now === wanted) return;
      wanted = now;
      samples.want(wishes);
    },
    awake(changed) {
      watched = true;
      const stop = samples.subscribe(changed);
      return () => {
        watched = false;
        stop();
        if (wanted !== '') samples.want([]);
        wanted = '';
      };
    },
  };
}
