/** Regions (D1 §4.4). */
import {get} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {choice, integer, list, model, nullable, object, type Read, text, today, undocumented} from '../schema/field.ts';
import {RegionAvailability} from './service-prices.ts';

/** A data center; not every service is available in every region (D1 §2.5). */
export const Region = model('Region', {
  id: text({readOnly: true}),
  label: undocumented(text({readOnly: true})),
  country: text({readOnly: true}),
  capabilities: list(text({wire: 'capabilities'}), {readOnly: true}),
  status: choice(['ok', 'outage'], {readOnly: true}),
  resolvers: object({ipv4: text({readOnly: true}), ipv6: text({readOnly: true})}, {readOnly: true}),
  monitors: today(object({alerts: list(text()), metrics: list(text())}, {readOnly: true})),
  placement_group_limits: today(
    object(
      {
        maximum_pgs_per_customer: nullable(integer()),
        maximum_computes_per_pg: nullable(integer()),
        maximum_computes_per_flexible_pg: nullable(integer()),
      },
      {readOnly: true},
    ),
  ),
  site_type: today(choice(['core', 'distributed'], {readOnly: true})),
});
export type Region = Read<typeof Region>;

export const regions = family('regions', {
  list: get('/regions', {auth: 'none', page: Region}),
  get: get('/regions/{regionId}', {auth: 'none', responseModel: Region}),
  availability: {
    list: get('/regions/availability', {
      auth: 'none',
      page: RegionAvailability,
      columns: ['region', 'plan', 'available'],
      today: true,
    }),
  },
});
