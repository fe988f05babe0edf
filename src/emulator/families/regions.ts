/** Regions (D1 §4.4). */
import type {Contract} from '../../contract/index.ts';
import type {Region} from '../../contract/resources/regions.ts';
import type {RegionAvailability} from '../../contract/resources/service-prices.ts';
import type {Handlers} from '../engine/call.ts';
import {defineKind} from '../engine/storage/kind.ts';
import type {Store} from '../engine/storage/store.ts';
import {Types} from './instance-types.ts';

/** Responses also have a label. */
export interface StoredRegion extends Region {
  readonly label: string;
}

export const Regions = defineKind<StoredRegion>('region', {columns: {key: 'id'}});

/** Each region has all plans of the current generation; plans with GPUs need a region that offers them. */
function availabilityOf(db: Store): readonly RegionAvailability[] {
  const plans = db.all(Types).filter(({successor}) => successor === null);
  return db.all(Regions).flatMap(({id: region, capabilities}) =>
    plans.map(({id: plan, gpus}) => ({
      region,
      plan,
      available: (gpus ?? 0) === 0 || capabilities.includes('GPU Computes'),
    })),
  );
}

export const regions: Handlers<Contract['regions']> = {
  list: call => call.page(Regions),
  get: call => call.jsonByKey(Regions, call.params.regionId),
  availability: {list: call => call.pageOf(availabilityOf(call.db))},
};
