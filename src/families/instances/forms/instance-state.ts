/** States of an instance, and the actions that they allow (D2 §3). */
import type {Event} from '../../../contract/account/events.ts';
import type {Instance} from '../../../contract/instances/index.ts';
import {sentenceText} from '../../events/event-sentence.ts';
import {defineStates, type State} from '../../format/cells.ts';
import type {Lookup} from '../../shape/define-family.ts';

const condition = defineStates<Instance['status']>({
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
  // The platform stops instances for maintenance, without a request of a user, so this needs attention.
  stopped: {is: 'attention', word: 'stopped'},
  busy: {is: 'busy', word: 'busy'},
  billing_suspension: {is: 'attention', word: 'suspended for billing'},
});

export const instanceStateWords = condition.words;

const busyEvent = (row: Instance, lookup: Lookup): Event | undefined => lookup.running('compute', row.id);

/** The status, with the percentage of the event that brings it about. */
export function instanceStateOf(row: Instance, lookup: Lookup): State {
  const state = condition(row.status);
  if (state.is !== 'busy') return state;
  const percent = busyEvent(row, lookup)?.percent_complete;
  return typeof percent === 'number' ? {...state, percent} : state;
}

/** Resize, shutdown, rescue, reboot and upgrade need an instance without a running operation (D2 §3). */
export function unlessIdle(row: Instance, lookup: Lookup): string | undefined {
  const state = condition(row.status);
  const event = busyEvent(row, lookup);
  if (state.is !== 'busy' && !event) return undefined;
  const activity = event ? sentenceText(event, lookup) : state.word;
  return `needs no running action on this instance: ${activity}`;
}

/** Name of an instance in sentences. */
export const instanceInSentence = (row: Instance): string => row.label || 'the instance';

export const unlessInstanceStopped = (row: Instance): string | undefined =>
  row.status === 'running' ? 'already running' : undefined;
export const unlessInstanceOn = (row: Instance): string | undefined =>
  row.status === 'offline' ? 'already off' : undefined;
