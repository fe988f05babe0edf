import {expect, test} from 'vitest';
import {event} from '../testing/rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {events} from './event-list.ts';

/** The line "Record" in the overview of an event, or undefined if the overview doesn't show the line. */
function recordText(action: string): unknown {
  const row = event({action} as never);
  const lines = events.detail.flatMap(tab => ('sections' in tab ? tab.sections : [])).flatMap(({lines}) => lines);
  const line = lines.find(({title}) => title === 'Record');
  return line?.isVisible?.(row, lookupFrom(), {}) === true ? line.value(row, lookupFrom(), {}) : undefined;
}

test('an event that reports a problem needs attention in the list', () => {
  const state = (facts: object) => events.state?.(event(facts as never), lookupFrom(), {})?.condition;
  expect(state({action: 'database_degraded', status: 'notification'})).toBe('attention');
  expect(state({action: 'tax_id_invalid', status: 'finished'})).toBe('attention');
  expect(state({action: 'tax_id_valid', status: 'finished'})).toBe('ok');
  expect(state({action: 'added_later', status: 'finished'})).toBe('ok');
});

test("bug: the event of a DNS record didn't explain that the API names no record", () => {
  expect(recordText('domain_record_update')).toMatchObject({text: 'the API doesn’t name the record'});
  expect(recordText('domain_update')).toBeUndefined();
});
