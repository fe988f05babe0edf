import {describe, expect, test} from 'vitest';
import {cellText} from '../format/cells.ts';
import {familyOf} from '../registry.ts';
import {cellOf} from '../shape/column.ts';
import type {AnyRow} from '../shape/define-family.ts';
import {formContext} from '../testing/form-context.ts';
import {candidateReasons, detailLines, unlessOf, warnings} from '../testing/probe.ts';
import {bucket, storageCluster, storageKey, storedObject} from '../testing/service-rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';

const buckets = familyOf('objectStorage.buckets');
const keys = familyOf('objectStorage.keys');
const clusters = familyOf('objectStorage.clusters');
const objects = familyOf('objectStorage.objects');

describe('buckets', () => {
  test('rule 77: have a key of cluster and label, and both as path parameters', () => {
    expect(buckets.key(bucket())).toBe('us-east-1/acme-site');
    expect(buckets.actions.delete?.rowParams?.(bucket())).toEqual({clusterId: 'us-east-1', bucket: 'acme-site'});
  });

  test('use the region instead of a missing cluster', () => {
    const regional = bucket({cluster: '', region: 'us-sea'});
    expect(buckets.key(regional)).toBe('us-sea/acme-site');
    expect(buckets.actions.delete?.rowParams?.(regional)).toEqual({clusterId: 'us-sea', bucket: 'acme-site'});
    expect(detailLines(buckets, regional)).toMatchObject({Region: 'us-sea'});
    expect(detailLines(buckets, regional)).not.toHaveProperty('Cluster');
    expect(buckets.borrowedActions.key?.presetValues({row: regional, lookup: lookupFrom(), params: {}})).toMatchObject({
      bucket_access: [{region: 'us-sea', bucket_name: 'acme-site'}],
    });
    const place = buckets.columns.find(({id}) => id === 'cluster');
    // The column shows either a cluster or a region, so its title fits both.
    expect(place && [place.title, cellText(cellOf(place, regional, lookupFrom(), {}))]).toEqual(['Location', 'us-sea']);
    const access = {cluster: '', region: 'us-sea', bucket_name: 'acme-site', permissions: 'read_only'} as const;
    const tab = buckets.detail.find(({title}) => title === 'Keys');
    if (!tab || !('list' in tab)) throw new Error('no keys');
    expect(tab.filter?.(storageKey({bucket_access: [access]}), regional)).toBe(true);
    expect(tab.filter?.(storageKey({bucket_access: [access]}), bucket({region: 'us-sea'}))).toBe(true);
    expect(tab.filter?.(storageKey({bucket_access: [access]}), bucket({region: 'us-east'}))).toBe(false);
    const accessColumn = keys.columns.find(({field}) => field === 'limited');
    expect(accessColumn?.link?.(storageKey({bucket_access: [access]}), lookupFrom(), {})).toEqual({
      family: 'objectStorage.buckets',
      id: 'us-sea/acme-site',
    });
  });

  test('ask for a region if the provider uses regions', () => {
    const {region} = buckets.actions.create?.form ?? {};
    const isShown = (lookup = lookupFrom()) => region?.isVisible?.(formContext({lookup}));
    // No list is loaded yet.
    expect(isShown()).toBe(true);
    expect(isShown(lookupFrom({lists: {'objectStorage.buckets': [bucket()]}}))).toBe(false);
    expect(isShown(lookupFrom({lists: {'objectStorage.buckets': [bucket({region: 'us-east'})]}}))).toBe(true);
    expect(isShown(lookupFrom({lists: {'objectStorage.buckets': [], 'objectStorage.clusters': []}}))).toBe(true);
  });

  test('rule 80: can be deleted when they are empty', () => {
    const reasonOf = unlessOf(buckets);
    expect(reasonOf('delete', bucket())).toBe('holds 42 objects: empty it first');
    expect(reasonOf('delete', bucket({objects: 1}))).toBe('holds 1 object: empty it first');
    expect(reasonOf('delete', bucket({objects: 0}))).toBeUndefined();
  });

  test('rule 74: can be created in available clusters, without custom access', () => {
    const all = [storageCluster(), storageCluster({status: 'unavailable'})];
    expect(candidateReasons(buckets, 'create', 'cluster', {candidates: all})).toEqual([undefined, 'unavailable']);
    expect(buckets.actions.create?.form?.acl?.labels).not.toHaveProperty('custom');
    expect(buckets.actions['access.update']?.form?.acl?.labels).toHaveProperty('custom');
  });

  test('warn about public access', () => {
    const warningsOf = (acl: string) => warnings(buckets, 'access.update', {row: bucket(), body: {acl}});
    expect(warningsOf('public-read')[0]).toBe('Anyone on the internet can read acme-site.');
    expect(warningsOf('public-read-write')[0]).toContain('at your expense');
    expect(warningsOf('private')).toHaveLength(1);
  });

  test('rule 81: offer one of the two equivalent access operations', () => {
    expect(buckets.actions['access.modify']?.elsewhere).toContain('access.update');
  });

  test('rule 92: warn that a certificate must be deleted before its replacement, and mask its key', () => {
    expect(warnings(buckets, 'ssl.upload', {row: bucket()})[0]).toContain('delete the current one first');
    expect(buckets.actions['ssl.upload']?.form?.private_key?.secret).toBe(true);
  });

  test('rule 94: canceling asks for the name of the account, and warns about all buckets and objects', () => {
    const cancel = buckets.actions['objectStorage.cancel'];
    expect(cancel?.confirm).toEqual({typing: 'account'});
    expect(cancel?.on).toBe('list');
    const lookup = lookupFrom({
      lists: {'objectStorage.buckets': [bucket(), bucket({label: 'b', objects: 8, size: 0})]},
    });
    expect(cancel?.warnings?.({row: undefined, lookup, params: {}, body: undefined})[0]).toContain(
      '2 buckets with 50 objects (1.1 MB)',
    );
    expect(cancel?.warnings?.({row: undefined, lookup: lookupFrom(), params: {}, body: undefined})[0]).toContain(
      'All buckets and everything in them',
    );
  });

  test('list the keys with access to them', () => {
    const tab = buckets.detail.find(({title}) => title === 'Keys');
    if (!tab || !('list' in tab)) throw new Error('no keys');
    const open = (facts: Parameters<typeof storageKey>[0]) => tab.filter?.(storageKey(facts), bucket());
    expect(open({})).toBe(true);
    expect(open({limited: false, bucket_access: []})).toBe(true);
    expect(open({bucket_access: [{cluster: 'eu-1', bucket_name: 'acme-site', permissions: 'read_only'}]})).toBe(false);
    expect(open({bucket_access: []})).toBe(false);
  });

  test('rule 93: show only whether they have their own certificate', () => {
    const tab = buckets.detail.find(({title}) => title === 'Certificate');
    if (!tab || !('operation' in tab) || !('sections' in tab.content)) throw new Error('no certificate');
    const [line] = tab.content.sections.flatMap(section => section.lines);
    expect([true, false].map(ssl => line?.value({ssl}, lookupFrom(), {}))).toEqual([
      'one of its own',
      'that of the service',
    ]);
  });

  test('fill in the access of a new key', () => {
    expect(buckets.borrowedActions.key?.presetValues({row: bucket(), lookup: lookupFrom(), params: {}})).toEqual({
      label: 'acme-site',
      bucket_access: [{cluster: 'us-east-1', bucket_name: 'acme-site', permissions: 'read_write'}],
    });
  });
});

describe('keys', () => {
  const accessText = (row: AnyRow) => {
    const column = keys.columns.find(({field}) => field === 'limited');
    return column && cellText(cellOf(column, row, lookupFrom(), {}));
  };

  test('rule 95: show their buckets, "everything" or "nothing"', () => {
    expect(accessText(storageKey())).toBe('1 bucket');
    expect(accessText(storageKey({limited: false, bucket_access: []}))).toBe('everything');
    // Providers write null for a key that opens every bucket.
    expect(accessText(storageKey({limited: false, bucket_access: null}))).toBe('everything');
    expect(detailLines(keys, storageKey({limited: false, bucket_access: null}))).not.toHaveProperty('Buckets');
    expect(accessText(storageKey({bucket_access: []}))).toBe('nothing');
    expect(detailLines(keys, storageKey()).Buckets).toBe('acme-site in us-east-1: read and write');
  });

  test('reveal the secret once, in the answer, and never in the list or search', () => {
    const revealed = keys.actions.create?.revealedValues?.({
      response: storageKey({secret_key: 'S3CRET'}),
      values: {},
      row: undefined,
      params: {},
    });
    expect(revealed).toEqual([
      {title: 'Access key', value: 'KVAKUTGBA4WTR2NSJQ81'},
      {title: 'Secret key', value: 'S3CRET', secret: true},
    ]);
    expect(Object.values(detailLines(keys, storageKey({secret_key: 'S3CRET'}))).join()).not.toContain('S3CRET');
    expect(keys.search?.(storageKey({secret_key: 'S3CRET'}), lookupFrom())).not.toContain('S3CRET');
  });

  test('warn about a new key without limits', () => {
    const texts = (body: AnyRow) =>
      keys.actions.create?.warnings?.({row: undefined, lookup: lookupFrom(), params: {}, body})[0];
    expect(texts({})).toContain('opens every bucket');
    expect(texts({bucket_access: []})).toContain('The secret key is shown only once');
  });

  test('open the bucket if they have only one', () => {
    const column = keys.columns.find(({field}) => field === 'limited');
    expect(column?.link?.(storageKey(), lookupFrom(), {})).toEqual({
      family: 'objectStorage.buckets',
      id: 'us-east-1/acme-site',
    });
    expect(column?.link?.(storageKey({bucket_access: []}), lookupFrom(), {})).toBeUndefined();
  });
});

test("rule 72: an unavailable cluster is marked for attention, and can't get buckets", () => {
  const unavailable = storageCluster({status: 'unavailable'});
  expect(clusters.state?.(unavailable, lookupFrom(), {})).toEqual({condition: 'attention', word: 'unavailable'});
  expect(clusters.borrowedActions.bucket?.unless?.({row: unavailable, lookup: lookupFrom(), params: {}})).toBe(
    'is unavailable',
  );
  expect(
    clusters.borrowedActions.bucket?.presetValues({row: storageCluster(), lookup: lookupFrom(), params: {}}),
  ).toEqual({
    cluster: 'us-east-1',
  });
});

describe('objects', () => {
  const folder = storedObject({name: 'img/', etag: null, size: null, last_modified: null, owner: null});

  test('rule 86: a common prefix is shown as a folder without size and date', () => {
    expect(detailLines(objects, folder)).toMatchObject({Size: '—', Modified: '—'});
    expect(detailLines(objects, storedObject())).toMatchObject({Size: '4 KB'});
    for (const name of ['address', 'access']) {
      expect(objects.borrowedActions[name]?.unless?.({row: folder, lookup: lookupFrom(), params: {}})).toBe(
        'is a folder: open it',
      );
      expect(
        objects.borrowedActions[name]?.unless?.({row: storedObject(), lookup: lookupFrom(), params: {}}),
      ).toBeUndefined();
      expect(
        objects.borrowedActions[name]?.presetValues({row: storedObject(), lookup: lookupFrom(), params: {}}),
      ).toEqual({
        name: 'img/logo.png',
      });
    }
  });

  test('rule 89: a URL for an upload asks for the content type', () => {
    const {form} = objects.actions.createUrl ?? {};
    expect(form?.content_type?.isVisible?.(formContext({values: {method: 'PUT'}, lookup: lookupFrom()}))).toBe(true);
    for (const method of ['GET', 'DELETE', undefined])
      expect(form?.content_type?.isVisible?.(formContext({values: {method}, lookup: lookupFrom()}))).toBe(false);
  });

  test('bug: an upload warned about an object of the same name in an empty bucket', () => {
    const params = {clusterId: 'us-east-1', bucket: 'assets', prefix: 'img/'};
    const {warnings} = objects.actions.createUrl ?? {};
    const replaced = (name: string, lookup = lookupFrom({lists: {'objectStorage.objects': [storedObject()]}})) =>
      warnings?.({row: undefined as never, lookup, params, body: {name, method: 'PUT'}} as never)?.slice(1);
    expect(replaced('img/new.png')).toEqual([]);
    expect(replaced('img/logo.png')).toEqual(['The object img/logo.png exists and is replaced.']);
    const unread = 'If an object has this name, it is replaced.';
    expect(replaced('other/new.png')).toEqual([unread]);
    expect(replaced('img/new.png', lookupFrom())).toEqual([unread]);
  });

  test('rule 90: are deleted with a signed URL for that request and object only', () => {
    const {requestBody, presignedRequest, invalidates} = objects.actions.delete ?? {};
    expect(requestBody?.({row: storedObject(), params: {}})).toEqual({
      name: 'img/logo.png',
      method: 'DELETE',
      expires_in: 360,
    });
    expect(presignedRequest?.address({url: 'https://x'})).toBe('https://x');
    // A deletion changes the object count and the size of the bucket.
    expect(invalidates).toContain('objectStorage.buckets');
  });

  test('a signed URL is revealed as a secret', () => {
    expect(
      objects.actions.createUrl?.revealedValues?.({
        response: {url: 'https://x'},
        values: {},
        row: undefined,
        params: {},
      }),
    ).toEqual([{title: 'URL', value: 'https://x', secret: true}]);
  });
});
