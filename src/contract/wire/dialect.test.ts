import {describe, expect, it} from 'vitest';
import {contract} from '../index.ts';
import {filterable} from '../schema/endpoint.ts';
import {endpointsOf} from '../schema/family.ts';
import {dialects, extraFilterableFields, normalizeResponse, openListPage} from './dialect.ts';

const {instances, managed, objectStorage, volumes} = contract;

describe('dialects', () => {
  it('rule 3: the documents allow pages of 25 to 100', () => {
    expect(dialects.documents.pageSize).toEqual({min: 25, max: 100, default: 100});
    expect(dialects.provider.pageSize).toEqual({min: 25, max: 500, default: 100});
  });

  it('differ: `today` from `documents` in every setting, from `provider` only in additions and volume statuses', () => {
    for (const [point, value] of Object.entries(dialects.documents))
      expect(dialects.today[point as keyof typeof dialects.today], point).not.toEqual(value);
    const {additions, volumeStatuses, ...provider} = dialects.provider;
    expect(dialects.today).toMatchObject(provider);
    expect(additions).toBe('none');
  });

  it('add filterable fields only to existing lists, and none that the documents mark', () => {
    const lists = new Map([...endpointsOf(contract)].map(endpoint => [endpoint.id, endpoint]));
    for (const [id, names] of Object.entries(extraFilterableFields)) {
      const list = lists.get(id);
      expect(list?.spec.page, id).toBeDefined();
      if (list) for (const name of names) expect(filterable(list)).not.toContain(name);
    }
  });
});

describe('normalizeResponse', () => {
  const series = {cpu: [[1, 2]], io: {}, netv4: {}, netv6: {}};

  it('moves instance statistics to the top level', () => {
    const bare = {title: 'host', ...series};
    expect(normalizeResponse(instances.stats.get, {title: 'host', data: series})).toEqual(bare);
    expect(normalizeResponse(instances.stats.month, bare)).toEqual(bare);
  });

  it('moves Managed statistics below `data`', () => {
    expect(normalizeResponse(managed.stats.get, {cpu: []})).toEqual({data: {cpu: []}});
    const none = {data: ['no data yet']};
    expect(normalizeResponse(managed.stats.get, none)).toBe(none);
  });

  it('copies the marker of a listing to each of its objects', () => {
    const {list} = objectStorage.objects;
    expect(normalizeResponse(list, {data: [{name: 'a'}], next_marker: 'a', is_truncated: true})).toMatchObject({
      data: [{name: 'a', next_marker: 'a', is_truncated: true}],
    });
    expect(normalizeResponse(list, {data: [{name: 'a'}], next_marker: null})).toMatchObject({
      data: [{name: 'a', next_marker: null, is_truncated: false}],
    });
    const documented = {data: [{name: 'a', next_marker: null, is_truncated: false}]};
    expect(normalizeResponse(list, documented)).toBe(documented);
  });

  it('returns nothing if a rebuild answered a configuration profile instead of the instance', () => {
    expect(normalizeResponse(instances.rebuild, {id: 3, kernel: 'compute/latest-64bit', devices: {}})).toBeUndefined();
    const instance = {id: 7, specs: {}, status: 'rebuilding'};
    expect(normalizeResponse(instances.rebuild, instance)).toBe(instance);
  });

  it('leaves every other answer unchanged', () => {
    for (const body of [{data: {cpu: 1}}, null, 'text', []]) expect(normalizeResponse(volumes.get, body)).toBe(body);
    for (const body of [null, 'text', []]) expect(normalizeResponse(instances.stats.get, body)).toBe(body);
  });
});

describe('openListPage', () => {
  const {history, list} = contract.networking.firewalls;
  const page = (data: unknown[]) => ({data, page: 1, pages: 1, results: data.length});

  it('accepts a page, a bare list or a single object', () => {
    expect(openListPage(history.get, page([{id: 1}]))).toEqual(page([{id: 1}]));
    expect(openListPage(history.get, [{id: 1}, {id: 1}])).toEqual(page([{id: 1}, {id: 1}]));
    expect(openListPage(history.get, {id: 1})).toEqual(page([{id: 1}]));
  });

  it('leaves the answers of other operations unchanged', () => {
    const body = {id: 1};
    expect(openListPage(list, body)).toBe(body);
  });
});
