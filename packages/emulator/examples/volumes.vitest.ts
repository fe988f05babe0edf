/** A program under test and its tests, with vitest. */
import {type Emulator, startEmulator, VerificationError} from '@skydeck/emulator';
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';

/** The program under test: creates a volume, and tries again after a 429. */
async function createVolume({url, token}: {url: string; token: string}, label: string): Promise<{id: number}> {
  for (;;) {
    const response = await fetch(`${url}/volumes`, {
      method: 'POST',
      headers: {Authorization: `Bearer ${token}`, 'Content-Type': 'application/json'},
      body: JSON.stringify({label, region: 'us-east', size: 20}),
    });
    if (response.ok) return (await response.json()) as {id: number};
    if (response.status !== 429) throw new Error(`HTTP ${response.status}`);
  }
}

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({accounts: 'empty', seed: 1, speed: 0});
});
beforeEach(() => emulator.reset());
afterAll(() => emulator.close());

test('a volume is created once', async () => {
  const {id} = await createVolume(emulator, 'data');
  expect(id).toBeGreaterThan(0);
  emulator.verify({operation: 'volumes.create', body: {label: 'data'}, times: 1});
});

test('a throttled request is sent again', async () => {
  emulator.setFaults({faults: [{on: 'volumes.create', kind: 'throttle', count: 2, seconds: 0}]});
  await createVolume(emulator, 'data');
  const statuses = emulator.requests({operation: 'volumes.create'}).map(({status}) => status);
  expect(statuses).toEqual([429, 429, 200]);
});

test('the state goes back to a snapshot', async () => {
  emulator.snapshot('before');
  await createVolume(emulator, 'data');
  emulator.restore('before');
  await createVolume(emulator, 'data');
  expect(() => emulator.verify({operation: 'volumes.create', times: 1})).toThrow(VerificationError);
});
