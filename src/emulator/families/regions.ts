/** Regions (D1 §4.4). */
import type {Contract} from '../../contract/index.ts';
import type {Region} from '../../contract/resources/regions.ts';
import type {Handlers} from '../engine/call.ts';
import {defineKind} from '../engine/storage/kind.ts';

/** The wire also names the region. */
export interface StoredRegion extends Region {
  readonly label: string;
}

export const Regions = defineKind<StoredRegion>('region', {columns: {key: 'id'}});

export const regions: Handlers<Contract['regions']> = {
  list: call => call.page(Regions),
  get: call => call.jsonByKey(Regions, call.params.regionId),
};
