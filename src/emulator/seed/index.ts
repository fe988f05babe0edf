/** Fills a new account. To add a family, write a file in `seed/` and add its seeder at the right place below. */

import type {Engine} from '../engine/engine.ts';
import {getMetadata} from '../engine/storage/account-metadata.ts';
import type {DatabaseSync} from '../engine/storage/database.ts';
import {seconds} from '../engine/time/clock.ts';
import {secureRandom, seededRandom} from '../engine/time/random.ts';
import {accountSeed} from './account/account-seed.ts';
import {billingSeed} from './account/billing-seed.ts';
import {eventsSeed} from './account/events-seed.ts';
import {oauthClientsSeed} from './account/oauth-clients-seed.ts';
import {profilesSeed} from './account/profiles-seed.ts';
import {supportSeed} from './account/support-seed.ts';
import {tagsSeed} from './account/tags-seed.ts';
import {transfersSeed} from './account/transfers-seed.ts';
import {
  createPrintedTokens,
  type IssuedToken,
  owner,
  type PrintedToken,
  printedTokens,
  usersSeed,
} from './account/users-seed.ts';
import {catalogueSeed} from './catalogue/catalogue.ts';
import type {SeedContext, Seeder} from './core/seed-context.ts';
import {databasesSeed} from './resources/databases-seed.ts';
import {domainsSeed} from './resources/domains-seed.ts';
import {imagesSeed} from './resources/images-seed.ts';
import {instancesSeed} from './resources/instances-seed.ts';
import {longviewSeed} from './resources/longview-seed.ts';
import {managedSeed} from './resources/managed-seed.ts';
import {networkingSeed} from './resources/networking-seed.ts';
import {nodebalancersSeed} from './resources/nodebalancers-seed.ts';
import {objectStorageSeed} from './resources/object-storage-seed.ts';
import {stackscriptsSeed} from './resources/stackscripts-seed.ts';
import {volumesSeed} from './resources/volumes-seed.ts';
import {seedTodaysParts} from './today-seed.ts';

export type SeedVariant = 'demo' | 'empty' | number;
export type {IssuedToken};

/** Seeders in order: first the rows that others refer to, events last. */
const seeders: Readonly<Record<string, Seeder>> = {
  catalogue: catalogueSeed,
  users: usersSeed,
  account: accountSeed,
  people: profilesSeed,
  oauthClients: oauthClientsSeed,
  instances: instancesSeed,
  volumes: volumesSeed,
  images: imagesSeed,
  stackscripts: stackscriptsSeed,
  databases: databasesSeed,
  networking: networkingSeed,
  nodebalancers: nodebalancersSeed,
  objectStorage: objectStorageSeed,
  domains: domainsSeed,
  longview: longviewSeed,
  support: supportSeed,
  managed: managedSeed,
  billing: billingSeed,
  transfers: transfersSeed,
  tags: tagsSeed,
  events: eventsSeed,
};

export interface SeedOptions {
  readonly accounts?: SeedVariant | undefined;
  readonly seed?: number | undefined;
  readonly token?: string | undefined;
  /** The owner's tokens of an account file; the first one has full access. */
  readonly tokens?: readonly PrintedToken[] | undefined;
}

export function seedAccount(
  engine: Engine,
  {accounts = 'demo', seed, token, tokens}: SeedOptions,
  previousTokens?: readonly IssuedToken[],
): void {
  const {db, clock, random, word} = engine;
  const source = seededRandom(seed ?? 1);
  // The API has whole seconds, so the rows must not depend on the fraction of the start.
  const now = Math.floor(clock.now() / seconds) * seconds;
  const secretsOf = (name: string) => (seed === undefined ? secureRandom() : source.fork(`${name} secrets`));
  for (const [name, seeder] of Object.entries(seeders)) {
    // Each seeder has its own random source, so that a change of one doesn't change the rows of the others.
    const context: SeedContext = {db, now, random: source.fork(name), secrets: secretsOf(name), word};
    seeder.always?.(context);
    if (accounts === 'demo') seeder.demo?.(context);
    else if (accounts !== 'empty') seeder.many?.(context, accounts);
  }
  if (accounts === 'demo' && engine.dialect.additions === 'today')
    seedTodaysParts({db, now, random: source.fork('today'), secrets: secretsOf('today'), word});
  if (accounts === 'demo') for (const seeder of Object.values(seeders)) seeder.begin?.(engine.work(owner));
  createPrintedTokens(
    {db, now, secrets: random},
    tokens ?? printedTokens(accounts === 'empty' ? 'owner' : 'everyone'),
    previousTokens ?? [{token}],
  );
}

/** The tokens that were created with the account. They are stored as plain text, so that a restart can print them. */
export function issuedTokens(sql: DatabaseSync): readonly IssuedToken[] {
  return JSON.parse(getMetadata(sql).get('tokens') ?? '[]');
}
