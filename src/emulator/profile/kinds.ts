/** What is kept of a profile. `parent` of everything with an ID of its own is the user. */
import type {TrustedDevice} from '../../contract/profile/security.ts';
import type {SshKey} from '../../contract/profile/ssh-keys.ts';
import type {AuthorizedApp, PersonalAccessToken} from '../../contract/profile/tokens.ts';
import {kind} from '../engine/kind.ts';
import type {Store} from '../engine/store.ts';

/** Shown with the first characters of the token; the whole is kept nowhere. */
export const PersonalTokens = kind<PersonalAccessToken>('personal_token', {first: 9501, columns: {at: 'created'}});
/** `client` is the ID of the OAuth client. */
export const AuthorizedApps = kind<AuthorizedApp, {readonly client: string}>('authorized_app', {first: 201});
/** `secret` is what the browser shows. */
export const TrustedDevices = kind<TrustedDevice, {readonly secret: string}>('trusted_device', {first: 301});
export const SshKeys = kind<SshKey>('ssh_key', {first: 4001});
/** The JSON of a user and an OAuth client, found by both; it belongs to them. */
export const Preferences = kind<Readonly<Record<string, unknown>>>('preferences');

/** What a user proves to be themselves with. Under the ID of the user; never shown as a whole. */
export interface Proofs {
  /** Base32 secret of the authenticator in use. */
  readonly totp: string | null;
  /** One that was handed out and waits for its first code, until this moment. */
  readonly offered: {readonly totp: string; readonly expiry: number} | null;
  /** Digest of the code that works once. */
  readonly scratch: string | null;
  /** Answers by the ID of the question. */
  readonly answers: Readonly<Record<string, string>>;
  /** Wrong codes at the login in a row; forgotten at this moment. */
  readonly guesses?: {readonly wrong: number; readonly until: number} | undefined;
  /** A phone number that waits for its code, until this moment. */
  readonly phone: {readonly number: string; readonly expiry: number} | null;
}
const ProofsOf = kind<Proofs>('proofs');
const none: Proofs = {totp: null, offered: null, scratch: null, answers: {}, phone: null};

export const proofsOf = (db: Store, uid: number): Proofs => db.get(ProofsOf, uid) ?? none;

export function prove(db: Store, uid: number, change: Partial<Proofs>): void {
  if (db.has(ProofsOf, uid)) db.update(ProofsOf, uid, change);
  else db.place(ProofsOf, uid, {...none, ...change});
}

/** Forgets everything about a user. */
export function forget(db: Store, uid: number): void {
  for (const kept of [PersonalTokens, AuthorizedApps, TrustedDevices, SshKeys, Preferences]) db.removeAll(kept, uid);
  db.remove(ProofsOf, uid);
}
