/** New accounts, each kind filled once per worker: an account with the same options starts from a copy. */
import {type EmulatorOptions, type OpenEmulator, openEmulator} from '../../src/emulator/server/start-server.ts';
import {seedFleet} from './fleet.ts';

const contents = new Map<string, Uint8Array>();

/** An emulator with an account of 40 instances, or another one of `EmulatorOptions`. */
export function openSeededEmulator(
  accounts: EmulatorOptions['accounts'] | 'fleet',
  options: EmulatorOptions,
): OpenEmulator {
  const isFleet = accounts === 'fleet';
  const {seed, token, brand, acronym, dialect, backgroundActivity, data, clock} = options;
  // A data file has its own account, and simulated users start with a new one.
  const canCopy = data === undefined && !backgroundActivity;
  const key = JSON.stringify([accounts, seed, token, brand, acronym, dialect, clock?.now()]);
  const copied = canCopy ? contents.get(key) : undefined;
  const emulator = openEmulator({...options, accounts: isFleet ? 'empty' : accounts, contents: copied});
  emulator.start();
  if (copied) return emulator;
  if (isFleet) emulator.db.transaction(() => seedFleet(emulator.db));
  if (canCopy) contents.set(key, emulator.db.sql.serialize());
  return emulator;
}
