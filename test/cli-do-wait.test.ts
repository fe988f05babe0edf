/** `skydeck do --wait` when the state of the changed resource can't be read. */
import {beforeEach, expect, onTestFinished, test} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';
import {leapingClock} from './support/leaping-clock.ts';

let line: CommandLine;
beforeEach(async () => {
  line = await openCommandLine();
  const {close} = line;
  onTestFinished(close);
});

/**
 * Creates a volume and waits, while reads of single volumes are answered with this status. The client repeats such a
 * read on the machine's clock, and meanwhile the polls of events let hours pass on the clock of the wait.
 */
async function createVolume({status, count, timeout}: {status: number; count?: number; timeout: string}) {
  const rule = {on: 'volumes.get', kind: 'error', status, ...(count !== undefined && {count})};
  const {ok} = await line.account.raw('/_emulator/faults', {method: 'POST', body: JSON.stringify({faults: [rule]})});
  expect(ok).toBe(true);
  const words = ['--label', 'fresh', '--region', 'us-east', '--wait', '--timeout', timeout, '--yes', '-o', 'name'];
  const result = await line.run(['do', 'volumes.create', ...words], {}, {clock: leapingClock(line.account.pass)});
  const {data} = await line.account.ok(contract.volumes.list, {filter: {label: 'fresh'}});
  return {...result, id: data[0]?.id};
}

test('bug: an outage during the wait ended do, and its output had no ID', async () => {
  const {code, out, err, id} = await createVolume({status: 503, count: 8, timeout: '5000h'});
  expect({code, out}).toEqual({code: 0, out: `${id}\n`});
  expect(err).toContain('HTTP 503');
});

test('do prints the ID of a created resource although its state can’t be read', async () => {
  const {code, out, err, id} = await createVolume({status: 403, timeout: '5m'});
  expect({code, out}).toEqual({code: 1, out: `${id}\n`});
  expect(err).toContain('the change was made, but its end can’t be read');
});

test('an outage that lasts until the timeout ends the wait with 124', async () => {
  const {code, out, err, id} = await createVolume({status: 503, timeout: '5m'});
  expect({code, out}).toEqual({code: 124, out: `${id}\n`});
  expect(err).toContain('not ended in time: the state of fresh is unknown');
});
