import {expect, test} from 'vitest';
import {emptyLookup} from '../../../store/core/lookup.ts';
import type {Session} from '../../../store/session/session.ts';
import {event, instanceEntity} from '../../../store/testing/test-account.ts';
import {testDouble} from '../../../store/testing/test-double.ts';
import {createSkin} from '../../theme/skin.ts';
import type {Span} from '../../widgets/spans.ts';
import {eventLines, eventSpans} from './event-line.ts';

const lookup = emptyLookup({now: () => Date.parse('2026-01-15T12:00:03Z')});
const skin = createSkin('dark');
const context = {session: testDouble<Session>({lookup}), skin: () => skin};
const running = event({
  action: 'compute_boot',
  entity: instanceEntity(7),
  status: 'started',
  percent_complete: 62,
  username: 'ada',
  created: '2026-01-15T12:00:00',
});
const textOf = (spans: readonly Span[]): string => spans.map(({text}) => text).join('');

test('an event shows its user after its action, then its progress and age', () => {
  expect(textOf(eventSpans(context, running))).toBe('◐ web-7 is booting by ada · 62%, 3s ago');
  expect(textOf(eventSpans(context, running, {hasAge: false}))).toBe('◐ web-7 is booting by ada · 62%');
});

test('the user and the age of an event move to a second line in a narrow area', () => {
  expect(eventLines(context, running, 30).map(textOf)).toEqual(['◐ web-7 is booting · 62%', '  by ada, 3s ago']);
});
