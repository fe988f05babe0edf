/** Personal access tokens, and the apps that may act for the user. */
import type {Contract} from '../../../contract/index.ts';
import type {AuthorizedApp, PersonalAccessToken} from '../../../contract/profile/tokens.ts';
import {Credentials, registerCredential, Scopes} from '../../engine/access/actors.ts';
import type {Call, Handlers} from '../../engine/call.ts';
import {FieldErrors} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp, parseTimestamp} from '../../engine/time/clock.ts';
import {defineJob} from '../../engine/time/jobs.ts';
import {pictureAt} from '../account/oauth-clients.ts';
import {revokeTokens} from '../login/login-grants.ts';
import {findOwnRow} from './find-own-row.ts';
import {AuthorizedApps, PersonalTokens} from './profile-kinds.ts';

const tokenEntity = ({id, label}: Pick<PersonalAccessToken, 'id' | 'label'>) => ({
  id,
  label,
  type: 'token' as const,
  url: `/v4/profile/tokens/${id}`,
});

/** Revokes a token: calls with it are refused from now on. */
function revokeToken(db: Store, id: number): void {
  db.removeAll(Credentials, id);
  db.remove(PersonalTokens, id);
}

const expired = defineJob<{readonly id: number}>('token.expired', ({db}, {id}) => {
  revokeToken(db, id);
  return undefined;
});

export interface NewToken {
  readonly uid: number;
  readonly label: string | undefined;
  /** Separated by spaces. */
  readonly scopes: string;
  readonly expiry: string | null;
  readonly created: string;
  readonly text: string;
}

/** Stores and registers a token; later responses have only its first characters. */
export function storeToken(db: Store, {uid, label, scopes, expiry, created, text}: NewToken): PersonalAccessToken {
  const stored = db.insert(
    PersonalTokens,
    id => ({id, label: label ?? `token ${id}`, scopes, created, expiry, token: text.slice(0, 16)}),
    {parent: uid},
  );
  registerCredential(db, text, {uid, scopes, expiry}, stored.id);
  return stored;
}

type TokenGroup = Contract['profile']['tokens'];

const presentToken = (
  {dialect}: Pick<Call<TokenGroup['get']>, 'dialect'>,
  token: PersonalAccessToken,
): PersonalAccessToken => ({
  ...token,
  expiry: token.expiry ?? dialect.endlessExpiry,
});

export const tokens: Handlers<TokenGroup> = {
  list: call =>
    call.page(PersonalTokens, {
      parent: call.actor.uid,
      revise: text => JSON.stringify(presentToken(call, JSON.parse(text) as PersonalAccessToken)),
    }),

  create(call) {
    const {db, now, body, actor, random} = call;
    const scopes =
      body.scopes
        ?.split(/[\s,]+/)
        .filter(Boolean)
        .join(' ') ?? actor.scopes.text;
    const expiresAt = body.expiry === undefined ? undefined : parseTimestamp(body.expiry);
    const fieldErrors = new FieldErrors();
    fieldErrors.addIf(!actor.scopes.includes(new Scopes(scopes)), 'exceed those of the token in use', 'scopes');
    fieldErrors.addIf(expiresAt !== undefined && expiresAt <= now, 'must be in the future', 'expiry');
    fieldErrors.throwIfAny();
    const text = random.hex(64);
    const expiry = expiresAt === undefined ? null : formatTimestamp(expiresAt);
    const token = storeToken(db, {
      uid: actor.uid,
      label: body.label,
      scopes,
      expiry,
      created: formatTimestamp(now),
      text,
    });
    if (expiresAt !== undefined) call.schedule(expired, {id: token.id}, expiresAt);
    call.emit({action: 'token_create', entity: tokenEntity(token)});
    return {...presentToken(call, token), token: text};
  },

  get: call => presentToken(call, findOwnRow(call, PersonalTokens, call.params.tokenId).doc),

  update(call) {
    const {id, doc} = findOwnRow(call, PersonalTokens, call.params.tokenId);
    const token = call.db.update(PersonalTokens, id, {label: call.body.label ?? doc.label});
    call.emit({action: 'token_update', entity: tokenEntity(token)});
    return presentToken(call, token);
  },

  delete(call) {
    const {id, doc} = findOwnRow(call, PersonalTokens, call.params.tokenId);
    revokeToken(call.db, id);
    call.emit({action: 'token_delete', entity: tokenEntity(doc)});
    return {};
  },
};

export const apps: Handlers<Contract['profile']['apps']> = {
  list: call =>
    call.page(AuthorizedApps, {
      parent: call.actor.uid,
      revise: text => JSON.stringify(pictureAt(call.origin, JSON.parse(text) as AuthorizedApp)),
    }),
  get: call => pictureAt(call.origin, findOwnRow(call, AuthorizedApps, call.params.appId).doc),
  delete(call) {
    const {hidden} = findOwnRow(call, AuthorizedApps, call.params.appId);
    revokeTokens(call.db, {uid: call.actor.uid, client: hidden.client});
    return {};
  },
};
