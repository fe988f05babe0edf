import {beforeEach, describe, expect, it} from 'vitest';
import {manualClock} from '../testing/manual-clock.ts';
import {notFoundError, offlineError, TestAccount} from '../testing/test-account.ts';
import {RowSamples, type SampleRequest} from './row-samples.ts';

let account: TestAccount;
let clock: ReturnType<typeof manualClock>;
let isFocused: boolean;
let samples: RowSamples;
beforeEach(() => {
  account = new TestAccount();
  clock = manualClock();
  isFocused = true;
  account.answers.set('instances.stats.get', () => ({cpu: [[0, 7]]}));
  samples = new RowSamples({clock, connect: account.connect, isFocused: () => isFocused});
});

const requestFor = (computeId: number): SampleRequest => ({
  operation: 'instances.stats.get',
  params: {computeId},
  toSample: () => ({cpu: [computeId]}),
});
const requestCount = () => account.count('instances.stats.get');
const cpuOf = (computeId: number) => samples.get('instances.stats.get', {computeId});

describe('samples of rows', () => {
  it('are read once per second in the background, and keep only the needed part of the answer', async () => {
    let notifications = 0;
    samples.subscribe(() => notifications++);
    samples.setVisible([requestFor(1), requestFor(2), requestFor(3)]);
    expect(requestCount()).toBe(0);
    await clock.advance(300);
    expect([requestCount(), notifications]).toEqual([1, 1]);
    expect([cpuOf(1), cpuOf(2)]).toEqual([{cpu: [1]}, undefined]);
    await clock.advance(1000);
    expect(requestCount()).toBe(2);
    await clock.advance(1000);
    expect(requestCount()).toBe(3);
    expect(account.calls.every(({request}) => request.priority === 'background')).toBe(true);
  });

  it('use at most 60 of the 100 requests allowed per minute', async () => {
    samples.setVisible(Array.from({length: 300}, (_, index) => requestFor(index)));
    await clock.advance(60_000);
    expect(requestCount()).toBeGreaterThan(50);
    expect(requestCount()).toBeLessThanOrEqual(60);
  });

  it('are not requested for rows that scroll past, nor for hidden rows', async () => {
    for (let row = 0; row < 20; row++) {
      samples.setVisible([requestFor(row)]);
      await clock.advance(100);
    }
    expect(requestCount()).toBe(0);
    samples.setVisible([]);
    await clock.advance(10_000);
    expect(requestCount()).toBe(0);
  });

  it('are read again after five minutes, but not without focus', async () => {
    samples.setVisible([requestFor(1)]);
    await clock.advance(1000);
    await clock.advance(290_000);
    expect(requestCount()).toBe(1);
    await clock.advance(20_000);
    expect(requestCount()).toBe(2);
    isFocused = false;
    await clock.advance(3_600_000);
    expect(requestCount()).toBe(2);
  });

  it('that became due without focus are read when focus returns', async () => {
    samples.setVisible([requestFor(1), requestFor(2), requestFor(3)]);
    await clock.advance(300);
    isFocused = false;
    await clock.advance(20_000);
    expect(requestCount()).toBe(1);
    isFocused = true;
    samples.resume();
    await clock.advance(1300);
    expect(requestCount()).toBe(3);
  });

  it('keep the previous value while the API has none, and are requested again on schedule', async () => {
    samples.setVisible([requestFor(1)]);
    await clock.advance(1000);
    account.failure = notFoundError();
    await clock.advance(301_000);
    expect([requestCount(), cpuOf(1)]).toEqual([2, {cpu: [1]}]);
    await clock.advance(60_000);
    expect(requestCount()).toBe(2);
    await clock.advance(241_000);
    expect(requestCount()).toBe(3);
  });

  it('pause during an outage and resume soon after it', async () => {
    account.failure = offlineError();
    samples.setVisible(Array.from({length: 40}, (_, index) => requestFor(index)));
    await clock.advance(301_000);
    expect(requestCount()).toBeLessThanOrEqual(11);
    account.failure = undefined;
    await clock.advance(32_000);
    expect(cpuOf(requestCount() - 1)).toEqual({cpu: [requestCount() - 1]});
  });

  it('are read for other rows although one request always fails', async () => {
    account.answers.set('instances.stats.get', ({params}) => {
      if (params?.computeId === 1) throw offlineError();
      return {};
    });
    samples.setVisible([requestFor(1), requestFor(2), requestFor(3)]);
    await clock.advance(33_000);
    expect([cpuOf(1), cpuOf(2), cpuOf(3)]).toEqual([undefined, {cpu: [2]}, {cpu: [3]}]);
  });
});
