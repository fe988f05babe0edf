/** Where buckets are: in a cluster, or in a region, as newer providers have it. */
import type {Bucket} from '../../contract/object-storage.ts';
import {type Cell, shown} from '../cells.ts';
import type {Look, Ref} from '../define.ts';
import {regionCell} from '../lookups.ts';
import type {Values} from '../shape/forms.ts';

type Place = Partial<Pick<Bucket, 'cluster' | 'region'>>;

/** What paths name a bucket's place by. */
export const placeOf = ({cluster, region}: Place): string => cluster || region || '';

/** The same place as a request says it. */
export const placeIn = ({cluster, region}: Place): {readonly cluster?: string; readonly region?: string} =>
  cluster || !region ? {cluster: cluster ?? ''} : {region};

/** Whether both say the same place; one of them may name the cluster and the other the region. */
export const isIn = (one: Place, other: Place): boolean =>
  (one.cluster && other.cluster) || !one.region || !other.region
    ? placeOf(one) === placeOf(other)
    : one.region === other.region;

export const placeCell = (row: Place): Cell => shown(placeOf(row) || undefined);

export function opensPlace({cluster, region}: Place): Ref | undefined {
  if (cluster) return {family: 'objectStorage.clusters', id: cluster};
  return region ? {family: 'regions', id: region} : undefined;
}

/** The region, which a cluster says where the bucket does not. */
export const regionOf = (row: Place, look: Look): string | undefined =>
  row.region || look.find('objectStorage.clusters', row.cluster)?.region;

export const regionOfBucket = (row: Place, look: Look): Cell | readonly Cell[] => regionCell(regionOf(row, look), look);

/**
 * Whether the account may speak of regions: a provider that does says so of its buckets, or has no clusters at all.
 * A command line has read neither, and leaves the decision to the provider.
 */
const hasRegions = (look: Look): boolean =>
  !look.complete('objectStorage.buckets') ||
  look.rows('objectStorage.buckets').some(({region}) => Boolean(region)) ||
  (look.complete('objectStorage.clusters') && look.rows('objectStorage.clusters').length === 0);

export const placeInputs = {
  cluster: {
    title: 'Cluster',
    input: 'pick',
    from: 'objectStorage.clusters',
    unless: (cluster: {readonly status: string}) => (cluster.status === 'unavailable' ? 'unavailable' : undefined),
    when: (values: Values) => !values.region,
  },
  region: {
    title: 'Region',
    help: 'instead of a cluster',
    input: 'pick',
    from: 'regions',
    unless: (region: {readonly capabilities: readonly string[]}) =>
      region.capabilities.length > 0 && !region.capabilities.includes('Object Storage')
        ? 'has no Object Storage'
        : undefined,
    when: (values: Values, _: unknown, look: Look) => !values.cluster && hasRegions(look),
  },
} as const;
