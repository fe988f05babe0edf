import {expect, test} from 'vitest';
import {createStore} from 'zustand/vanilla';
import {instances} from '../../../families/instances/index.ts';
import type {AnyRow} from '../../../families/shape/define-family.ts';
import type {Collection} from '../../../store/cache/collection-state.ts';
import type {ListModel} from '../../../store/list/list-model.ts';
import {createAccountStore} from '../../../store/session/account-store.ts';
import type {Session} from '../../../store/session/session.ts';
import {manualClock} from '../../../store/testing/manual-clock.ts';
import {TestAccount} from '../../../store/testing/test-account.ts';
import {emptyState} from '../../../store/testing/test-collection.ts';
import {testDouble} from '../../../store/testing/test-double.ts';
import {instance} from '../../../store/testing/test-families.ts';
import {createTestSession} from '../../../store/testing/test-session.ts';
import type {Preferences} from '../../context/console-types.ts';
import {stripStyles} from '../../terminal/index.ts';
import {createSkin} from '../../theme/skin.ts';
import {type CursorStyle, paintTableRow} from '../shared/row-painter.ts';
import {createTableStyles} from './table-style.ts';

/** Table styles of a list of instances, with their inputs. */
function setup() {
  const clock = manualClock(Date.UTC(2026, 0, 15, 12));
  const {lookup} = createTestSession({account: new TestAccount(), clock}, {families: [instances as never]});
  const skin = createSkin('mono');
  const context = {
    accounts: undefined,
    clock,
    skin: () => skin,
    preferences: createStore(() => testDouble<Preferences>({cursor: 'bar', columns: {}})),
    session: testDouble<Session>({account: createAccountStore()}),
  };
  const list: {rows: AnyRow[]; isComplete: boolean} = {rows: [], isComplete: false};
  const collection = testDouble<Collection>({getState: () => ({...emptyState, ...list})});
  const model = testDouble<ListModel>({collection});
  const state = {hurried: false, late: 0};
  const styles = createTableStyles({
    ...{context, family: instances as never, params: {}, model, lookup, added: {columns: []}},
    isScrolling: () => state.hurried,
    onRepaintDue: () => state.late++,
  });
  return {clock, list, styles, state};
}

test('all rows, also the one with the cursor, show their ages at the same moment', async () => {
  const {clock, styles, state} = setup();
  const rows = [1, 2].map(id => instance(id, {created: `2026-01-15T11:59:${id}0`, tags: [], ipv4: []}));
  const ageOf = (index: number, cursor: CursorStyle): string | undefined =>
    / (\d+[sm]) /.exec(
      stripStyles(paintTableRow(rows[index - 1] ?? {}, styles.at(120), undefined, cursor, false)),
    )?.[1];
  expect(ageOf(1, 'bar')).toBe('50s');
  await clock.advance(4000);
  expect([ageOf(1, 'none'), ageOf(2, 'none'), ageOf(2, 'bar')]).toEqual(['50s', '40s', '40s']);
  await clock.advance(6000);
  // The call returns the earlier ages at once, and requests a repaint of all rows.
  expect([ageOf(1, 'bar'), ageOf(2, 'none'), state.late]).toEqual(['50s', '40s', 2]);
  styles.forget();
  expect([ageOf(1, 'bar'), ageOf(2, 'none'), state.late]).toEqual(['1m', '50s', 2]);
  // After a pause, the first calls still return the earlier ages. Only repeated calls lead to the new ages.
  await clock.advance(60_000);
  expect(ageOf(2, 'none')).toBe('50s');
  await clock.advance(20_000);
  expect(ageOf(2, 'none')).toBe('50s');
  await clock.advance(10_000);
  expect(ageOf(2, 'none')).toBe('2m');
});

const wide = (id: number) => instance(id, {region: 'a-much-longer-region', tags: [], ipv4: []});
const narrow = (id: number) => instance(id, {tags: [], ipv4: []});

test('the column widths are computed again when a list is complete, but not during scrolling', () => {
  const {list, styles, state} = setup();
  list.rows = [narrow(1)];
  const part = styles.at(120);
  state.hurried = true;
  Object.assign(list, {rows: [wide(1), wide(2)], isComplete: true});
  expect([styles.at(120), styles.at(120), state.late]).toEqual([part, part, 2]);
  styles.forget();
  const whole = styles.at(120);
  expect(whole.columns).not.toEqual(part.columns);
  expect([styles.at(120), state.late]).toEqual([whole, 2]);
  state.hurried = false;
  list.rows = [narrow(1)];
  expect(styles.at(120).columns).toEqual(part.columns);
  expect(state.late).toBe(2);
});

test('the column widths are computed again after 30 seconds of scrolling', async () => {
  const {clock, list, styles, state} = setup();
  list.rows = [narrow(1)];
  const part = styles.at(120);
  state.hurried = true;
  Object.assign(list, {rows: [wide(1), wide(2)], isComplete: true});
  for (const _ of [0, 1, 2]) {
    expect(styles.at(120)).toBe(part);
    await clock.advance(10_000);
  }
  expect(styles.at(120).columns).not.toEqual(part.columns);
});

test('the first rows of a list get their own column widths at once', () => {
  const {list, styles, state} = setup();
  state.hurried = true;
  const none = styles.at(120);
  list.rows = [wide(1)];
  expect(styles.at(120).columns).not.toEqual(none.columns);
  expect(state.late).toBe(0);
});

test('bug: in a narrow table, columns moved back and forth with the length of a status', () => {
  const {list, styles} = setup();
  const long = {...narrow(1), label: 'analytics-warehouse-loader-of-finance'};
  const at = () => {
    styles.forget();
    return styles.at(50).columns.map(({width}) => width);
  };
  list.rows = [long];
  const before = at();
  list.rows = [{...long, status: 'shutting_down'}];
  const during = at();
  expect(during).not.toEqual(before);
  list.rows = [long];
  expect(at()).toEqual(during);
});
