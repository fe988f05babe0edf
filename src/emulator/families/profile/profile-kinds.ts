/** Stored data of a profile. `parent` of every kind with an ID of its own is the user. */
import type {TrustedDevice} from '../../../contract/profile/security.ts';
import type {SshKey} from '../../../contract/profile/ssh-keys.ts';
import type {AuthorizedApp, PersonalAccessToken} from '../../../contract/profile/tokens.ts';
import {defineKind} from '../../engine/storage/kind.ts';
import type {Store} from '../../engine/storage/store.ts';

/** Stored with the first characters of the token only. */
export const PersonalTokens = defineKind<PersonalAccessToken>('personal_token', {
  firstId: 9501,
  columns: {at: 'created'},
});
/** `client` is the ID of the OAuth client. */
export const AuthorizedApps = defineKind<AuthorizedApp, {readonly client: string}>('authorized_app', {firstId: 201});
/** `secret` is the value of the browser's cookie. */
export const TrustedDevices = defineKind<TrustedDevice, {readonly secret: string}>('trusted_device', {firstId: 301});
export const SshKeys = defineKind<SshKey>('ssh_key', {firstId: 4001});
/** Any JSON of a user and an OAuth client, found by both. */
export const Preferences = defineKind<Readonly<Record<string, unknown>>>('preferences');

/** Factors that authenticate a user, by the ID of the user. */
export interface AuthFactors {
  /** Base32 secret of the authenticator in use. */
  readonly totp: string | null;
  /** A secret that was issued and waits for its first code, until this time. */
  readonly offered: {readonly totp: string; readonly expiry: number} | null;
  /** Digest of the code that works once. */
  readonly scratch: string | null;
  /** Answers by the ID of the question. */
  readonly answers: Readonly<Record<string, string>>;
  /** Number of consecutive wrong codes at the login, reset at the time `until`. */
  readonly guesses?: {readonly wrong: number; readonly until: number} | undefined;
  /** A phone number that waits for its code, until this moment. */
  readonly phone: {readonly number: string; readonly expiry: number} | null;
}
const AuthFactorRecords = defineKind<AuthFactors>('proofs');
const noFactors: AuthFactors = {totp: null, offered: null, scratch: null, answers: {}, phone: null};

export const getAuthFactors = (db: Store, uid: number): AuthFactors => db.get(AuthFactorRecords, uid) ?? noFactors;

export function updateAuthFactors(db: Store, uid: number, change: Partial<AuthFactors>): void {
  if (db.has(AuthFactorRecords, uid)) db.update(AuthFactorRecords, uid, change);
  else db.insertWithId(AuthFactorRecords, uid, {...noFactors, ...change});
}

/** Deletes all data of a user. */
export function deleteProfileData(db: Store, uid: number): void {
  for (const kind of [PersonalTokens, AuthorizedApps, TrustedDevices, SshKeys, Preferences]) db.removeAll(kind, uid);
  db.remove(AuthFactorRecords, uid);
}
