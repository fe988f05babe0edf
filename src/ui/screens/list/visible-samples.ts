/**
 * Requests the samples that a list needs: samples of visible rows for a column, and samples of all rows for an order or
 * a filter.
 */

import type {AnySample} from '../../../families/shape/columns-and-tabs.ts';
import type {AnyRow, PathParams} from '../../../families/shape/define-family.ts';
import {maxSortableRows, type SampleRequest} from '../../../store/cache/row-samples.ts';
import type {ListDependencies} from '../../../store/list/list-model.ts';
import type {Session} from '../../../store/session/session.ts';
import type {ShownColumn} from '../shared/column-layout.ts';
import type {SampleProgress} from '../shared/list-view-types.ts';

export interface VisibleSamples {
  /** Called after a paint of the list with these columns and rows. */
  onPainted(columns: readonly ShownColumn[], rows: () => readonly AnyRow[]): void;
  /** Sets the rows whose samples the order or the filter needs. */
  follow(follows: ListDependencies): void;
  /** The progress; undefined if neither order nor filter needs samples, or when all are read. */
  progress(): SampleProgress | undefined;
  /** @param changed called after a read; returns the function that stops */
  subscribe(changed: () => void): () => void;
}

export function createVisibleSamples({samples}: Session, params: PathParams): VisibleSamples {
  let isWatched = false;
  let requestedKeys = '';
  let known: readonly ShownColumn[] = [];
  let visibleSamples: readonly AnySample[] = [];
  let shown: readonly AnyRow[] = [];
  let followed: ListDependencies | undefined;
  let counted: {readonly of: ListDependencies; readonly read: number} | undefined;

  const neededSamples = (): readonly AnySample[] =>
    followed === undefined ? [] : [...new Set([...(followed.sorted ? [followed.sorted] : []), ...followed.filtered])];

  const requestsFor = (rows: readonly AnyRow[], sampled: readonly AnySample[]): readonly SampleRequest[] =>
    rows.flatMap(row =>
      sampled.map(
        ({operation, params: of, take}): SampleRequest => ({operation, params: of(row, params), toSample: take}),
      ),
    );

  /** Visible rows come first. */
  function want(): void {
    const all = neededSamples();
    if (!isWatched || (visibleSamples.length === 0 && all.length === 0 && requestedKeys === '')) return;
    const further = all.length === 0 || followed === undefined ? [] : followed.rows().slice(0, maxSortableRows);
    const requests = new Map<string, SampleRequest>();
    for (const request of [...requestsFor(shown, visibleSamples), ...requestsFor(further, all)]) {
      const key = request.operation + JSON.stringify(request.params);
      if (!requests.has(key)) requests.set(key, request);
    }
    const now = [...requests.keys()].join();
    if (now === requestedKeys) return;
    requestedKeys = now;
    samples.setVisible([...requests.values()]);
  }

  return {
    onPainted(columns, rows) {
      if (columns !== known) {
        known = columns;
        visibleSamples = [...new Set(columns.flatMap(({column}) => column.sample ?? []))];
      }
      if (!isWatched || (visibleSamples.length === 0 && requestedKeys === '')) return;
      shown = rows();
      want();
    },
    follow(follows) {
      if (follows === followed) return;
      followed = follows;
      want();
    },
    progress() {
      const all = neededSamples();
      if (followed === undefined || all.length === 0) return undefined;
      const rows = followed.rows();
      const isRead = (row: AnyRow) =>
        all.every(({operation, params: paramsOf}) => samples.isFetched(operation, paramsOf(row, params)));
      if (counted?.of !== followed) counted = {of: followed, read: rows.filter(isRead).length};
      const {read: readCount} = counted;
      if (readCount === rows.length) return undefined;
      return {
        isSorted: followed.sorted !== undefined,
        isFiltered: followed.filtered.length > 0,
        readCount,
        totalCount: rows.length,
      };
    },
    subscribe(changed) {
      isWatched = true;
      want();
      const stop = samples.subscribe(() => {
        counted = undefined;
        changed();
      });
      return () => {
        isWatched = false;
        stop();
        if (requestedKeys !== '') samples.setVisible([]);
        requestedKeys = '';
      };
    },
  };
}
