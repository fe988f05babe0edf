import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {contract} from '../index.ts';
import type {Endpoint, Params} from './endpoint.ts';
import {endpointsOf} from './family.ts';
import {buildPath} from './path.ts';

const {account, images, instances, networking, objectStorage, tags} = contract;

describe('buildPath', () => {
  it('fills in the parameters', () => {
    expect(buildPath(instances.list, {})).toBe('/compute/instances');
    expect(buildPath(instances.disks.get, {computeId: 7, diskId: 3})).toBe('/compute/instances/7/disks/3');
    expect(buildPath(instances.stats.month, {computeId: 7, year: 2026, month: 7})).toBe(
      '/compute/instances/7/stats/2026/7',
    );
  });

  it('rule 98: sends an ID with a slash as one segment', () => {
    expect(buildPath(images.get, {imageId: 'private/15'})).toBe('/images/private%2F15');
  });

  it('rule 73: keeps the trailing slash of the bucket collection', () => {
    expect(buildPath(objectStorage.buckets.list, {})).toBe('/object-storage/buckets/');
  });

  it('encodes characters that would end the path or change its meaning', () => {
    expect(buildPath(tags.objects.list, {label: 'a?b#c d/é%'})).toBe('/tags/a%3Fb%23c%20d%2F%C3%A9%25');
    expect(buildPath(networking.ips.get, {address: '2001:db8::1'})).toBe('/networking/ips/2001%3Adb8%3A%3A1');
    expect(buildPath(tags.delete, {label: '...'})).toBe('/tags/...');
    expect(buildPath(tags.delete, {label: '\ud800'})).toBe('/tags/%EF%BF%BD');
  });

  it.each(['', '.', '..'])('refuses %j, which would lead to another path', label => {
    expect(() => buildPath(tags.delete, {label})).toThrow(RangeError);
  });

  it.each([Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY])('refuses the ID %d', computeId => {
    expect(() => buildPath(instances.delete, {computeId})).toThrow('instances.delete');
  });

  it('keeps the number of segments for any parameter', () => {
    const value = fc.string({minLength: 1}).filter(text => !/^\.{1,2}$/.test(text));
    for (const endpoint of endpointsOf(contract))
      fc.assert(
        fc.property(value, fc.nat(), (text, number) => {
          const params = Object.fromEntries(
            Object.entries(endpoint.params).map(([name, kind]) => [name, kind === 'integer' ? number : text]),
          );
          const path = buildPath(endpoint, params as Params<Endpoint>);
          const url = new URL(`https://api.example.org/v4${path}`);
          expect(url.pathname).toBe(`/v4${path}`);
          expect(path.split('/')).toHaveLength(endpoint.path.split('/').length);
        }),
        {numRuns: 5},
      );
  });

  it('accepts string IDs for operations that have them', () => {
    expect(buildPath(account.oauthClients.get, {clientId: '2737bf16b39ab5d7b4a1'})).toBe(
      '/account/oauth-clients/2737bf16b39ab5d7b4a1',
    );
  });
});
