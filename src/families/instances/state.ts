/** Conditions of an instance, and what they allow (D2 §3). */
import type {Event} from '../../contract/account/events.ts';
import type {Instance} from '../../contract/instances/index.ts';
import {conditions, type State} from '../cells.ts';
import type {Look} from '../define.ts';
import {sentenceText} from '../sentence.ts';

const condition = conditions<Instance['status']>({
  running: {is: 'ok', word: 'running'},
  offline: {is: 'off', word: 'offline'},
  booting: {is: 'busy', word: 'booting'},
  rebooting: {is: 'busy', word: 'rebooting'},
  shutting_down: {is: 'busy', word: 'shutting down'},
  provisioning: {is: 'busy', word: 'provisioning'},
  deleting: {is: 'busy', word: 'deleting'},
  migrating: {is: 'busy', word: 'migrating'},
  rebuilding: {is: 'busy', word: 'rebuilding'},
  cloning: {is: 'busy', word: 'cloning'},
  restoring: {is: 'busy', word: 'restoring'},
  // The platform stops instances for maintenance; nobody asked for it, so it wants to be seen.
  stopped: {is: 'attention', word: 'stopped'},
});

export const stateWords = condition.words;

const busyEvent = (row: Instance, look: Look): Event | undefined => look.running('compute', row.id);

/** The status, with the percentage of the event that brings it about. */
export function stateOf(row: Instance, look: Look): State {
  const state = condition(row.status);
  if (state.is !== 'busy') return state;
  const percent = busyEvent(row, look)?.percent_complete;
  return typeof percent === 'number' ? {...state, percent} : state;
}

/** Resize, shutdown, rescue, reboot and upgrade want the instance to themselves (D2 §3). */
export function unlessIdle(row: Instance, look: Look): string | undefined {
  const state = condition(row.status);
  const event = busyEvent(row, look);
  if (state.is !== 'busy' && !event) return undefined;
  const what = event ? sentenceText(event, look) : `it is ${state.word}`;
  return `needs no running action on this instance: ${what}`;
}

/** How sentences name it. */
export const calling = (row: Instance): string => row.label || 'the instance';

export const ifRunning = (row: Instance): string | undefined =>
  row.status === 'running' ? 'already running' : undefined;
export const ifOff = (row: Instance): string | undefined => (row.status === 'offline' ? 'already off' : undefined);
