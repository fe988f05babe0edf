/** Fills a new account. Adding a family: write `seed/<family>.ts` and put its chapter in its place below. */
import type {DatabaseSync} from '../engine/database.ts';
import type {Engine} from '../engine/engine.ts';
import {metaOf} from '../engine/meta.ts';
import {seeded} from '../engine/random.ts';
import {account} from './account.ts';
import {catalogue} from './catalogue.ts';
import {domains} from './domains.ts';
import {longview} from './longview.ts';
import {managed} from './managed.ts';
import type {Chapter, Story} from './story.ts';
import {support} from './support.ts';
import {type IssuedToken, issueTokens, users} from './users.ts';

export type Accounts = 'demo' | 'empty' | number;
export type {IssuedToken};

const chapters: readonly Chapter[] = [catalogue, users, account, domains, longview, managed, support];

export interface SeedOptions {
  readonly accounts?: Accounts | undefined;
  readonly seed?: number | undefined;
  readonly token?: string | undefined;
}

export function seedAccount({db, clock, random}: Engine, {accounts = 'demo', seed = 1, token}: SeedOptions): void {
  const story: Story = {db, now: clock.now(), random: seeded(seed)};
  for (const chapter of chapters) {
    chapter.always?.(story);
    if (accounts === 'demo') chapter.demo?.(story);
    else if (accounts !== 'empty') chapter.many?.(story, accounts);
  }
  issueTokens(db, random, accounts === 'empty' ? 'owner' : 'everyone', token);
}

/** The tokens that were made with the account. They are kept readable, so that a later start can print them again. */
export function issuedTokens(sql: DatabaseSync): readonly IssuedToken[] {
  return JSON.parse(metaOf(sql).get('tokens') ?? '[]');
}
