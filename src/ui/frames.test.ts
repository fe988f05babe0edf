import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openDemo} from '../../test/support/console.tsx';
import {framePath} from '../platform/last-frame.ts';
import {manualClock} from '../store/clock.ts';
import {keepFrames} from './frames.ts';

/** A console whose screen is kept, once the clock says so. */
async function open() {
  const home = mkdtempSync(join(tmpdir(), 'skydeck-frames-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  const clock = manualClock();
  const {deck} = await openDemo({clock});
  const listeners = new Set<() => void>();
  const env = {XDG_STATE_HOME: home};
  const frames = keepFrames({
    argv: [],
    env,
    compositor: {columns: 10, rows: 2, lines: ['header', 'a list']},
    keyboard: {
      onStroke(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    settings: {path: '', changed: undefined},
    deck: () => deck,
  });
  const path = framePath(env) ?? '';
  const isKept = async (): Promise<boolean> => {
    await frames.done();
    return existsSync(path);
  };
  const type = (): void => {
    for (const listener of listeners) listener();
  };
  return {clock, frames, listeners, type, path, isKept};
}

test('a screen is kept once the first list is there', async () => {
  const {clock, path, isKept, listeners} = await open();
  await clock.advance(5300);
  expect(await isKept()).toBe(true);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({columns: 10, rows: 2, lines: [{}, 'a list']});
  expect(listeners.size).toBe(0);
});

test('no key waits for a screen to be kept', async () => {
  const {clock, type, isKept} = await open();
  await clock.advance(5000);
  for (let key = 0; key < 20; key++) {
    type();
    await clock.advance(60);
  }
  expect(await isKept()).toBe(false);
});

test('who pauses has it kept', async () => {
  const {clock, type, isKept} = await open();
  await clock.advance(5000);
  type();
  await clock.advance(290);
  type();
  await clock.advance(300);
  expect(await isKept()).toBe(true);
});

test('after the end nothing is kept, and nothing listens', async () => {
  const {clock, frames, type, listeners, isKept} = await open();
  await clock.advance(5000);
  type();
  await frames.done();
  await clock.advance(1000);
  expect(await isKept()).toBe(false);
  expect(listeners.size).toBe(0);
});
