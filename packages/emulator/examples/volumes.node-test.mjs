/** The same program and tests with the test runner of Node: `node --test volumes.node-test.mjs`. */
import assert from 'node:assert/strict';
import {after, before, beforeEach, test} from 'node:test';
import {startEmulator} from '@skydeck/emulator';

/** The program under test: creates a volume. */
async function createVolume({url, token}, label, region = 'us-east') {
  const response = await fetch(`${url}/volumes`, {
    method: 'POST',
    headers: {Authorization: `Bearer ${token}`, 'Content-Type': 'application/json'},
    body: JSON.stringify({label, region, size: 20}),
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.json();
}

let emulator;
before(async () => {
  emulator = await startEmulator({accounts: 'empty', seed: 1, speed: 0});
});
beforeEach(() => emulator.reset());
after(() => emulator.close());

test('a volume is created once', async () => {
  const {id} = await createVolume(emulator, 'data');
  assert.ok(id > 0);
  emulator.verify({operation: 'volumes.create', body: {label: 'data'}, times: 1});
});

test('a volume in an unknown region is refused', async () => {
  await assert.rejects(createVolume(emulator, 'data', 'nowhere'), /HTTP 400/);
  emulator.verify({operation: 'volumes.create', status: 400, times: 1});
});
