/** The S3 interface, as the SDK of S3 for JavaScript uses it. */
import {createHash} from 'node:crypto';
import {Readable} from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutBucketAclCommand,
  PutObjectAclCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import {getSignedUrl} from '@aws-sdk/s3-request-presigner';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {contract} from '../../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../../testing/test-account.ts';

const {objectStorage} = contract;
const cluster = 'us-east-1';

let account: TestAccount;
let s3: S3Client;
let keys: {readonly accessKeyId: string; readonly secretAccessKey: string};
const clients: S3Client[] = [];

beforeEach(async () => {
  account = await openTestAccount();
  keys = await createKey();
  s3 = clientWith(keys);
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await account.close();
});

const endpoint = (place = cluster) => `http://127.0.0.1:${account.port}/s3/${place}`;

function clientWith(credentials: typeof keys, place = cluster): S3Client {
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: endpoint(place),
    credentials,
    forcePathStyle: true,
    maxAttempts: 1,
  });
  clients.push(client);
  return client;
}

async function createKey(access?: readonly {bucket_name: string; permissions: 'read_only' | 'read_write'}[]) {
  const {access_key, secret_key} = await account.ok(objectStorage.keys.create, {
    body: {label: 'test', ...(access && {bucket_access: access.map(one => ({cluster, ...one}))})},
  });
  return {accessKeyId: access_key, secretAccessKey: secret_key};
}

const makeBucket = (name = 'photos') => s3.send(new CreateBucketCommand({Bucket: name}));
const put = (name: string, body: string | Uint8Array = 'hello', bucket = 'photos') =>
  s3.send(new PutObjectCommand({Bucket: bucket, Key: name, Body: body}));
const textOf = async (name: string, bucket = 'photos'): Promise<string | undefined> =>
  (await s3.send(new GetObjectCommand({Bucket: bucket, Key: name}))).Body?.transformToString();
const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: Error) => error.name,
  );

describe('buckets', () => {
  test('are created, listed, found and deleted, and are also in the API', async () => {
    await makeBucket();
    await s3.send(new CreateBucketCommand({Bucket: 'logs', ACL: 'public-read'}));
    const {Buckets: listed = []} = await s3.send(new ListBucketsCommand({}));
    expect(listed.map(({Name: name}) => name)).toEqual(['photos', 'logs']);
    expect(listed[0]?.CreationDate).toBeInstanceOf(Date);
    const {data} = await account.ok(objectStorage.buckets.list);
    expect(data.map(({label, cluster: place}) => [label, place])).toEqual([
      ['photos', cluster],
      ['logs', cluster],
    ]);
    const access = await account.ok(objectStorage.buckets.access.get, {params: {clusterId: cluster, bucket: 'logs'}});
    expect(access.acl).toBe('public-read');
    expect((await s3.send(new HeadBucketCommand({Bucket: 'photos'}))).BucketRegion).toBe('us-east');
    expect((await s3.send(new GetBucketLocationCommand({Bucket: 'photos'}))).LocationConstraint).toBe('us-east');
    await s3.send(new DeleteBucketCommand({Bucket: 'logs'}));
    expect((await account.ok(objectStorage.buckets.list)).data).toHaveLength(1);
  });

  test('that were created with the API can be used by S3', async () => {
    await account.ok(objectStorage.buckets.create, {body: {label: 'made-here', cluster}});
    await put('a.txt', 'hello', 'made-here');
    const {data} = await account.ok(objectStorage.objects.list, {params: {clusterId: cluster, bucket: 'made-here'}});
    expect(data.map(({name, size}) => [name, size])).toEqual([['a.txt', 5]]);
    expect(
      await account.ok(objectStorage.buckets.get, {params: {clusterId: cluster, bucket: 'made-here'}}),
    ).toMatchObject({
      objects: 1,
      size: 5,
    });
  });

  test('reject invalid and taken names, unknown clusters, and deletion while they have objects', async () => {
    await makeBucket();
    await put('a.txt');
    expect(await failure(s3.send(new DeleteBucketCommand({Bucket: 'photos'})))).toBe('BucketNotEmpty');
    expect(await failure(s3.send(new CreateBucketCommand({Bucket: 'Bad_Name'})))).toBe('InvalidBucketName');
    expect(await failure(s3.send(new CreateBucketCommand({Bucket: 'backup'})))).toBe('BucketAlreadyExists');
    expect(await failure(clientWith(keys, 'nowhere').send(new ListBucketsCommand({})))).toBe('NoSuchBucket');
    expect(await failure(s3.send(new ListObjectsV2Command({Bucket: 'missing'})))).toBe('NoSuchBucket');
  });
});

describe('objects', () => {
  beforeEach(() => makeBucket());

  test('can be written, read, described and deleted', async () => {
    const metadata = {Metadata: {author: 'ann'}, ContentType: 'text/plain'};
    const written = await s3.send(
      new PutObjectCommand({Bucket: 'photos', Key: 'a/ü 1+2.txt', Body: 'hello', ...metadata}),
    );
    expect(written.ETag).toBe(`"${createHash('md5').update('hello').digest('hex')}"`);
    expect(await textOf('a/ü 1+2.txt')).toBe('hello');
    const head = await s3.send(new HeadObjectCommand({Bucket: 'photos', Key: 'a/ü 1+2.txt'}));
    expect(head).toMatchObject({
      ContentLength: 5,
      ContentType: 'text/plain',
      Metadata: {author: 'ann'},
      ETag: written.ETag,
    });
    await s3.send(new DeleteObjectCommand({Bucket: 'photos', Key: 'a/ü 1+2.txt'}));
    expect(await failure(textOf('a/ü 1+2.txt') as Promise<unknown>)).toBe('NoSuchKey');
    expect(await failure(s3.send(new HeadObjectCommand({Bucket: 'photos', Key: 'a'})))).toBe('NotFound');
  });

  test('can be read in ranges', async () => {
    await put('digits', '0123456789');
    const range = async (text: string) => {
      const answer = await s3.send(new GetObjectCommand({Bucket: 'photos', Key: 'digits', Range: text}));
      return [await answer.Body?.transformToString(), answer.ContentRange];
    };
    expect(await range('bytes=2-4')).toEqual(['234', 'bytes 2-4/10']);
    expect(await range('bytes=7-')).toEqual(['789', 'bytes 7-9/10']);
    expect(await range('bytes=-2')).toEqual(['89', 'bytes 8-9/10']);
    expect(await failure(range('bytes=10-20'))).toBe('InvalidRange');
  });

  test('can be uploaded from a stream in chunks with a trailing checksum', async () => {
    const body = Readable.from([Buffer.alloc(70_000, 'x'), Buffer.alloc(10, 'y')]);
    await s3.send(new PutObjectCommand({Bucket: 'photos', Key: 'stream', Body: body, ContentLength: 70_010}));
    const text = await textOf('stream');
    expect([text?.length, text?.slice(-11)]).toEqual([70_010, 'xyyyyyyyyyy']);
  });

  test('can be copied with their metadata, or with new metadata', async () => {
    await s3.send(new PutObjectCommand({Bucket: 'photos', Key: 'a b', Body: 'hello', Metadata: {author: 'ann'}}));
    await s3.send(new CopyObjectCommand({Bucket: 'photos', Key: 'copy', CopySource: 'photos/a%20b'}));
    expect(await textOf('copy')).toBe('hello');
    const metadataOf = async (name: string) =>
      (await s3.send(new HeadObjectCommand({Bucket: 'photos', Key: name}))).Metadata;
    expect(await metadataOf('copy')).toEqual({author: 'ann'});
    await s3.send(
      new CopyObjectCommand({
        ...{Bucket: 'photos', Key: 'other', CopySource: 'photos/copy'},
        ...{MetadataDirective: 'REPLACE', Metadata: {author: 'bob'}},
      }),
    );
    expect(await metadataOf('other')).toEqual({author: 'bob'});
    const missing = new CopyObjectCommand({Bucket: 'photos', Key: 'x', CopySource: 'photos/none'});
    expect(await failure(s3.send(missing))).toBe('NoSuchKey');
  });

  test('can be deleted together, even if one of them is missing', async () => {
    for (const name of ['a', 'b', ' c ']) await put(name);
    const Delete = {Objects: ['a', ' c ', 'missing'].map(Key => ({Key}))};
    const {Deleted: deleted} = await s3.send(new DeleteObjectsCommand({Bucket: 'photos', Delete}));
    expect(deleted?.map(({Key}) => Key)).toEqual(['a', ' c ', 'missing']);
    const {Contents: left} = await s3.send(new ListObjectsV2Command({Bucket: 'photos'}));
    expect(left?.map(({Key}) => Key)).toEqual(['b']);
  });

  test('have access settings, which the API also shows', async () => {
    await put('a.txt');
    await s3.send(new PutObjectAclCommand({Bucket: 'photos', Key: 'a.txt', ACL: 'public-read'}));
    const acl = await s3.send(new GetObjectAclCommand({Bucket: 'photos', Key: 'a.txt'}));
    expect(acl.Grants?.map(({Permission}) => Permission)).toEqual(['FULL_CONTROL', 'READ']);
    const grant = (URI: string, Permission: 'READ' | 'WRITE') => ({Grantee: {Type: 'Group' as const, URI}, Permission});
    const everyone = 'http://acs.amazonaws.com/groups/global/AllUsers';
    const rules = async (Grants: readonly ReturnType<typeof grant>[]) => {
      const AccessControlPolicy = {Grants: [...Grants], Owner: {ID: acl.Owner?.ID}};
      await s3.send(new PutBucketAclCommand({Bucket: 'photos', AccessControlPolicy}));
      return (await account.ok(objectStorage.buckets.access.get, {params})).acl;
    };
    const params = {clusterId: cluster, bucket: 'photos'};
    expect(await rules([grant(everyone, 'READ')])).toBe('public-read');
    expect(await rules([grant(everyone, 'WRITE'), grant(everyone, 'READ')])).toBe('public-read-write');
    expect(await rules([])).toBe('private');
    expect(await account.ok(objectStorage.objects.acl.get, {params, query: {name: 'a.txt'}})).toMatchObject({
      acl: 'public-read',
    });
    expect(await (await fetch(`${endpoint()}/photos/a.txt`)).text()).toBe('hello');
  });

  test('are written once with If-None-Match, and read only if they changed', async () => {
    const once = () => s3.send(new PutObjectCommand({Bucket: 'photos', Key: 'lock', Body: '1', IfNoneMatch: '*'}));
    const {ETag} = await once();
    expect(await failure(once())).toBe('PreconditionFailed');
    const unchanged = new GetObjectCommand({Bucket: 'photos', Key: 'lock', ...(ETag && {IfNoneMatch: ETag})});
    await expect(s3.send(unchanged)).rejects.toMatchObject({$metadata: {httpStatusCode: 304}});
  });
});

describe('lists of objects', () => {
  beforeEach(async () => {
    await makeBucket();
    for (const name of ['a', 'b/1', 'b/2', 'c', 'd/1', 'é & <x>']) await put(name);
  });

  test('have folders, pages and a start, in version 2', async () => {
    const list = (more: object) => s3.send(new ListObjectsV2Command({Bucket: 'photos', ...more}));
    const whole = await list({});
    expect(whole.Contents?.map(({Key}) => Key)).toEqual(['a', 'b/1', 'b/2', 'c', 'd/1', 'é & <x>']);
    expect(whole).toMatchObject({KeyCount: 6, IsTruncated: false});
    const folders = await list({Delimiter: '/'});
    expect(folders.Contents?.map(({Key}) => Key)).toEqual(['a', 'c', 'é & <x>']);
    expect(folders.CommonPrefixes?.map(({Prefix}) => Prefix)).toEqual(['b/', 'd/']);
    expect((await list({Prefix: 'b/'})).Contents?.map(({Key}) => Key)).toEqual(['b/1', 'b/2']);
    expect((await list({StartAfter: 'c'})).Contents?.map(({Key}) => Key)).toEqual(['d/1', 'é & <x>']);
    const names: string[] = [];
    for (let token: string | undefined, pages = 0; pages < 9; pages++) {
      const page = await list({MaxKeys: 2, Delimiter: '/', ...(token && {ContinuationToken: token})});
      names.push(...(page.CommonPrefixes ?? []).map(({Prefix = ''}) => Prefix));
      names.push(...(page.Contents ?? []).map(({Key = ''}) => Key));
      token = page.NextContinuationToken;
      if (!page.IsTruncated) break;
    }
    expect(names.toSorted()).toEqual(['a', 'b/', 'c', 'd/', 'é & <x>'].toSorted());
    expect((await list({MaxKeys: 0})).KeyCount).toBe(0);
  });

  test('have markers in version 1', async () => {
    const first = await s3.send(new ListObjectsCommand({Bucket: 'photos', MaxKeys: 4, EncodingType: 'url'}));
    expect([first.Contents?.length, first.IsTruncated, first.NextMarker]).toEqual([4, true, 'c']);
    const rest = await s3.send(
      new ListObjectsCommand({Bucket: 'photos', ...(first.NextMarker && {Marker: first.NextMarker})}),
    );
    expect(rest.Contents?.map(({Key}) => Key)).toEqual(['d/1', 'é & <x>']);
  });
});

describe('multipart uploads', () => {
  const part = Buffer.alloc(5 * 1024 ** 2, 'p');
  beforeEach(() => makeBucket());

  async function start(name = 'big') {
    const type = {ContentType: 'video/mp4', Metadata: {author: 'ann'}};
    const {UploadId} = await s3.send(new CreateMultipartUploadCommand({Bucket: 'photos', Key: name, ...type}));
    const target = {Bucket: 'photos', Key: name, UploadId};
    const send = async (PartNumber: number, Body: Uint8Array | string) => {
      const {ETag} = await s3.send(new UploadPartCommand({...target, PartNumber, Body}));
      return {ETag, PartNumber};
    };
    const complete = (Parts: readonly {ETag: string | undefined; PartNumber: number}[]) =>
      s3.send(new CompleteMultipartUploadCommand({...target, MultipartUpload: {Parts: [...Parts]}}));
    return {target, send, complete};
  }

  test('become one object with all parts in order', async () => {
    const {target, send, complete} = await start();
    const second = await send(2, 'end');
    const first = await send(1, part);
    const {Parts: parts} = await s3.send(new ListPartsCommand(target));
    expect(parts?.map(({PartNumber, Size}) => [PartNumber, Size])).toEqual([
      [1, part.length],
      [2, 3],
    ]);
    expect((await s3.send(new ListMultipartUploadsCommand({Bucket: 'photos'}))).Uploads?.length).toBe(1);
    const {ETag} = await complete([first, second]);
    expect(ETag).toMatch(/^"[0-9a-f]{32}-2"$/);
    const object = await s3.send(new GetObjectCommand({Bucket: 'photos', Key: 'big', Range: 'bytes=-5'}));
    expect(await object.Body?.transformToString()).toBe('ppend');
    expect(object).toMatchObject({ContentType: 'video/mp4', Metadata: {author: 'ann'}, ETag});
    expect((await s3.send(new ListMultipartUploadsCommand({Bucket: 'photos'}))).Uploads ?? []).toEqual([]);
  });

  test('can copy a part of another object', async () => {
    await put('source', '0123456789');
    const {target, complete} = await start();
    const range = {CopySource: 'photos/source', CopySourceRange: 'bytes=3-5'};
    const {CopyPartResult: copied} = await s3.send(new UploadPartCopyCommand({...target, PartNumber: 1, ...range}));
    await complete([{ETag: copied?.ETag, PartNumber: 1}]);
    expect(await textOf('big')).toBe('345');
  });

  test('reject missing, small or unordered parts, and leave no object when they are aborted', async () => {
    const {target, send, complete} = await start();
    const [first, second] = [await send(1, 'small'), await send(2, 'end')];
    expect(await failure(complete([first, second]))).toBe('EntityTooSmall');
    expect(await failure(complete([second, first]))).toBe('InvalidPartOrder');
    expect(await failure(complete([{...first, ETag: '"0"'}]))).toBe('InvalidPart');
    expect(await failure(send(10_001, 'x'))).toBe('InvalidArgument');
    await s3.send(new AbortMultipartUploadCommand(target));
    expect(await failure(send(1, 'x'))).toBe('NoSuchUpload');
    expect((await s3.send(new ListObjectsV2Command({Bucket: 'photos'}))).KeyCount).toBe(0);
  });
});

describe('signatures', () => {
  beforeEach(async () => {
    await makeBucket();
    await put('a.txt');
  });

  test('with another secret, an unknown key or without a key are rejected', async () => {
    const get = (credentials: typeof keys) =>
      failure(clientWith(credentials).send(new GetObjectCommand({Bucket: 'photos', Key: 'a.txt'})));
    expect(await get({...keys, secretAccessKey: 'x'.repeat(40)})).toBe('SignatureDoesNotMatch');
    expect(await get({...keys, accessKeyId: 'UNKNOWN'})).toBe('InvalidAccessKeyId');
    const anonymous = await fetch(`${endpoint()}/photos/a.txt`);
    expect([anonymous.status, await anonymous.text()]).toEqual([
      403,
      expect.stringContaining('<Code>AccessDenied</Code>'),
    ]);
  });

  test('are rejected after the deletion of their key', async () => {
    const {data} = await account.ok(objectStorage.keys.list);
    await account.ok(objectStorage.keys.delete, {params: {keyId: data[0]?.id ?? 0}});
    expect(await failure(textOf('a.txt') as Promise<unknown>)).toBe('InvalidAccessKeyId');
  });

  test('of a limited key give access to its buckets only, to read or to write', async () => {
    await makeBucket('logs');
    await put('b.txt', 'log', 'logs');
    const reader = clientWith(await createKey([{bucket_name: 'logs', permissions: 'read_only'}]));
    const {Buckets: seen} = await reader.send(new ListBucketsCommand({}));
    expect(seen?.map(({Name}) => Name)).toEqual(['logs']);
    const read = (Bucket: string, Key: string) => failure(reader.send(new GetObjectCommand({Bucket, Key})));
    expect([await read('logs', 'b.txt'), await read('photos', 'a.txt')]).toEqual(['no error', 'AccessDenied']);
    const write = (client: S3Client) =>
      failure(client.send(new PutObjectCommand({Bucket: 'logs', Key: 'c.txt', Body: 'x'})));
    const writer = clientWith(await createKey([{bucket_name: 'logs', permissions: 'read_write'}]));
    expect([await write(reader), await write(writer)]).toEqual(['AccessDenied', 'no error']);
    expect(await failure(writer.send(new CreateBucketCommand({Bucket: 'more'})))).toBe('AccessDenied');
  });

  test('in a URL are valid until they expire, and only for the signed request', async () => {
    account.pass(0);
    const signingDate = new Date(account.clock.now());
    const sign = (command: GetObjectCommand | PutObjectCommand) =>
      getSignedUrl(s3, command as GetObjectCommand, {expiresIn: 60, signingDate});
    const url = await sign(new GetObjectCommand({Bucket: 'photos', Key: 'a.txt'}));
    expect(await (await fetch(url)).text()).toBe('hello');
    expect((await fetch(url.replace('a.txt', 'b.txt'))).status).toBe(403);
    const upload = await sign(new PutObjectCommand({Bucket: 'photos', Key: 'new.txt'}));
    expect((await fetch(upload, {method: 'PUT', body: 'sent'})).status).toBe(200);
    expect(await textOf('new.txt')).toBe('sent');
    account.pass(61);
    const late = await fetch(url);
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('Request has expired')]);
  });

  test('that are malformed, and unsupported requests, get the error code of S3', async () => {
    const answer = async (path: string, init?: RequestInit) => {
      const response = await fetch(`${endpoint()}${path}`, init);
      return [response.status, /<Code>(\w+)</.exec(await response.text())?.[1]];
    };
    expect(await answer('/photos', {headers: {Authorization: 'Bearer abc'}})).toEqual([
      400,
      'AuthorizationHeaderMalformed',
    ]);
    expect(await answer('/photos?versioning')).toEqual([501, 'NotImplemented']);
    expect(await answer('/photos/%E0%A4%A')).toEqual([400, 'InvalidURI']);
    expect(await answer('/', {method: 'POST', body: ''})).toEqual([405, 'MethodNotAllowed']);
  });

  test("cover the body, and reject a body that doesn't match or is too large", async () => {
    const body = {
      Bucket: 'photos',
      Key: 'a.txt',
      Body: 'hello',
      ContentMD5: createHash('md5').update('other').digest('base64'),
    };
    expect(await failure(s3.send(new PutObjectCommand(body)))).toBe('BadDigest');
    expect(await failure(put('large', Buffer.alloc(17 * 1024 ** 2)))).toBe('EntityTooLarge');
  });
});
