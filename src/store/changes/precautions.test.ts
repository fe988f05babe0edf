/** The confirmations that each action of each family requires before its request. */
import {expect, test} from 'vitest';
import {contract} from '../../contract/index.ts';
import {endpointsOf} from '../../contract/schema/family.ts';
import {families} from '../../families/registry.ts';
import type {AnyAction, AnyRow, Family} from '../../families/shape/define-family.ts';
import {contractIdentifiers} from '../api/identifiers.ts';
import {confirmationText, matchesConfirmation} from './preview/confirmation.ts';
import {isDeletion} from './preview/presigned.ts';

const endpoints = new Map([...endpointsOf(contract)].map(endpoint => [endpoint.id, endpoint]));
const actions = families.flatMap(family =>
  Object.entries(family.actions)
    .filter(([, {elsewhere}]) => elsewhere === undefined)
    .map(([name, action]) => ({family, name, action})),
);

const row = {id: 1, label: 'it', username: 'it', address: 'it', domain: 'it', name: 'it', summary: 'it'} as AnyRow;
const labelOf = (family: Family) => {
  try {
    return family.label(row) || String(family.key(row));
  } catch {
    return undefined;
  }
};

function typing(family: Family, action: AnyAction, production: boolean, params = {}): Promise<string | undefined> {
  const endpoint = endpoints.get(action.operation);
  if (!endpoint) throw new Error(`no endpoint for ${action.operation}`);
  const one = labelOf(family) === undefined ? {...family, label: () => 'it', key: () => 1} : family;
  const subject = {family: one, name: '', action, row: action.on === 'row' ? row : undefined, params};
  return confirmationText(subject, endpoint, {
    profile: {name: 'shop', production},
    identifiers: contractIdentifiers,
    account: async () => 'acme-infra',
    labelOf: async () => 'above',
  });
}

/** True also for an operation that only returns a pre-signed URL for the deletion. */
function deletes(action: AnyAction): boolean {
  const endpoint = endpoints.get(action.operation);
  return endpoint !== undefined && isDeletion(action, endpoint);
}

/** Irreversible actions on the account. */
const irreversible = ['account.cancel', 'objectStorage.cancel'];

test('an irreversible action on the account is confirmed by typing the name of the account', async () => {
  for (const operation of irreversible) {
    const found = actions.find(({action}) => action.operation === operation);
    expect(found, operation).toBeDefined();
    if (found) expect(await typing(found.family, found.action, false), operation).toBe('acme-infra');
  }
});

test("the text to type matches the text on the screen, without characters that a keyboard can't produce", async () => {
  const found = actions.find(({action}) => action.operation === 'volumes.delete');
  if (!found) throw new Error('no volumes.delete');
  const {family, action} = found;
  const confirmTextFor = (label: string) => typing({...family, label: () => label}, action, false);
  expect(await confirmTextFor(' golden ⚙\ufe0f ')).toBe('golden ⚙');
  expect(await confirmTextFor('web\u202e10\x1b[31m-bew')).toBe('web10-bew');
  expect(await confirmTextFor('\u200d')).toBe('1');
  expect(matchesConfirmation('golden ⚙\ufe0f', 'golden ⚙')).toBe(true);
  expect(matchesConfirmation('golden ⚙ ', 'golden ⚙')).toBe(true);
  expect(matchesConfirmation('golden', 'golden ⚙')).toBe(false);
});

test('bug: the restore of a backup was confirmed with the name of the backup, not of the database that loses its data', async () => {
  const restores = actions.filter(({action}) => /^databases\..*\.backups\.restore$/.test(action.operation));
  expect(restores).toHaveLength(3);
  for (const {family, action} of restores) {
    expect(await typing(family, action, false, {instanceId: 2201})).toBe('above');
    expect(await typing(family, action, false)).toBe('it');
  }
});

test("every deletion asks for confirmation, and for typed text if it can't be undone", async () => {
  const unconfirmed: string[] = [];
  for (const {family, action} of actions) {
    if (!deletes(action)) continue;
    const typed = await typing(family, action, false);
    const isConfirmed = typed !== undefined || action.confirm === 'ask';
    if (!isConfirmed || (typed === undefined && action.undo === undefined && !recoverable.has(action.operation)))
      unconfirmed.push(action.operation);
  }
  expect(unconfirmed).toEqual([]);
});

test('bug: all events were marked as seen without a preview', () => {
  const markSeen = actions.find(({action}) => action.operation === 'account.events.markSeen');
  expect(markSeen?.action.confirm).toBe('ask');
});

test('in production, every deletion or interruption requires typed text', async () => {
  const unconfirmed: string[] = [];
  for (const {family, action} of actions) {
    const isSevere = deletes(action) || action.risk === 'destroys' || action.risk === 'interrupts';
    if (isSevere && !whileOff.has(action.operation) && (await typing(family, action, true)) === undefined)
      unconfirmed.push(action.operation);
  }
  expect(unconfirmed).toEqual([]);
});

test('only harmless actions run without a form or a confirmation', () => {
  // An action without form and confirmation runs at its key, so it must be harmless.
  const immediate = actions.filter(({action}) => action.form === undefined && (action.confirm ?? 'none') === 'none');
  expect(immediate.map(({action}) => action.operation).sort()).toEqual(harmless);
});

/** Deletions that need no typed text, because the loss can be repaired easily. */
const recoverable = new Set([
  // The transfer can be offered again to the same account.
  'account.entityTransfers.delete',
  'account.serviceTransfers.delete',
  // The browser is trusted again after its next login.
  'profile.devices.delete',
]);
/** The instance is off, so that nothing is interrupted. */
const whileOff = new Set(['instances.resetPassword', 'instances.disks.resetPassword']);
const harmless = ['account.events.markRead'];
