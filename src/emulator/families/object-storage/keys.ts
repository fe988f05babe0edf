/** Keys for S3 clients; a secret is shown once. */
import type {Contract} from '../../../contract/index.ts';
import type {ObjectStorageKey} from '../../../contract/resources/object-storage.ts';
import type {Call, Handlers} from '../../engine/call.ts';
import {FieldErrors} from '../../engine/http/refusal.ts';
import {Settings, singletonId} from '../account/account-kinds.ts';
import {bucketLocation, findBucket, Keys, regionOfLocation} from './storage-kinds.ts';

export const maskedKey = '[REDACTED]';

type KeyGroup = Contract['objectStorage']['keys'];
type KeyDialectFields = Pick<Call<KeyGroup['get']>, 'db' | 'dialect'>;

/** A key in the dialect, without its secret. */
function presentKey({db, dialect}: KeyDialectFields, key: ObjectStorageKey): ObjectStorageKey {
  const access = key.bucket_access?.map(({region, ...one}) =>
    dialect.bucketPlaces === 'regions' ? {...one, region: region ?? regionOfLocation(db, one.cluster)} : one,
  );
  const unlimited = dialect.unlimitedKey === 'null' ? null : [];
  return {...key, secret_key: maskedKey, bucket_access: key.limited ? (access ?? []) : unlimited};
}

export const keys: Handlers<KeyGroup> = {
  list: call =>
    call.page(Keys, {revise: text => JSON.stringify(presentKey(call, JSON.parse(text) as ObjectStorageKey))}),

  create(call) {
    const {db, random} = call;
    const {label, bucket_access} = call.body ?? {};
    const fieldErrors = new FieldErrors();
    for (const [index, one] of (bucket_access ?? []).entries())
      fieldErrors.addIf(
        !findBucket(db, bucketLocation(one), one.bucket_name ?? ''),
        'is not a bucket of this account',
        `bucket_access.${index}.bucket_name`,
      );
    fieldErrors.throwIfAny();
    const accessKey = random.hex(20).toUpperCase();
    const secret = random.hex(40);
    const newKey = (id: number): ObjectStorageKey => ({
      id,
      label: label ?? `key-${id}`,
      access_key: accessKey,
      secret_key: maskedKey,
      // Without a list, or with null, the key has access to all buckets; with an empty list, to none.
      limited: bucket_access != null,
      bucket_access: (bucket_access ?? []).map(
        ({cluster = '', region, bucket_name = '', permissions = 'read_only'}) => ({
          cluster,
          ...(region === undefined ? {} : {region}),
          bucket_name,
          permissions,
        }),
      ),
    });
    const storedKey = db.insert(Keys, newKey, {hidden: {secret}});
    db.update(Settings, singletonId, {object_storage: 'active'});
    return {...presentKey(call, storedKey), secret_key: secret};
  },

  get: call => presentKey(call, call.find(Keys, call.params.keyId)),

  update(call) {
    const {id, label} = call.find(Keys, call.params.keyId);
    return presentKey(call, call.db.update(Keys, id, {label: call.body?.label ?? label}));
  },

  delete(call) {
    const {id} = call.find(Keys, call.params.keyId);
    call.db.remove(Keys, id);
    return {};
  },
};
