import {describe, expect, test} from 'vitest';
import {goneOperations as goneInContract} from '../../contract/wire/dialect.ts';
import {instance, region} from '../testing/rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {goneOperations, isOffered} from './offered-operations.ts';

const engine = (name: string) => ({id: `${name}/1`, engine: name, version: '1'});

describe('operations that the API of today no longer has', () => {
  test('are those of the contract', () => expect(goneOperations).toEqual(goneInContract));

  test('are offered until a row shows that the account speaks it', () => {
    for (const name of ['databases.mysql.backups.create', 'account.events.markRead', 'databases.mongodb.create']) {
      expect(isOffered(name, lookupFrom({lists: {instances: [instance()], regions: [region()]}}))).toBe(true);
      const rows = [instance({interface_generation: 'legacy_config'})];
      expect(isOffered(name, lookupFrom({lists: {instances: rows}}))).toBe(false);
      expect(isOffered(name, lookupFrom({lists: {regions: [region({site_type: 'core'})]}}))).toBe(false);
    }
    expect(isOffered('instances.create', lookupFrom({lists: {regions: [region({site_type: 'core'})]}}))).toBe(true);
  });

  test('the list of engines decides about an engine', () => {
    const regions = [region({site_type: 'core'})];
    const offers = (...names: string[]) =>
      isOffered('databases.mongodb.create', lookupFrom({lists: {regions, 'databases.engines': names.map(engine)}}));
    expect(offers('mysql', 'postgresql')).toBe(false);
    expect(offers('mysql', 'mongodb')).toBe(true);
  });
});
