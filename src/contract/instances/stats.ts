/** Statistics and network transfer of an instance (D2 §2.7). */
import {chartSeries} from '../schema/blocks.ts';
import {get} from '../schema/endpoint.ts';
import {integer, model, object, type Read, text} from '../schema/field.ts';

const traffic = object({in: chartSeries, out: chartSeries, private_in: chartSeries, private_out: chartSeries});

/** Series of `[milliseconds, value]` pairs: cpu in percent, io in blocks/s, network in bits/s (D2 §2.7). */
export const InstanceStats = model('InstanceStats', {
  cpu: chartSeries,
  io: object({io: chartSeries, swap: chartSeries}),
  netv4: traffic,
  netv6: traffic,
  title: text(),
});
export type InstanceStats = Read<typeof InstanceStats>;

/** Transfer this month: `billable` and `quota` in GB, `used` in bytes (D2 §2.7). */
export const TransferPool = model('TransferPool', {
  used: integer({readOnly: true, unit: 'bytes'}),
  quota: integer({readOnly: true, unit: 'GB'}),
  billable: integer({readOnly: true, unit: 'GB'}),
});
export type TransferPool = Read<typeof TransferPool>;

/** Public traffic of one month, in bytes (D2 §2.7). */
export const MonthlyTransfer = model('MonthlyTransfer', {
  bytes_in: integer({readOnly: true, unit: 'bytes'}),
  bytes_out: integer({readOnly: true, unit: 'bytes'}),
  bytes_total: integer({readOnly: true, unit: 'bytes'}),
});
export type MonthlyTransfer = Read<typeof MonthlyTransfer>;

export const statsEndpoints = {
  stats: {
    get: get('/compute/instances/{computeId}/stats', {
      scopes: ['compute:read_only'],
      responseModel: InstanceStats,
      limit: 'stats',
    }),
    month: get('/compute/instances/{computeId}/stats/{year}/{month}', {
      scopes: ['compute:read_only'],
      responseModel: InstanceStats,
      limit: 'stats',
    }),
  },
  transfer: {
    get: get('/compute/instances/{computeId}/transfer', {scopes: ['compute:read_only'], responseModel: TransferPool}),
    month: get('/compute/instances/{computeId}/transfer/{year}/{month}', {
      scopes: ['compute:read_only'],
      responseModel: MonthlyTransfer,
    }),
  },
};
