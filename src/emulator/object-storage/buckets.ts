/** Buckets: who has which name where, who may look in, and whether the certificate is one of our own. */
import {createPrivateKey, X509Certificate} from 'node:crypto';
import type {Contract} from '../../contract/index.ts';
import type {Bucket} from '../../contract/object-storage.ts';
import {Settings, theOne} from '../account/kinds.ts';
import type {Call, Handlers} from '../engine/call.ts';
import {stamp} from '../engine/clock.ts';
import {notFound, Problems, refuse} from '../engine/refusal.ts';
import {Buckets, bucketAt, bucketKey, Clusters, Objects} from './kinds.ts';

type BucketGroup = Contract['objectStorage']['buckets'];

/** Labels that other accounts have in every cluster. */
const takenElsewhere = new Set(['assets', 'backup', 'images', 'public', 'www']);

/** The suffix of all buckets' host names. */
export const objectDomain = 'objects.compute.example';

const hostname = (label: string, cluster: string) => `${label}.${cluster}.${objectDomain}`;

function setAccess(call: Pick<Call<BucketGroup['access']['update']>, 'db' | 'params' | 'body'>): Record<string, never> {
  const {id} = bucketAt(call.db, call.params);
  const {acl, cors_enabled} = call.body ?? {};
  call.db.hide(Buckets, id, {
    ...(acl === undefined ? {} : {acl}),
    ...(cors_enabled === undefined ? {} : {cors: cors_enabled}),
  });
  return {};
}

/** A certificate in PEM, or the same once more in Base64, which the documents ask for. */
const pem = (text: string): string => (text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64').toString());

export const buckets: Handlers<BucketGroup> = {
  list: call => call.page(Buckets),

  create(call) {
    const {db, body, now} = call;
    const {label, cluster, acl = 'private', cors_enabled = false} = body;
    const mine = db.byKey(Buckets, bucketKey(cluster, label));
    // Making what is there already is no error, as long as it is one's own (D1 §4.2 r1).
    if (mine) return mine.doc;
    const problems = new Problems();
    const place = db.byKey(Clusters, cluster)?.doc;
    problems.when(!place, 'is not a cluster', 'cluster');
    problems.when(place?.status === 'unavailable', 'is not available at the moment', 'cluster');
    problems.when(
      !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(label),
      'must be 3 to 63 lower-case letters, digits and dashes',
      'label',
    );
    problems.when(takenElsewhere.has(label), 'is taken in this cluster', 'label');
    problems.settle();
    const bucket: Bucket = {
      cluster,
      created: stamp(now),
      hostname: hostname(label, cluster),
      label,
      objects: 0,
      size: 0,
    };
    db.insert(Buckets, () => bucket, {
      key: bucketKey(cluster, label),
      hidden: {acl, cors: cors_enabled, certified: false},
    });
    db.update(Settings, theOne, {object_storage: 'active'});
    return bucket;
  },

  listInCluster(call) {
    const {clusterId} = call.params;
    if (!call.db.byKey(Clusters, clusterId)) throw notFound();
    return call.page(Buckets, {where: {sql: `json_extract(doc, '$.cluster')=?`, values: [clusterId]}});
  },

  get: call => bucketAt(call.db, call.params).doc,

  delete(call) {
    const {id} = bucketAt(call.db, call.params);
    if (call.db.count(Objects, id) > 0) throw refuse('The bucket is not empty.');
    call.db.remove(Buckets, id);
    return {};
  },

  access: {modify: setAccess, update: setAccess},

  ssl: {
    get: call => ({ssl: bucketAt(call.db, call.params).hidden.certified}),

    upload(call) {
      const {id, hidden} = bucketAt(call.db, call.params);
      if (hidden.certified) throw refuse('The bucket has a certificate: delete it before uploading another.');
      const problems = new Problems();
      let certificate: X509Certificate | undefined;
      try {
        certificate = new X509Certificate(pem(call.body.certificate));
      } catch {
        problems.add('is not a certificate in PEM form', 'certificate');
      }
      try {
        const key = createPrivateKey(pem(call.body.private_key));
        problems.when(
          !!certificate && !certificate.checkPrivateKey(key),
          'does not belong to the certificate',
          'private_key',
        );
      } catch {
        problems.add('is not a private key in PEM form', 'private_key');
      }
      problems.settle();
      call.db.hide(Buckets, id, {certified: true});
      return {ssl: true};
    },

    delete(call) {
      const {id, hidden} = bucketAt(call.db, call.params);
      if (!hidden.certified) throw refuse('The bucket has no certificate of its own.');
      call.db.hide(Buckets, id, {certified: false});
      return {};
    },
  },
};
