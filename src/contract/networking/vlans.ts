/** VLANs (beta). */
import {del, get} from '../schema/endpoint.ts';
import {dateTime, integer, list, model, type Read, text} from '../schema/field.ts';

/** A private network between instances of a region. */
export const Vlan = model(
  'Vlan',
  {
    label: text({readOnly: true, filterable: true}),
    region: text({readOnly: true, filterable: true}),
    computes: list(integer(), {readOnly: true}),
    created: dateTime({readOnly: true}),
  },
  'label',
);
export type Vlan = Read<typeof Vlan>;

export const vlansEndpoints = {
  vlans: {
    list: get('/networking/vlans', {root: 'v4beta', scopes: ['compute:read_only'], page: Vlan}),
    delete: del('/networking/vlans/{regionId}/{label}', {scopes: ['compute:read_write'], today: true}),
  },
};
