/** Fills a new account. Adding a family: write `seed/<family>.ts` and put its chapter in its place below. */
import {seconds} from '../engine/clock.ts';
import type {DatabaseSync} from '../engine/database.ts';
import type {Engine} from '../engine/engine.ts';
import {metaOf} from '../engine/meta.ts';
import {secureRandom, seeded} from '../engine/random.ts';
import {account} from './account.ts';
import {billing} from './billing.ts';
import {catalogue} from './catalogue.ts';
import {databases} from './databases.ts';
import {domains} from './domains.ts';
import {events} from './events.ts';
import {images} from './images.ts';
import {instances} from './instances.ts';
import {longview} from './longview.ts';
import {managed} from './managed.ts';
import {networking} from './networking.ts';
import {nodebalancers} from './nodebalancers.ts';
import {oauthClients} from './oauth-clients.ts';
import {objectStorage} from './object-storage.ts';
import {people} from './people.ts';
import {stackscripts} from './stackscripts.ts';
import type {Chapter, Story} from './story.ts';
import {support} from './support.ts';
import {tags} from './tags.ts';
import {transfers} from './transfers.ts';
import {type IssuedToken, issueTokens, owner, users} from './users.ts';
import {volumes} from './volumes.ts';

export type Accounts = 'demo' | 'empty' | number;
export type {IssuedToken};

/** In the order in which they are told: what others refer to first, events last. */
const chapters: Readonly<Record<string, Chapter>> = {
  catalogue,
  users,
  account,
  people,
  oauthClients,
  instances,
  volumes,
  images,
  stackscripts,
  databases,
  networking,
  nodebalancers,
  objectStorage,
  domains,
  longview,
  support,
  managed,
  billing,
  transfers,
  tags,
  events,
};

export interface SeedOptions {
  readonly accounts?: Accounts | undefined;
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
  for (const [name, chapter] of Object.entries(chapters)) {
    // Each chapter has a source of its own, so that a change in one leaves the others as they were.
    const secrets = seed === undefined ? secureRandom() : source.fork(`${name} secrets`);
    const story: Story = {db, now, random: source.fork(name), secrets, word};
    chapter.always?.(story);
    if (accounts === 'demo') chapter.demo?.(story);
    else if (accounts !== 'empty') chapter.many?.(story, accounts);
  }
  if (accounts === 'demo') for (const chapter of Object.values(chapters)) chapter.begin?.(engine.work(owner));
  issueTokens({db, now, secrets: random}, accounts === 'empty' ? 'owner' : 'everyone', kept ?? [{token}]);
}

/** The tokens that were made with the account. They are kept readable, so that a later start can print them again. */
export function issuedTokens(sql: DatabaseSync): readonly IssuedToken[] {
  return JSON.parse(metaOf(sql).get('tokens') ?? '[]');
}
