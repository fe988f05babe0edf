/** Fills a new account. Adding a family: write `seed/<family>.ts` and put its chapter in its place below. */
import {seconds} from '../engine/clock.ts';
import type {DatabaseSync} from '../engine/database.ts';
import type {Engine} from '../engine/engine.ts';
import {getMetadata} from '../engine/meta.ts';
import {secureRandom, seeded} from '../engine/random.ts';
import {accountSeed} from './account.ts';
import {billingSeed} from './billing.ts';
import {catalogueSeed} from './catalogue.ts';
import {databasesSeed} from './databases.ts';
import {domainsSeed} from './domains.ts';
import {eventsSeed} from './events.ts';
import {imagesSeed} from './images.ts';
import {instancesSeed} from './instances.ts';
import {longviewSeed} from './longview.ts';
import {managedSeed} from './managed.ts';
import {networkingSeed} from './networking.ts';
import {nodebalancersSeed} from './nodebalancers.ts';
import {oauthClientsSeed} from './oauth-clients.ts';
import {objectStorageSeed} from './object-storage.ts';
import {profilesSeed} from './people.ts';
import {stackscriptsSeed} from './stackscripts.ts';
import type {SeedContext, Seeder} from './story.ts';
import {supportSeed} from './support.ts';
import {tagsSeed} from './tags.ts';
import {transfersSeed} from './transfers.ts';
import {createPrintedTokens, type IssuedToken, owner, usersSeed} from './users.ts';
import {volumesSeed} from './volumes.ts';

export type SeedVariant = 'demo' | 'empty' | number;
export type {IssuedToken};

/** In the order in which they are told: what others refer to first, events last. */
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
}

export function seedAccount(
  engine: Engine,
  {accounts = 'demo', seed, token}: SeedOptions,
  kept?: readonly IssuedToken[],
): void {
  const {db, clock, random, word} = engine;
  const source = seeded(seed ?? 1);
  // The wire knows whole seconds: a story told from within one would depend on its fraction.
  const now = Math.floor(clock.now() / seconds) * seconds;
  for (const [name, chapter] of Object.entries(seeders)) {
    // Each chapter has a source of its own, so that a change in one leaves the others as they were.
    const secrets = seed === undefined ? secureRandom() : source.fork(`${name} secrets`);
    const story: SeedContext = {db, now, random: source.fork(name), secrets, word};
    chapter.always?.(story);
    if (accounts === 'demo') chapter.demo?.(story);
    else if (accounts !== 'empty') chapter.many?.(story, accounts);
  }
  if (accounts === 'demo') for (const chapter of Object.values(seeders)) chapter.begin?.(engine.work(owner));
  createPrintedTokens({db, now, secrets: random}, accounts === 'empty' ? 'owner' : 'everyone', kept ?? [{token}]);
}

/** The tokens that were made with the account. They are kept readable, so that a later start can print them again. */
export function issuedTokens(sql: DatabaseSync): readonly IssuedToken[] {
  return JSON.parse(getMetadata(sql).get('tokens') ?? '[]');
}
