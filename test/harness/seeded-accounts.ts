/** New accounts, each kind filled once per worker: an account with the same options starts from a copy. */
import {type EmulatorOptions, type OpenEmulator, openEmulator} from '../../src/emulator/server/start-server.ts';
import {keepSeededContents, seededContents} from '../../src/emulator/testing/seeded-contents.ts';
import {seedFleet} from './fleet.ts';

/** An emulator with an account of 40 instances, or another one of `EmulatorOptions`. */
export function openSeededEmulator(
  accounts: EmulatorOptions['accounts'] | 'fleet',
  options: EmulatorOptions,
): OpenEmulator {
  const isFleet = accounts === 'fleet';
  const variant = accounts ?? 'demo';
  const contents = seededContents(variant, options);
  const emulator = openEmulator({contents, ...options, accounts: isFleet ? 'empty' : accounts});
  emulator.start();
  if (isFleet && !contents) emulator.db.transaction(() => seedFleet(emulator.db));
  keepSeededContents(variant, options, emulator.db);
  return emulator;
}
