/** The location of a bucket: a cluster, or, for newer providers, a region. */
import type {Bucket} from '../../contract/resources/object-storage.ts';
import {type Cell, cellFor} from '../format/cells.ts';
import {regionCell} from '../relations/reference-cells.ts';
import type {Lookup, Ref} from '../shape/define-family.ts';
import type {FormCandidateContext, FormContext} from '../shape/forms.ts';

type BucketLocation = Partial<Pick<Bucket, 'cluster' | 'region'>>;

/** The location of a bucket in paths. */
export const locationKey = ({cluster, region}: BucketLocation): string => cluster || region || '';

/** The location in the form of a request. */
export const locationParams = ({
  cluster,
  region,
}: BucketLocation): {readonly cluster?: string; readonly region?: string} =>
  cluster || !region ? {cluster: cluster ?? ''} : {region};

/** True if both mean the same location; one of them may be given as a cluster and the other as a region. */
export const isSameLocation = (first: BucketLocation, second: BucketLocation): boolean =>
  (first.cluster && second.cluster) || !first.region || !second.region
    ? locationKey(first) === locationKey(second)
    : first.region === second.region;

export const locationCell = (row: BucketLocation): Cell => cellFor(locationKey(row) || undefined);

export function locationRef({cluster, region}: BucketLocation): Ref | undefined {
  if (cluster) return {family: 'objectStorage.clusters', id: cluster};
  return region ? {family: 'regions', id: region} : undefined;
}

/** The region of the bucket or, without one, of its cluster. */
export const regionOfLocation = (row: BucketLocation, lookup: Lookup): string | undefined =>
  row.region || lookup.find('objectStorage.clusters', row.cluster)?.region;

export const bucketRegionCell = (row: BucketLocation, lookup: Lookup): Cell | readonly Cell[] =>
  regionCell(regionOfLocation(row, lookup), lookup);

/**
 * True if the account can use regions: the provider's buckets have regions, or it has no clusters. Without loaded
 * lists, as in a command, the provider decides.
 */
const hasRegions = (lookup: Lookup): boolean =>
  !lookup.complete('objectStorage.buckets') ||
  lookup.rows('objectStorage.buckets').some(({region}) => Boolean(region)) ||
  (lookup.complete('objectStorage.clusters') && lookup.rows('objectStorage.clusters').length === 0);

export const locationInputs = {
  cluster: {
    title: 'Cluster',
    input: 'pick',
    family: 'objectStorage.clusters',
    unless: ({candidate: cluster}: FormCandidateContext<{readonly status: string}>) =>
      cluster.status === 'unavailable' ? 'unavailable' : undefined,
    isVisible: ({values}: FormContext) => !values.region,
  },
  region: {
    title: 'Region',
    help: 'instead of a cluster',
    input: 'pick',
    family: 'regions',
    unless: ({candidate: region}: FormCandidateContext<{readonly capabilities: readonly string[]}>) =>
      region.capabilities.length > 0 && !region.capabilities.includes('Object Storage')
        ? 'has no Object Storage'
        : undefined,
    isVisible: ({values, lookup}: FormContext) => !values.cluster && hasRegions(lookup),
  },
} as const;
