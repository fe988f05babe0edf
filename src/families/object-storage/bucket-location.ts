/** Location of a bucket: a cluster, or, for newer providers, a region. */
import type {Bucket} from '../../contract/resources/object-storage.ts';
import {type Cell, cellFor} from '../format/cells.ts';
import {regionCell} from '../relations/reference-cells.ts';
import type {Lookup, Ref} from '../shape/define-family.ts';
import type {FormCandidateContext, FormContext} from '../shape/forms.ts';

type BucketLocation = Partial<Pick<Bucket, 'cluster' | 'region'>>;

/** Location of a bucket in paths. */
export const locationKey = ({cluster, region}: BucketLocation): string => cluster || region || '';

/** The location in the form of a request. */
export const locationParams = ({
  cluster,
  region,
}: BucketLocation): {readonly cluster?: string; readonly region?: string} =>
  cluster || !region ? {cluster: cluster ?? ''} : {region};

/** True when both name the same location; one of them may name the cluster and the other the region. */
export const isSameLocation = (first: BucketLocation, second: BucketLocation): boolean =>
  (first.cluster && second.cluster) || !first.region || !second.region
    ? locationKey(first) === locationKey(second)
    : first.region === second.region;

export const locationCell = (row: BucketLocation): Cell => cellFor(locationKey(row) || undefined);

export function locationRef({cluster, region}: BucketLocation): Ref | undefined {
  if (cluster) return {family: 'objectStorage.clusters', id: cluster};
  return region ? {family: 'regions', id: region} : undefined;
}

/** The region; for a bucket without one, its cluster's. */
export const regionOfLocation = (row: BucketLocation, lookup: Lookup): string | undefined =>
  row.region || lookup.find('objectStorage.clusters', row.cluster)?.region;

export const bucketRegionCell = (row: BucketLocation, lookup: Lookup): Cell | readonly Cell[] =>
  regionCell(regionOfLocation(row, lookup), lookup);

/**
 * True when the account can use regions: such a provider names them in its buckets, or has no clusters at all.
 * A command line has read neither, and leaves the decision to the provider.
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
