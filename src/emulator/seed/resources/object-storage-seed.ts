/** Clusters of every account; in the demo account buckets with folders, one of them with thousands of objects. */
import {createHash} from 'node:crypto';
import {days, formatTimestamp, hours} from '../../engine/time/clock.ts';
import {getAccount, Settings, singletonId} from '../../families/account/account-kinds.ts';
import {objectDomain} from '../../families/object-storage/buckets.ts';
import {maskedKey} from '../../families/object-storage/keys.ts';
import {
  type Acl,
  Buckets,
  bucketKey,
  Keys,
  ObjectStorageClusters,
  Objects,
} from '../../families/object-storage/storage-kinds.ts';
import {beforeNow, type SeedContext, type Seeder} from '../core/seed-context.ts';

const clusters = [
  ['us-east-1', 'us-east', 'available'],
  ['eu-central-1', 'eu-central', 'available'],
  ['ap-south-1', 'ap-south', 'available'],
  ['us-southeast-1', 'us-southeast', 'unavailable'],
] as const;

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  jpg: 'image/jpeg',
  png: 'image/png',
  gz: 'application/gzip',
  json: 'application/json',
  txt: 'text/plain',
};

interface Sketch {
  readonly label: string;
  readonly cluster: string;
  readonly age: number;
  readonly acl?: Acl;
  readonly names: (context: SeedContext) => string[];
}

const two = (value: number) => String(value).padStart(2, '0');

const sketches: readonly Sketch[] = [
  {
    label: 'acme-site',
    cluster: 'us-east-1',
    age: 600,
    acl: 'public-read',
    names: () => [
      'index.html',
      '404.html',
      ...['reset', 'site', 'print'].map(name => `css/${name}.css`),
      ...['app', 'vendor'].map(name => `js/${name}.js`),
      ...Array.from({length: 140}, (_, index) => `img/products/${String(index + 1).padStart(4, '0')}.jpg`),
      'img/logo.png',
      'docs/日本語 ガイド.txt',
      'docs/resumé & notes.txt',
      'docs/emoji 📦.txt',
    ],
  },
  {
    label: 'acme-backups',
    cluster: 'eu-central-1',
    age: 420,
    names: () =>
      Array.from({length: 180}, (_, index) => {
        const month = two(1 + (index % 12));
        return `db-01/2026/${month}/${two(1 + Math.floor(index / 12))}.sql.gz`;
      }),
  },
  {
    label: 'acme-logs',
    cluster: 'us-east-1',
    age: 200,
    names: () =>
      Array.from(
        {length: 3000},
        (_, index) => `web/${two(Math.floor(index / 250))}/access-${String(index).padStart(6, '0')}.gz`,
      ),
  },
  {label: 'acme-uploads', cluster: 'ap-south-1', age: 35, names: () => ['incoming/hello.txt', 'incoming/report.json']},
  {label: 'launch-2027', cluster: 'us-east-1', age: 2, names: () => []},
];

function fill(context: SeedContext, {label, cluster, age, acl = 'private', names}: Sketch): void {
  const {db, now, random} = context;
  const owner = getAccount(db).euuid;
  const {id} = (() => {
    db.insert(
      Buckets,
      () => ({
        cluster,
        created: beforeNow(context, age * days),
        hostname: `${label}.${cluster}.${objectDomain}`,
        label,
        objects: 0,
        size: 0,
      }),
      {key: bucketKey(cluster, label), hidden: {acl, cors: false, certified: false}},
    );
    const row = db.byKey(Buckets, bucketKey(cluster, label));
    if (!row) throw new Error(`the bucket ${label} was just made`);
    return row;
  })();
  let size = 0;
  const all = names(context);
  for (const name of all) {
    const bytes = random.int(200, 90_000);
    size += bytes;
    db.insert(
      Objects,
      () => ({
        name,
        etag: createHash('md5').update(name).digest('hex'),
        last_modified: formatTimestamp(now - random.int(1, age * 24) * hours),
        owner,
        size: bytes,
        type: types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
        acl,
      }),
      {parent: id},
    );
  }
  db.update(Buckets, id, {objects: all.length, size});
}

export const objectStorageSeed: Seeder = {
  always({db}) {
    for (const [id, region, status] of clusters)
      db.insert(ObjectStorageClusters, () => ({
        id,
        domain: `${id}.${objectDomain}`,
        status,
        region,
        static_site_domain: `website-${id}.${objectDomain}`,
      }));
  },
  demo(context) {
    const {db, secrets} = context;
    for (const sketch of sketches) fill(context, sketch);
    const key = (label: string, access: readonly [string, string, 'read_only' | 'read_write'][] | undefined) =>
      db.insert(Keys, id => ({
        id,
        label,
        access_key: secrets.hex(20).toUpperCase(),
        secret_key: maskedKey,
        limited: access !== undefined,
        bucket_access: (access ?? []).map(([cluster, bucket_name, permissions]) => ({
          cluster,
          bucket_name,
          permissions,
        })),
      }));
    key('deploy', [['us-east-1', 'acme-site', 'read_write']]);
    key('backup-writer', [['eu-central-1', 'acme-backups', 'read_write']]);
    key('everything (wsmith)', undefined);
    db.update(Settings, singletonId, {object_storage: 'active'});
  },
};
