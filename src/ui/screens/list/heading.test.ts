import {expect, test} from 'vitest';
import type {AnyRow} from '../../../families/shape/define-family.ts';
import type {Annotation} from '../../../store/cache/annotations.ts';
import type {Collection} from '../../../store/cache/collection-state.ts';
import type {ListModelState} from '../../../store/list/list-model.ts';
import {createAccountStore} from '../../../store/session/account-store.ts';
import type {Session} from '../../../store/session/session.ts';
import {emptyState, januaryLookup} from '../../../store/testing/test-collection.ts';
import {testDouble} from '../../../store/testing/test-double.ts';
import {instance, instances} from '../../../store/testing/test-families.ts';
import {createSkin} from '../../theme/skin.ts';
import type {ShownColumn} from '../shared/column-layout.ts';
import type {TableStyle} from '../shared/row-painter.ts';
import {createListHeading} from './heading.ts';

const table: TableStyle = {
  family: instances,
  lookup: januaryLookup,
  params: {},
  columns: [],
  skin: createSkin('mono'),
  columnsWide: 60,
  hasGutter: false,
};

function headingOf(rows: readonly AnyRow[], annotation: () => Annotation | undefined = () => undefined) {
  const account = createAccountStore();
  account.update('status', 'refresh', {...account.getState().status, liveness: 'live'});
  const context = {
    clock: {now: () => clock.now, schedule: () => () => {}},
    session: testDouble<Session>({lookup: januaryLookup, account}),
    accounts: undefined,
  };
  const collection = testDouble<Collection>({
    family: instances,
    params: {},
    getState: () => ({...emptyState, phase: 'ready', isComplete: true, rows}),
    annotation,
    isSettled: () => !annotation(),
  });
  const clock = {now: 0};
  const model = {
    collection,
    edition: 1,
    counts: 0,
    hiddenSelectedCount: () => 0,
    get shown() {
      const forEach = (visit: (row: AnyRow) => void): void => {
        model.counts++;
        for (const row of rows) visit(row);
      };
      return {length: rows.length, forEach};
    },
  };
  const heading = createListHeading(context, model);
  const view = testDouble<ListModelState>({
    ids: rows.map(row => instances.key(row)),
    filter: '',
    problemsOnly: false,
    sort: undefined,
    isSettling: false,
    isFuzzy: false,
    hint: undefined,
    isSearching: false,
    selection: new Set(),
  });
  const title = (version: number) =>
    heading.paint({...emptyState, phase: 'ready', isComplete: true, rows, version}, view, table)[0];
  const titleSortedBy = (id: string, isShown: boolean, descending = false) => {
    const column = testDouble<ShownColumn>({id, title: id, width: 8, align: 'left'});
    const sorted = {...view, sort: {column: id, descending}};
    const shown = {...table, columns: isShown ? [column] : []};
    return heading.paint({...emptyState, isComplete: true, rows}, sorted, shown)[0];
  };
  return {title, titleSortedBy, model, clock};
}

test('a started operation on a row is counted at once, even if the row is unchanged', () => {
  let annotation: Annotation | undefined;
  const {title} = headingOf([instance(1)], () => annotation);
  expect(title(1)).toContain('1 running');
  annotation = {busy: {word: 'rebooting', percent: undefined}};
  expect(title(2)).toContain('1 rebooting');
});

test('rows are counted again when they change, but not every second', () => {
  const rows = [instance(1)];
  const {title, model, clock} = headingOf(rows);
  expect(title(1)).toContain('1 running');
  clock.now += 1000;
  expect(title(1)).toContain('1 running');
  expect(model.counts).toBe(1);
  rows[0] = instance(1, {status: 'offline'});
  model.edition++;
  clock.now += 1000;
  expect(title(1)).toContain('1 offline');
});

test('a list names the column that it is sorted by if that column is not on the screen', () => {
  const {titleSortedBy} = headingOf([instance(1)]);
  expect(titleSortedBy('region', false)).toContain('sorted by Region');
  expect(titleSortedBy('region', false)).not.toContain('descending');
  expect(titleSortedBy('region', false, true)).toContain('sorted by Region, descending');
  expect(titleSortedBy('region', true)).not.toContain('sorted by');
});
