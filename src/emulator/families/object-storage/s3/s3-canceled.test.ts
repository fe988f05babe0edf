/** Uploads whose target is deleted while their body is received. */
import {request} from 'node:http';
import {PutBucketAclCommand, S3Client} from '@aws-sdk/client-s3';
import {getSignedUrl} from '@aws-sdk/s3-request-presigner';
import {afterEach, beforeEach, expect, it} from 'vitest';
import {contract} from '../../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../../testing/test-account.ts';
import {Objects, UploadParts} from '../storage-kinds.ts';

const {buckets, objects} = contract.objectStorage;
const target = {clusterId: 'us-east-1', bucket: 'photos'};

let account: TestAccount;
let origin: string;
beforeEach(async () => {
  account = await openTestAccount();
  origin = new URL(account.url).origin;
  await account.ok(buckets.create, {body: {label: 'photos', cluster: 'us-east-1', acl: 'public-read-write'}});
});
afterEach(() => account.close());

const deleteBucket = () => account.ok(buckets.delete, {params: target});
const object = (query = '') => `${origin}/s3/us-east-1/photos/a.txt${query}`;

/** Sends the head of an upload, then runs `meanwhile`, then sends the body. Returns the status. */
async function uploadAround(
  url: string,
  meanwhile: () => Promise<unknown>,
  body = 'bytes',
): Promise<number | undefined> {
  const headers = {'Content-Length': body.length, 'Content-Type': 'text/plain', Expect: '100-continue'};
  const outgoing = request(url, {method: 'PUT', headers, agent: false});
  const answered = new Promise<number | undefined>((resolve, reject) => {
    outgoing.once('response', response => resolve(response.resume().statusCode));
    outgoing.once('error', reject);
  });
  // The server has read the head when it asks for the body.
  await new Promise(resolve => outgoing.once('continue', resolve));
  await meanwhile();
  outgoing.end(body);
  return answered;
}

it('a part of an upload that is aborted meanwhile is not stored', async () => {
  const started = await (await fetch(object('?uploads'), {method: 'POST'})).text();
  const id = /<UploadId>(.+)<\/UploadId>/.exec(started)?.[1] ?? '';
  const abort = () => fetch(object(`?uploadId=${id}`), {method: 'DELETE'});
  expect(await uploadAround(object(`?partNumber=1&uploadId=${id}`), abort)).toBe(404);
  expect(account.db.all(UploadParts)).toEqual([]);
});

it('an object in a bucket that is deleted meanwhile is not stored', async () => {
  expect(await uploadAround(object(), deleteBucket)).toBe(404);
  expect(account.db.all(Objects)).toEqual([]);
});

it('an object at a signed URL is not stored when the bucket is deleted meanwhile', async () => {
  const body = {name: 'a.txt', method: 'PUT', content_type: 'text/plain'} as const;
  const {url} = await account.ok(objects.createUrl, {params: target, body});
  expect(await uploadAround(url, deleteBucket)).toBe(404);
  expect(account.db.all(Objects)).toEqual([]);
});

it('an ACL for a bucket that is deleted meanwhile is refused', async () => {
  const key = await account.ok(contract.objectStorage.keys.create, {body: {label: 'test'}});
  const credentials = {accessKeyId: key.access_key, secretAccessKey: key.secret_key};
  const s3 = new S3Client({region: 'us-east-1', endpoint: `${origin}/s3/us-east-1`, credentials, forcePathStyle: true});
  account.pass(0);
  const signingDate = new Date(account.clock.now());
  const url = await getSignedUrl(s3, new PutBucketAclCommand({Bucket: 'photos'}), {expiresIn: 60, signingDate});
  s3.destroy();
  expect(await uploadAround(url, deleteBucket, '<AccessControlPolicy><Owner/></AccessControlPolicy>')).toBe(404);
});
