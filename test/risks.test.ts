/**
 * Every change with a confirmation has a reason to start on Cancel, or is listed in this file with the reason why it
 * starts on the action.
 */
import {expect, test} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {endpointsOf} from '../src/contract/schema/family.ts';
import {families} from '../src/families/registry.ts';

const operations = new Map([...endpointsOf(contract)].map(endpoint => [endpoint.id, endpoint]));

/** Confirmed, and still nothing is destroyed, interrupted, charged or opened to others. */
const harmless: Readonly<Record<string, string>> = {
  'instances.boot': 'what was off runs',
  'instances.disks.clone': 'a copy on the same instance costs nothing',
  'instances.firewalls.apply': 'the rules are those of before',
  'volumes.attach': 'nothing was attached before',
  'objectStorage.buckets.ssl.upload': 'there was no certificate before',
  'managed.services.enable': 'it is watched again',
  'managed.credentials.updateLogin': 'staff log in as before',
  'account.events.markSeen': 'only the marks in the list change',
  'support.tickets.close': 'a reply opens it again',
  'instances.configs.interfaces.order': 'it takes effect at the next boot, and another order can be set until then',
  'profile.tfa.enable': 'nothing changes before the code is confirmed',
};

const confirmed = families.flatMap(({id, actions}) =>
  Object.entries(actions).flatMap(([name, action]) => {
    const endpoint = operations.get(action.operation);
    if (!endpoint || action.elsewhere || (action.confirm ?? 'none') === 'none') return [];
    const isDeletion = endpoint.method === 'DELETE' || action.presignedRequest?.method === 'DELETE';
    const isRisky = action.risk !== undefined || isDeletion || endpoint.spec.charges === true;
    return [{name: `${id}.${name}`, isRisky}];
  }),
);

test('every change with a confirmation has a reason to start on Cancel, or is listed as harmless', () => {
  const without = confirmed.filter(({isRisky}) => !isRisky).map(({name}) => name);
  expect(without.filter(name => !(name in harmless))).toEqual([]);
  expect(Object.keys(harmless).filter(name => !without.includes(name))).toEqual([]);
});
