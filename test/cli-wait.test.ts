/** `skydeck wait`: the requests of a wait for several resources. */
import {expect, onTestFinished, test} from 'vitest';
import type {Clock} from '../src/store/core/clock.ts';
import {manualClock} from '../src/store/testing/manual-clock.ts';
import {openCommandLine} from './support/cli.ts';
import {startRecorder} from './support/recorder.ts';

/** A clock on which a pause takes no real time. */
function leapingClock(): Clock {
  const clock = manualClock();
  return {
    ...clock,
    schedule(milliseconds, work) {
      // A deadline of a request would pass at once.
      if (milliseconds > 20_000) return () => {};
      const turn = setImmediate(() => {
        void clock.advance(milliseconds);
        work();
      });
      return () => clearImmediate(turn);
    },
  };
}

/** The reads of tags by a wait that reads them twice until its timeout. */
async function readsOfTags(...words: readonly string[]): Promise<readonly string[]> {
  const cli = await openCommandLine();
  onTestFinished(() => cli.close());
  const {reads, url} = await startRecorder(cli.account.url);
  const line = ['wait', 'tags', ...words, 'label=nothing', '--timeout', '5s'];
  expect(await cli.run(line, {SKYDECK_BASE_URL: url}, {clock: leapingClock()})).toMatchObject({code: 124});
  return reads.filter(read => read.startsWith('GET /v4/tags'));
}

test('bug: a wait for all tags read their list twice at its start', async () => {
  expect(await readsOfTags('--all')).toHaveLength(2);
});

test('a wait for several tags reads their list once each time', async () => {
  expect(await readsOfTags('prod', 'staging')).toHaveLength(2);
});
