/** Regions (D1 §4.4). */
import {get} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {choice, list, model, object, type Read, text, undocumented} from '../schema/field.ts';

/** A data center; not every service is available in every region (D1 §2.5). */
export const Region = model('Region', {
  id: text({readOnly: true}),
  label: undocumented(text({readOnly: true})),
  country: text({readOnly: true}),
  capabilities: list(text({wire: 'capabilities'}), {readOnly: true}),
  status: choice(['ok', 'outage'], {readOnly: true}),
  resolvers: object({ipv4: text({readOnly: true}), ipv6: text({readOnly: true})}, {readOnly: true}),
});
export type Region = Read<typeof Region>;

export const regions = family('regions', {
  list: get('/regions', {auth: 'none', page: Region}),
  get: get('/regions/{regionId}', {auth: 'none', returns: Region}),
});
