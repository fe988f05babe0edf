/** Instance types, shown to people as plans. */
import {price} from '../schema/blocks.ts';
import {get} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {
  choice,
  integer,
  list,
  model,
  nullable,
  number,
  object,
  type Read,
  text,
  todayValues,
  undocumented,
} from '../schema/field.ts';

/** Prices in regions whose price differs. */
const regionPrices = undocumented(list(object({id: text(), hourly: number(), monthly: number()}), {readOnly: true}));

/** A plan: resources and prices, fractional US dollars. */
export const InstanceType = model('InstanceType', {
  id: text({readOnly: true}),
  label: text({readOnly: true, filterable: true}),
  disk: integer({readOnly: true, filterable: true}),
  class: todayValues(
    choice(['nanode', 'standard', 'dedicated', 'gpu', 'highmem'], {readOnly: true, filterable: true}),
    ['premium', 'accelerated'],
  ),
  price: price({readOnly: true}),
  region_prices: regionPrices,
  addons: object(
    {
      backups: object({price: price(), region_prices: regionPrices}, {readOnly: true}),
    },
    {readOnly: true},
  ),
  network_out: integer({readOnly: true, filterable: true}),
  memory: integer({readOnly: true, filterable: true}),
  successor: nullable(text({readOnly: true})),
  transfer: integer({readOnly: true, filterable: true}),
  vcpus: integer({readOnly: true, filterable: true}),
  gpus: integer({readOnly: true, filterable: true}),
});
export type InstanceType = Read<typeof InstanceType>;

export const types = family('types', {
  list: get('/compute/types', {auth: 'none', page: InstanceType}),
  get: get('/compute/types/{typeId}', {auth: 'none', responseModel: InstanceType}),
});
