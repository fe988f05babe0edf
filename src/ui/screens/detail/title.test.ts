import {expect, test} from 'vitest';
import {familyOf} from '../../../families/registry.ts';
import type {AnyRow} from '../../../families/shape/define-family.ts';
import type {Annotation} from '../../../store/cache/annotations.ts';
import type {Collection} from '../../../store/cache/collection-state.ts';
import type {Session} from '../../../store/session/session.ts';
import {manualClock} from '../../../store/testing/manual-clock.ts';
import {TestAccount} from '../../../store/testing/test-account.ts';
import {testDouble} from '../../../store/testing/test-double.ts';
import {instance} from '../../../store/testing/test-families.ts';
import {createTestSession} from '../../../store/testing/test-session.ts';
import {createSkin} from '../../theme/skin.ts';
import {detailTitle} from './title.ts';

const family = familyOf('instances');
let annotation: Annotation | undefined;
const {lookup} = createTestSession({account: new TestAccount(), clock: manualClock()}, {families: [family]});
const collection = testDouble<Collection>({annotation: () => annotation});
const session = testDouble<Session>({lookup, collection: () => collection});
const context = {session, skin: () => createSkin('dark')};
const titleOf = (row: AnyRow, room: number): string =>
  detailTitle(context, {family, params: {}}, row, room)
    .map(({text}) => text)
    .join('');

test('an ID is shown completely or not at all', () => {
  const whole = titleOf(instance(12345), 80);
  expect(whole).toMatch(/ {2}12345$/);
  expect(titleOf(instance(12345), whole.length + 1)).toBe(whole);
  expect(titleOf(instance(12345), whole.length)).toMatch(/running$/);
});

test('a long label is cut at its end, and the status is shown completely', () => {
  const row = instance(12345, {label: 'a-label-as-long-as-labels-of-instances-may-be-at-the-most'});
  expect(titleOf(row, 40)).toBe(' a-label-as-long-as-labels-…  ● running');
  expect(titleOf(row, 39)).toHaveLength(38);
  expect(titleOf(row, 16)).toBe(' a-label-as-…  ● running');
});

test.each<[Annotation, string]>([
  [{busy: {word: 'resizing', percent: 3}, pending: 'resizing'}, '◐ resizing 3%'],
  [{busy: {word: 'rebooting', percent: undefined}}, '◐ rebooting…'],
  [{pending: 'rebooting'}, '◐ rebooting…'],
  [{pending: 'rebooting', isChecking: true}, '? checking'],
  [{isStale: true}, '? unconfirmed: changed since, and not read again yet'],
  [{isDeleted: true, isChanged: true}, '○ deleted'],
  [{isChanged: true}, '● running'],
])('the title shows changes in progress and unconfirmed states, as the list does: %o', (known, message) => {
  annotation = known;
  expect(titleOf(instance(7), 80)).toBe(` web-7  ${message}  7`);
  annotation = undefined;
});
