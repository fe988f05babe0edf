import {expect, test} from 'vitest';
import {event} from '../testing/rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {events} from './event-list.ts';

/** The line "Record" of an event's overview; undefined where it has none. */
function recordText(action: string): unknown {
  const row = event({action} as never);
  const lines = events.detail.flatMap(tab => ('sections' in tab ? tab.sections : [])).flatMap(({lines}) => lines);
  const line = lines.find(({title}) => title === 'Record');
  return line?.when?.(row, lookupFrom(), {}) === true ? line.value(row, lookupFrom(), {}) : undefined;
}

test('bug: the event of a DNS record does not say that the API names no record', () => {
  expect(recordText('domain_record_update')).toMatchObject({text: 'the API does not tell which one'});
  expect(recordText('domain_update')).toBeUndefined();
});
