import {expect, test} from 'vitest';
import {freezeEndText, freezeProblem, freezeText, isFrozen, parseFreeze, timeZoneProblem} from './freeze-window.ts';

const freeze = (from: string, to: string, zone = 'Europe/Berlin') => {
  const window = parseFreeze(from, to, zone);
  if (!window) throw new Error(`${from} to ${to}`);
  return (time: string) => isFrozen(window, Date.parse(time));
};

test('a weekly window follows the clock of its time zone, across the end of the week', () => {
  const isOn = freeze('Fri 18:00', 'Mon 08:00');
  // In winter, Berlin is an hour ahead of UTC.
  expect(isOn('2026-11-27T16:59:59Z')).toBe(false);
  expect(isOn('2026-11-27T17:00:00Z')).toBe(true);
  expect(isOn('2026-11-29T23:30:00Z')).toBe(true);
  expect(isOn('2026-11-30T06:59:59Z')).toBe(true);
  expect(isOn('2026-11-30T07:00:00Z')).toBe(false);
  expect(isOn('2026-11-25T12:00:00Z')).toBe(false);
});

test('a weekly window accepts full and short names of days', () => {
  const isOn = freeze('tuesday 09:00', 'WED 17:30', 'America/New_York');
  expect(isOn('2026-11-24T13:59:00Z')).toBe(false);
  expect(isOn('2026-11-24T14:00:00Z')).toBe(true);
  expect(isOn('2026-11-25T22:29:00Z')).toBe(true);
  expect(isOn('2026-11-25T22:30:00Z')).toBe(false);
});

test('dates without a time are whole days, including the last one', () => {
  const isOn = freeze('2026-12-24', '2026-12-27', 'UTC');
  expect(isOn('2026-12-23T23:59:59Z')).toBe(false);
  expect(isOn('2026-12-24T00:00:00Z')).toBe(true);
  expect(isOn('2026-12-27T23:59:59Z')).toBe(true);
  expect(isOn('2026-12-28T00:00:00Z')).toBe(false);
  const singleDay = freeze('2026-12-31', '2026-12-31', 'Pacific/Auckland');
  expect(singleDay('2026-12-30T11:00:00Z')).toBe(true);
  expect(singleDay('2026-12-31T11:00:00Z')).toBe(false);
});

test('dates with a time are exact times', () => {
  const isOn = freeze('2026-12-24 18:00', '2026-12-27 06:30', 'Asia/Kolkata');
  expect(isOn('2026-12-24T12:29:00Z')).toBe(false);
  expect(isOn('2026-12-24T12:30:00Z')).toBe(true);
  expect(isOn('2026-12-27T00:59:00Z')).toBe(true);
  expect(isOn('2026-12-27T01:00:00Z')).toBe(false);
});

test('a window keeps its times when the clocks go forward', () => {
  // On Sunday 2026-03-29, 02:00 in Berlin becomes 03:00.
  const isOn = freeze('Sun 01:30', 'Sun 03:30');
  expect(isOn('2026-03-29T00:29:00Z')).toBe(false);
  expect(isOn('2026-03-29T00:30:00Z')).toBe(true);
  expect(isOn('2026-03-29T01:29:00Z')).toBe(true);
  expect(isOn('2026-03-29T01:30:00Z')).toBe(false);
  // A start in the skipped hour moves to the end of this hour.
  const skipped = freeze('Sun 02:15', 'Sun 04:00');
  expect(skipped('2026-03-29T00:59:00Z')).toBe(false);
  expect(skipped('2026-03-29T01:00:00Z')).toBe(true);
});

test('a window keeps its times when the clocks go back, and covers both passes of a repeated hour', () => {
  // On Sunday 2026-10-25, 03:00 in Berlin becomes 02:00.
  const isOn = freeze('Sat 18:00', 'Sun 03:00');
  expect(isOn('2026-10-25T00:30:00Z')).toBe(true);
  expect(isOn('2026-10-25T01:30:00Z')).toBe(true);
  expect(isOn('2026-10-25T02:00:00Z')).toBe(false);
  const untilMonday = freeze('Fri 18:00', 'Mon 08:00');
  expect(untilMonday('2026-10-26T06:59:00Z')).toBe(true);
  expect(untilMonday('2026-10-26T07:00:00Z')).toBe(false);
  const byDate = freeze('2026-10-25 02:00', '2026-10-25 02:30');
  expect(byDate('2026-10-25T00:15:00Z')).toBe(true);
  expect(byDate('2026-10-25T00:45:00Z')).toBe(false);
  expect(byDate('2026-10-25T01:15:00Z')).toBe(true);
  expect(byDate('2026-10-25T01:30:00Z')).toBe(false);
});

test.each([
  ['Friday', 'Mon 08:00', 'from', 'must be a day and a time'],
  ['Frix 18:00', 'Mon 08:00', 'from', 'must be a day and a time'],
  ['Fri 24:00', 'Mon 08:00', 'from', 'must be a day and a time'],
  ['Fri 18:00', 'Mon 8:00', 'to', 'must be a day and a time'],
  ['Fri 18:00', '2026-12-24', 'to', 'must be a day of the week'],
  ['2026-12-24', 'Mon 08:00', 'to', 'must be a date'],
  ['Fri 18:00', 'Fri 18:00', 'to', 'must differ'],
  ['2026-02-30', '2026-03-01', 'from', 'must be a day and a time'],
  ['2026-12-27', '2026-12-24', 'to', 'must be after'],
  ['2026-12-24 18:00', '2026-12-24 18:00', 'to', 'must differ'],
])('a window from %s to %s is rejected', (from, to, field, message) => {
  expect(freezeProblem(from, to)).toMatchObject({field, message: expect.stringContaining(message)});
  expect(parseFreeze(from, to, 'UTC')).toBeUndefined();
});

test('an unknown time zone is rejected', () => {
  expect(timeZoneProblem('Europe/Berlin')).toBeUndefined();
  for (const zone of ['Berlin', 'CEST+1', '', 'Mars/Base'])
    expect(timeZoneProblem(zone)).toContain('must be a time zone');
  expect(parseFreeze('Fri 18:00', 'Mon 08:00', 'Berlin')).toBeUndefined();
});

test('the text of a window names its days with the spelling of the settings', () => {
  const window = parseFreeze('Fri 18:00', 'Mon 08:00', 'Europe/Berlin');
  expect(window && freezeText(window)).toBe('from Fri 18:00 to Mon 08:00 Europe/Berlin');
  expect(window && freezeEndText(window)).toBe('Mon 08:00 Europe/Berlin');
  const date = parseFreeze('2026-12-24', '2026-12-27', 'UTC');
  expect(date && freezeEndText(date)).toBe('the end of 2026-12-27 UTC');
});
