/** Keys for S3 clients; a secret is shown once. */
import type {Contract} from '../../contract/index.ts';
import type {ObjectStorageKey} from '../../contract/object-storage.ts';
import {Settings, theOne} from '../account/kinds.ts';
import type {Handlers} from '../engine/call.ts';
import {Problems} from '../engine/refusal.ts';
import {Buckets, bucketKey, Keys} from './kinds.ts';

export const veiled = '[REDACTED]';

const withoutSecret = (key: ObjectStorageKey): ObjectStorageKey => ({...key, secret_key: veiled});

export const keys: Handlers<Contract['objectStorage']['keys']> = {
  list: call => call.page(Keys),

  create(call) {
    const {db, random} = call;
    const {label, bucket_access} = call.body ?? {};
    const problems = new Problems();
    for (const [index, {cluster = '', bucket_name = ''}] of (bucket_access ?? []).entries())
      problems.when(
        !db.byKey(Buckets, bucketKey(cluster, bucket_name)),
        'is not a bucket of this account',
        `bucket_access.${index}.bucket_name`,
      );
    problems.settle();
    const kept = db.insert(Keys, id => ({
      id,
      label: label ?? `key-${id}`,
      access_key: random.hex(20).toUpperCase(),
      secret_key: veiled,
      // Without a list the key opens everything; with an empty one, nothing.
      limited: bucket_access !== undefined,
      bucket_access: (bucket_access ?? []).map(({cluster = '', bucket_name = '', permissions = 'read_only'}) => ({
        cluster,
        bucket_name,
        permissions,
      })),
    }));
    db.update(Settings, theOne, {object_storage: 'active'});
    return {...kept, secret_key: random.hex(40)};
  },

  get: call => withoutSecret(call.find(Keys, call.params.keyId)),

  update(call) {
    const {id, label} = call.find(Keys, call.params.keyId);
    return call.db.update(Keys, id, {label: call.body?.label ?? label});
  },

  delete(call) {
    const {id} = call.find(Keys, call.params.keyId);
    call.db.remove(Keys, id);
    return {};
  },
};
