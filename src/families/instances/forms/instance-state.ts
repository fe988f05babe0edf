/** States of an instance, and the actions that they allow (D2 §3). */
import type {Event} from '../../../contract/account/events.ts';
import type {Instance} from '../../../contract/instances/index.ts';
import {sentenceText} from '../../events/event-sentence.ts';
import {defineStates, type State} from '../../format/cells.ts';
import type {Lookup} from '../../shape/define-family.ts';

const condition = defineStates<Instance['status']>({
  running: {condition: 'ok', word: 'running'},
  offline: {condition: 'off', word: 'offline'},
  booting: {condition: 'busy', word: 'booting'},
  rebooting: {condition: 'busy', word: 'rebooting'},
  shutting_down: {condition: 'busy', word: 'shutting down'},
  provisioning: {condition: 'busy', word: 'provisioning'},
  deleting: {condition: 'busy', word: 'deleting'},
  migrating: {condition: 'busy', word: 'migrating'},
  rebuilding: {condition: 'busy', word: 'rebuilding'},
  cloning: {condition: 'busy', word: 'cloning'},
  restoring: {condition: 'busy', word: 'restoring'},
  // The platform, not a user, stops instances for maintenance, so this state needs attention.
  stopped: {condition: 'attention', word: 'stopped'},
  busy: {condition: 'busy', word: 'busy'},
  billing_suspension: {condition: 'attention', word: 'suspended for billing'},
});

export const instanceStateWords = condition.words;

const busyEvent = (row: Instance, lookup: Lookup): Event | undefined => lookup.running('compute', row.id);

/** The status, with the percentage of the event that changes it. */
export function instanceStateOf(row: Instance, lookup: Lookup): State {
  const state = condition(row.status);
  if (state.condition !== 'busy') return state;
  const percent = busyEvent(row, lookup)?.percent_complete;
  return typeof percent === 'number' ? {...state, percent} : state;
}

/** Resize, shutdown, rescue, reboot and upgrade require that no operation is running (D2 §3). */
export function unlessIdle(row: Instance, lookup: Lookup): string | undefined {
  const state = condition(row.status);
  const event = busyEvent(row, lookup);
  if (state.condition !== 'busy' && !event) return undefined;
  const activity = event ? sentenceText(event, lookup) : state.word;
  return `is busy: ${activity}`;
}

/** The name of an instance in sentences. */
export const instanceInSentence = (row: Instance): string => row.label || 'the instance';

export const unlessInstanceStopped = (row: Instance): string | undefined =>
  row.status === 'running' ? 'already running' : undefined;
export const unlessInstanceOn = (row: Instance): string | undefined =>
  row.status === 'offline' ? 'already off' : undefined;
/** An instance that the platform stopped can be booted, or shut down to be off; only an offline one is off. */
export const unlessInstanceRebootable = ({status}: Instance): string | undefined =>
  status === 'offline'
    ? 'is off: boot it instead'
    : status === 'stopped'
      ? 'is stopped by the platform: boot it instead'
      : undefined;
export const unlessInstanceOffline = ({status}: Instance): string | undefined =>
  status === 'offline'
    ? undefined
    : status === 'stopped'
      ? 'is stopped by the platform: shut it down first'
      : 'is not off: shut it down first';
