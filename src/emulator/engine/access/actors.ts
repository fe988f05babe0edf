/** Users of the account, their permissions, and their tokens. */
import {createHash} from 'node:crypto';
import type {User} from '../../../contract/account/users.ts';
import type {Profile} from '../../../contract/profile/index.ts';
import type {AccessLevel, GlobalGrant, Scope, ScopeArea} from '../../../contract/schema/endpoint.ts';
import {defineKind, type GrantKind} from '../storage/kind.ts';
import type {Store} from '../storage/store.ts';
import {parseTimestamp} from '../time/clock.ts';

export type GlobalFlag = Exclude<GlobalGrant, `account_access:${AccessLevel}`> | 'cancel_account';

/** Grants of a restricted user; entities by their ID. */
export interface GrantedAccess {
  readonly global: Readonly<Partial<Record<GlobalFlag, boolean | null>>> & {
    readonly account_access?: AccessLevel | null;
  };
  readonly entities: Readonly<Partial<Record<GrantKind, Readonly<Record<string, AccessLevel>>>>>;
}

/** A user who becomes restricted starts without any grant. */
export const emptyGrants: GrantedAccess = {global: {}, entities: {}};

interface UserHidden {
  readonly granted: GrantedAccess;
  /** The time of the last change of the password; absent until the user sets one. */
  readonly passwordCreated?: string;
}

/** Found by name; the ID is the `uid`. */
export const Users = defineKind<User, UserHidden>('user', {firstId: 10001, columns: {key: 'username'}});
/** Profiles: one per user, under the same ID. */
export const Profiles = defineKind<Profile>('profile', {columns: {key: 'username'}});

/** Identity and scopes of a bearer token. The token itself is not stored. */
export interface Credential {
  readonly uid: number;
  /** `*`, or scopes separated by spaces. */
  readonly scopes: string;
  /** Null: valid until revoked. */
  readonly expiry: string | null;
  /** The OAuth client that received the token; absent for a personal access token. */
  readonly client?: string;
}

/** Found by digest; `parent` is the ID of the personal access token, if the credential is one. */
export const Credentials = defineKind<Credential>('credential');

export const digest = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Registers a token, so that requests with it are authenticated. */
export function registerCredential(db: Store, token: string, credential: Credential, personalToken?: number): void {
  db.insert(Credentials, () => credential, {key: digest(token), parent: personalToken});
}

/** User, token and permissions of a request. */
export interface Actor {
  readonly uid: number;
  readonly username: string;
  readonly isRestricted: boolean;
  readonly scopes: Scopes;
  readonly granted: GrantedAccess;
  /** The OAuth client that calls, or null. */
  readonly client: string | null;
}

/** The actor of a token; undefined for a token that is unknown, revoked or expired. */
export function actorOf(db: Store, token: string, now: number): Actor | undefined {
  const credential = db.byKey(Credentials, digest(token));
  if (!credential) return undefined;
  const {uid, scopes, expiry, client = null} = credential.doc;
  if (expiry !== null && parseTimestamp(expiry) <= now) return undefined;
  const user = db.row(Users, uid);
  if (!user) return undefined;
  return {
    uid,
    username: user.doc.username,
    isRestricted: user.doc.restricted,
    scopes: new Scopes(scopes),
    granted: user.hidden.granted ?? emptyGrants,
    client,
  };
}

/** The scopes of a token. */
export class Scopes {
  readonly text: string;
  readonly #list: ReadonlySet<string>;

  constructor(text: string) {
    this.text = text;
    this.#list = new Set(text.split(/[\s,]+/).filter(Boolean));
  }

  /** Writing includes reading. */
  has(scope: Scope): boolean {
    if (this.#list.has('*') || this.#list.has(scope)) return true;
    const [area, level] = scope.split(':') as [ScopeArea, AccessLevel];
    return this.#list.has(`${area}:*`) || (level === 'read_only' && this.#list.has(`${area}:read_write`));
  }

  /** True when these scopes allow everything that `required` allows. */
  includes(required: Scopes): boolean {
    return [...required.#list].every(scope => this.has(scope.replace(/:\*$/, ':read_write') as Scope));
  }
}
