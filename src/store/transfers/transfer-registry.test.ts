import {expect, test} from 'vitest';
import {CanceledError, UnreachableError} from '../../client/core/errors.ts';
import {UserFileError} from '../../platform/files/user-files.ts';
import {createAccountStore} from '../session/account-store.ts';
import {manualClock} from '../testing/manual-clock.ts';
import type {TransferControl, TransferJob} from './transfer.ts';
import {TransferRegistry} from './transfer-registry.ts';

/** A registry whose transfers send bytes only when the test calls `sent`. */
function bench() {
  const clock = manualClock();
  const toasts: string[] = [];
  let changes = 0;
  const account = createAccountStore();
  const transfers = new TransferRegistry({
    clock,
    trace: undefined,
    account,
    showToast: text => toasts.push(text),
    onChange: () => void changes++,
  });
  const start = (facts: Partial<TransferJob> = {}) => {
    let control: TransferControl | undefined;
    let gate = Promise.withResolvers<void>();
    let runs = 0;
    const transfer = transfers.start({
      direction: 'up',
      name: 'disk.img.gz',
      total: 1000,
      run(transferControl) {
        runs++;
        control = transferControl;
        gate = Promise.withResolvers<void>();
        transferControl.signal.addEventListener('abort', () => gate.reject(new CanceledError({outcome: 'unknown'})));
        return gate.promise;
      },
      ...facts,
    });
    return {
      transfer,
      sent: (bytes: number, total = 1000) => control?.onProgress({done: bytes, total}),
      end: () => gate.resolve(),
      fail: (error: Error) => gate.reject(error),
      runs: () => runs,
    };
  };
  return {clock, toasts, account, transfers, start, changes: () => changes};
}

test('the rate and the remaining time follow from the bytes of the last seconds', async () => {
  const {clock, start} = bench();
  const {transfer, sent} = start();
  expect([transfer.rate, transfer.secondsLeft]).toEqual([undefined, undefined]);
  await clock.advance(1500);
  sent(150);
  expect(transfer.getState()).toMatchObject({phase: 'running', done: 150, total: 1000});
  expect([transfer.rate, transfer.secondsLeft]).toEqual([100, 9]);
  await clock.advance(1400);
  sent(870);
  expect([transfer.rate, transfer.secondsLeft]).toEqual([300, 1]);
  // Without further bytes the rate falls automatically.
  await clock.advance(60_000);
  expect(transfer.rate).toBe(0);
  expect(transfer.secondsLeft).toBeUndefined();
});

test('many pieces per second are reported in few state changes', async () => {
  const {clock, start, changes} = bench();
  const {sent, transfer} = start();
  const before = changes();
  for (let bytes = 1; bytes <= 500; bytes++) sent(bytes);
  expect(changes() - before).toBeLessThanOrEqual(1);
  await clock.advance(300);
  sent(501);
  expect(transfer.getState().done).toBe(501);
});

test('a transfer ends with a message, and its row is marked as busy until then', async () => {
  const {clock, toasts, start, transfers} = bench();
  const {transfer, sent, end} = start({target: {family: 'images', id: 'private/5'}});
  sent(420);
  await clock.advance(1500);
  expect(transfers.operationOn({family: 'images', id: 'private/5'})).toEqual({word: 'uploading', percent: 42});
  await clock.advance(63_500);
  sent(1000);
  end();
  await clock.settle();
  expect(transfer.getState()).toEqual({
    phase: 'done',
    done: 1000,
    total: 1000,
    message: 'uploaded, 1,000 bytes in 1:05',
  });
  expect(toasts).toEqual(['disk.img.gz: uploaded, 1,000 bytes in 1:05']);
  expect(transfers.operationOn({family: 'images', id: 'private/5'})).toBeUndefined();
  expect(transfers.running).toEqual([]);
});

test('a transfer is canceled at once, and can be restarted from its first byte', async () => {
  const {clock, toasts, start} = bench();
  const {transfer, sent, end, runs} = start();
  await clock.advance(1000);
  sent(300);
  transfer.cancel();
  await clock.settle();
  expect(transfer.getState()).toMatchObject({phase: 'canceled', message: 'canceled after 300 bytes of 1,000 bytes'});
  transfer.restart();
  expect(transfer.getState()).toMatchObject({phase: 'running', done: 0, message: undefined});
  sent(1000);
  end();
  await clock.settle();
  expect([transfer.getState().phase, runs()]).toEqual(['done', 2]);
  expect(toasts).toHaveLength(2);
  // A finished transfer isn't repeated.
  transfer.restart();
  expect(runs()).toBe(2);
});

test('a failure midway is reported with its cause, without a promise to retry', async () => {
  const {clock, start} = bench();
  const broken = start();
  broken.sent(500);
  broken.fail(new UnreachableError('reset', 'upload.example.com closed the connection early (ECONNRESET).'));
  const missing = start();
  missing.fail(new UserFileError('the file disk.img.gz is missing'));
  await clock.settle();
  expect(broken.transfer.getState()).toMatchObject({
    phase: 'failed',
    message: 'upload.example.com closed the connection early (ECONNRESET)',
  });
  expect(missing.transfer.getState()).toMatchObject({phase: 'failed', message: 'the file disk.img.gz is missing'});
});

test.each([5, -5])('a clock set by %i hours changes neither the rate nor the duration of a transfer', async hours => {
  const {clock, start} = bench();
  const {transfer, sent, end} = start();
  await clock.advance(1500);
  sent(150);
  clock.jumpBy(hours * 3_600_000);
  expect([transfer.rate, transfer.secondsLeft]).toEqual([100, 9]);
  await clock.advance(8500);
  sent(1000);
  end();
  await clock.settle();
  expect(transfer.getState().message).toBe('uploaded, 1,000 bytes in 0:10');
});

test("a transfer to an expired address can't be restarted", async () => {
  const {clock, start} = bench();
  const {transfer, fail} = start({deadline: clock.now() + 60_000});
  fail(new UnreachableError('reset', 'broke.'));
  await clock.settle();
  expect(transfer.restartRefusal).toBeUndefined();
  await clock.advance(60_000);
  expect(transfer.restartRefusal).toBe('its address has expired: ask for a new one');
});

test('closing cancels running transfers, and the list keeps only recently ended ones', async () => {
  const {clock, start, account, transfers} = bench();
  for (let index = 0; index < 30; index++) {
    const {sent, end} = start();
    sent(1000);
    end();
    await clock.settle();
  }
  expect(account.getState().transfers.length).toBeLessThanOrEqual(21);
  const {transfer} = start();
  transfers.close();
  await clock.settle();
  expect(transfer.getState().phase).toBe('canceled');
});
