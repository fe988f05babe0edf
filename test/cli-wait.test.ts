/** `skydeck wait`: the requests of a wait for several resources. */
import {expect, onTestFinished, test} from 'vitest';
import {openCommandLine} from './support/cli.ts';
import {leapingClock} from './support/leaping-clock.ts';
import {startRecorder} from './support/recorder.ts';

/** The reads of tags by a wait that reads them twice until its timeout. */
async function readsOfTags(...words: readonly string[]): Promise<readonly string[]> {
  const cli = await openCommandLine();
  onTestFinished(() => cli.close());
  const {reads, url} = await startRecorder(cli.account.url);
  const line = ['wait', 'tags', ...words, 'label=nothing', '--timeout', '5s'];
  expect(await cli.run(line, {SKYDECK_BASE_URL: url}, {clock: leapingClock(cli.account.pass)})).toMatchObject({
    code: 124,
  });
  return reads.filter(read => read.startsWith('GET /v4/tags'));
}

test('bug: a wait for all tags read their list twice at its start', async () => {
  expect(await readsOfTags('--all')).toHaveLength(2);
});

test('a wait for several tags reads their list once each time', async () => {
  expect(await readsOfTags('prod', 'staging')).toHaveLength(2);
});
