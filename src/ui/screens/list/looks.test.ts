import {expect, test} from 'vitest';
import {instances} from '../../../families/instances/index.ts';
import {manualClock} from '../../../store/clock.ts';
import type {ListModel} from '../../../store/list.ts';
import {TestAccount} from '../../../store/testing/account.ts';
import {instance} from '../../../store/testing/families.ts';
import {sessionOn} from '../../../store/testing/session.ts';
import type {Deck} from '../../deck.ts';
import {bare} from '../../terminal/index.ts';
import {emptyState} from '../../testing.ts';
import {createSkin} from '../../theme/skin.ts';
import {createTableLooks} from './looks.ts';
import {type CursorLook, rowString} from './table.ts';

test('a row is as old under the cursor as beside it, and all rows tell their ages by one moment', async () => {
  const clock = manualClock(Date.UTC(2026, 0, 15, 12));
  const {look} = sessionOn({account: new TestAccount(), clock}, {families: [instances as never]});
  const skin = createSkin('mono', false);
  const deck = {clock, skin: () => skin, preferences: {get: () => ({cursor: 'bar', columns: {}})}} as unknown as Deck;
  const model = {collection: {get: () => emptyState}} as unknown as ListModel;
  let late = 0;
  const looks = createTableLooks({deck, family: instances as never, at: {}, model, look, late: () => late++});
  const rows = [1, 2].map(id => instance(id, {created: `2026-01-15T11:59:${id}0`, tags: [], ipv4: []}));
  const ageOf = (which: number, cursor: CursorLook): string | undefined =>
    / (\d+[sm]) /.exec(bare(rowString(rows[which - 1] ?? {}, looks.at(120), undefined, cursor, false)))?.[1];
  expect(ageOf(1, 'bar')).toBe('50s');
  await clock.advance(4000);
  expect([ageOf(1, 'none'), ageOf(2, 'none'), ageOf(2, 'bar')]).toEqual(['50s', '40s', '40s']);
  await clock.advance(6000);
  // Whoever asks does not wait for all rows.
  expect([ageOf(1, 'bar'), ageOf(2, 'none'), late]).toEqual(['50s', '40s', 2]);
  looks.forget();
  expect([ageOf(1, 'bar'), ageOf(2, 'none'), late]).toEqual(['1m', '50s', 2]);
  // Long after, it is the same; only who goes on asking is told in the end.
  await clock.advance(60_000);
  expect(ageOf(2, 'none')).toBe('50s');
  await clock.advance(20_000);
  expect(ageOf(2, 'none')).toBe('50s');
  await clock.advance(10_000);
  expect(ageOf(2, 'none')).toBe('2m');
});
