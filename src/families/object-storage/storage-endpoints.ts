/** Endpoints of Object Storage in regions. The API of today has them. */
import type {ObjectStorageEndpoint} from '../../contract/resources/storage-quotas.ts';
import {defineFamily} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';

const regionRef = ({region}: ObjectStorageEndpoint) => ({family: 'regions', id: region}) as const;

/** A region may have several endpoints, also without an address. */
const keyOf = ({region, endpoint_type: type, s3_endpoint: address}: ObjectStorageEndpoint): string =>
  standard.joinedKey(region, type, address);

export const storageEndpoints = defineFamily('objectStorage.endpoints', {
  title: 'Storage endpoints',
  one: 'endpoint',
  name: 'storage-endpoints',
  group: 'more',
  today: true,
  aliases: ['storage-endpoints'],
  key: keyOf,
  label: keyOf,
  columns: [
    {field: 'region', title: 'Region', grow: true, width: 16, link: regionRef},
    {field: 'endpoint_type', title: 'Endpoint type'},
    {field: 's3_endpoint', title: 'S3 endpoint'},
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Endpoint',
          lines: [
            {title: 'Region', value: row => row.region, link: regionRef},
            {title: 'Endpoint type', value: row => row.endpoint_type},
            {title: 'S3 endpoint', value: row => row.s3_endpoint},
          ],
        },
      ],
    },
  ],
  actions: {},
  reconcileSeconds: 86_400,
});
