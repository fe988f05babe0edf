import {expect, test} from 'vitest';
import {manualClock} from '../../src/store/core/clock.ts';
import {lowBandwidthPreferences} from '../../src/ui/state/slow-link.ts';
import {openDemo} from '../support/console.tsx';

const open = async (start?: {page: 'monitor'}) => {
  const clock = manualClock(Date.UTC(2026, 2, 14, 12));
  const screen = await openDemo({
    columns: 120,
    rows: 40,
    clock,
    colors: '16',
    preferences: lowBandwidthPreferences,
    ...(start && {initialDestination: start}),
  });
  await screen.settled();
  screen.takeBytes();
  /** A minute of polls, four of them, that find nothing new; the bytes that were written. */
  const minute = async (poll: (beat: number) => void = () => {}): Promise<number> => {
    let bytes = 0;
    for (let beat = 1; beat <= 30; beat++) {
      await clock.advance(2000);
      if (beat % 7 === 0) screen.session.pulse.set({beats: beat, at: clock.now()});
      poll(beat);
      await screen.settled();
      bytes += Buffer.byteLength(screen.takeBytes());
    }
    return bytes;
  };
  return {...screen, clock, minute};
};

test.each([
  ['the list', undefined],
  ['the wallboard', {page: 'monitor'} as const],
])('an idle minute of %s writes no more than 1 KiB', async (_, start) => {
  const {minute, close} = await open(start);
  expect(await minute()).toBeLessThanOrEqual(1024);
  await close();
});

test('an operation that goes on for a minute is not painted with every poll, and is there all the same', async () => {
  const {minute, session, text, close, clock} = await open();
  const at = clock.now();
  const bytes = await minute(beat =>
    session.operations.set([
      {
        id: 'event 1',
        target: undefined,
        label: 'web-01',
        word: 'migrating',
        percent: beat * 3,
        startedAt: at,
        secondsLeft: 100 - beat * 2,
        by: 'ada',
      },
    ]),
  );
  expect(text()).toMatch(/web-01 migrating .* \d+%/);
  // The strip itself appears once, in a frame of its own.
  expect(bytes).toBeLessThanOrEqual(8192);
  await close();
});

test('a held key costs no more than 600 bytes a key', async () => {
  const {send, takeBytes, close} = await open();
  for (let key = 0; key < 35; key++) await send('j');
  const bytes = Buffer.byteLength(takeBytes());
  expect(bytes / 35).toBeLessThanOrEqual(600);
  await close();
});

test('the terminal is asked, and its answer is no key', async () => {
  const {session, send, text, close} = await open();
  const before = text();
  await send('\x1b[0n');
  expect(text()).toBe(before);
  expect(session.toasts.get()).toEqual([]);
  await close();
});
