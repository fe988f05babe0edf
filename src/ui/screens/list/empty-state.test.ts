import {describe, expect, it} from 'vitest';
import type {AnyRow} from '../../../families/shape/define-family.ts';
import {createKeymap} from '../../../keymap/keymap.ts';
import type {CollectionState} from '../../../store/cache/collection-state.ts';
import type {ListModelState} from '../../../store/list/list-model.ts';
import {instances} from '../../../store/testing/test-families.ts';
import {emptyWords, noRowWords} from './empty-state.ts';

const keymap = createKeymap();

const read: CollectionState = {
  rows: [],
  byId: new Map(),
  version: 1,
  textVersion: 0,
  phase: 'ready',
  isComplete: true,
  total: 0,
  detachedCount: 0,
  deletedCount: 0,
  validAt: 0,
  isRefetching: false,
  isFromSnapshot: false,
  unreadable: [],
  failure: undefined,
};
const view: ListModelState = {
  ids: [],
  cursor: -1,
  cursorId: undefined,
  filter: '',
  problemsOnly: false,
  sort: undefined,
  selection: new Set(),
  isFuzzy: false,
  hint: undefined,
  isSettling: false,
  isAwaited: false,
  isSearching: false,
};

describe('a list without visible rows', () => {
  it('is called empty only after it was read completely', () => {
    expect(noRowWords(read, view)).toBe('the list is empty');
    expect(noRowWords({...read, isComplete: false, phase: 'loading'}, view)).toBe('the list is still loading');
    expect(noRowWords({...read, isComplete: false, phase: 'failed'}, view)).toBe('the list can’t be loaded');
  });
  it('isn’t called empty when a filter hides its rows', () => {
    const rows: readonly AnyRow[] = [{id: 1}];
    expect(noRowWords({...read, rows}, {...view, filter: 'nothing'})).toBe('no row is shown');
    expect(noRowWords({...read, rows}, {...view, isSettling: true})).toBe('still searching');
  });
  it('shows the number of rows searched when it wasn’t read completely', () => {
    const partial = {...read, rows: [{id: 1}, {id: 2}] as readonly AnyRow[], isComplete: false};
    expect(emptyWords(keymap, instances, partial, {...view, filter: 'web'})[0]).toBe(
      'Nothing matches web among the 2 instances that were read.',
    );
    expect(emptyWords(keymap, instances, partial, {...view, problemsOnly: true})[0]).toBe(
      'No problems among the 2 instances that were read.',
    );
  });
  it('shows the condition in Skydeck’s language if a filter of another tool matches nothing', () => {
    const rows: readonly AnyRow[] = [{id: 1}];
    expect(emptyWords(keymap, instances, {...read, rows}, {...view, filter: 'label==web-01'})).toEqual([
      'Nothing matches label==web-01.',
      '“==” isn’t an operator. “=” compares the whole text. Example: label=web-01',
      'Press esc to clear the filter.',
    ]);
  });
  it('shows “searching…” only when a search takes long', () => {
    const rows: readonly AnyRow[] = [{id: 1}];
    const filtered = {...view, filter: 'web'};
    expect(emptyWords(keymap, instances, {...read, rows}, {...filtered, isSettling: true})).toEqual([]);
    expect(emptyWords(keymap, instances, {...read, rows}, {...filtered, isSettling: true, isSearching: true})).toEqual([
      'searching…',
    ]);
    expect(emptyWords(keymap, instances, {...read, rows}, filtered)[0]).toBe('Nothing matches web.');
  });
});
