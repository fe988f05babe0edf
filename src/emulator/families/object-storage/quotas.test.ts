/** Endpoints and quotas of Object Storage, in the dialect of today. */
import {expect, it, onTestFinished} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount} from '../../testing/test-account.ts';

const {objectStorage} = contract;

it('each endpoint has three quotas, and their usage counts the buckets', async () => {
  const account = await openTestAccount({accounts: 'demo', dialect: 'today'});
  onTestFinished(() => account.close());
  const endpoints = (await account.ok(objectStorage.endpoints.list)).data;
  const quotas = (await account.ok(objectStorage.quotas.list)).data;
  expect(quotas).toHaveLength(3 * endpoints.length);
  const buckets = (await account.ok(objectStorage.buckets.list)).data;
  const [{s3_endpoint} = {s3_endpoint: null}] = buckets;
  expect(endpoints.map(endpoint => endpoint.s3_endpoint)).toContain(s3_endpoint);
  const quota = quotas.find(one => one.s3_endpoint === s3_endpoint && one.resource_metric === 'bucket');
  const params = {objQuotaId: quota?.quota_id ?? ''};
  expect(await account.ok(objectStorage.quotas.get, {params})).toEqual(quota);
  expect(await account.ok(objectStorage.quotas.usage.get, {params})).toEqual({
    quota_limit: 1000,
    usage: buckets.filter(bucket => bucket.s3_endpoint === s3_endpoint).length,
  });
  expect((await account.call(objectStorage.quotas.get, {params: {objQuotaId: 'none'}})).status).toBe(404);
});
