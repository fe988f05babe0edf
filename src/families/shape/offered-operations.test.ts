import {describe, expect, test} from 'vitest';
import {instance, region} from '../testing/rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {isOffered} from './offered-operations.ts';

const engine = (name: string) => ({id: `${name}/1`, engine: name, version: '1'});

describe("operations that today's API has removed", () => {
  test("are offered until a row shows that the account uses today's API", () => {
    for (const name of ['databases.mysql.backups.create', 'account.events.markRead', 'databases.mongodb.create']) {
      expect(isOffered(name, lookupFrom({lists: {instances: [instance()]}}))).toBe(true);
      const rows = [instance({interface_generation: 'legacy_config'})];
      expect(isOffered(name, lookupFrom({lists: {instances: rows}}))).toBe(false);
      expect(isOffered(name, lookupFrom({lists: {regions: [region({site_type: 'core'})]}}))).toBe(false);
    }
    expect(isOffered('instances.create', lookupFrom({lists: {regions: [region({site_type: 'core'})]}}))).toBe(true);
  });

  test('are offered for a database engine only if the list of engines has it', () => {
    const regions = [region({site_type: 'core'})];
    const offers = (...names: string[]) =>
      isOffered('databases.mongodb.create', lookupFrom({lists: {regions, 'databases.engines': names.map(engine)}}));
    expect(offers('mysql', 'postgresql')).toBe(false);
    expect(offers('mysql', 'mongodb')).toBe(true);
  });
});
