/** OAuth clients: programs that users authorize (D3 §4.6 r4). */
import type {OAuthClient} from '../../../contract/account/oauth-clients.ts';
import type {Contract} from '../../../contract/index.ts';
import {digest} from '../../engine/access/actors.ts';
import type {Handlers} from '../../engine/call.ts';
import {badRequest, notFound} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {revokeTokens} from '../login/login-grants.ts';
import {OAuthClients, Thumbnails} from './account-kinds.ts';

type Group = Contract['account']['oauthClients'];

/** Placeholder of a secret that was already shown. */
const hidden = '<REDACTED>';

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

const clientEntity = ({id, label}: Pick<OAuthClient, 'id' | 'label'>) => ({
  id,
  label,
  type: 'oauth_client' as const,
  url: `/v4/account/oauth-clients/${id}`,
});

function clientRow(db: Store, id: string) {
  const row = db.byKey(OAuthClients, id);
  if (!row) throw notFound();
  return row;
}

/**
 * Schemes that browsers handle themselves: a redirect to one could run a script, or write the code to a place that
 * others can read.
 */
const closedSchemes = new Set([
  'about:',
  'blob:',
  'data:',
  'file:',
  'filesystem:',
  'javascript:',
  'vbscript:',
  'view-source:',
]);

/** Browsers are redirected to this URL, so it must be absolute, on the web or with a program's own scheme. */
function requireAbsoluteUrl(redirect: string): void {
  if (!URL.canParse(redirect)) throw badRequest('must be a URL with its scheme', 'redirect_uri');
  const {protocol} = new URL(redirect);
  if (closedSchemes.has(protocol)) throw badRequest(`must not start with ${protocol}`, 'redirect_uri');
}

/** Replaces the stored path of the picture by a URL that the caller can fetch. */
export const pictureAt = <T extends {readonly thumbnail_url: string | null}>(origin: string, doc: T): T =>
  doc.thumbnail_url === null ? doc : {...doc, thumbnail_url: `${origin}${doc.thumbnail_url}`};

/** Path of a client's picture. */
export const picturePath = (id: string): string => `/v4/account/oauth-clients/${id}/thumbnail`;

export const oauthClients: Handlers<Group> = {
  list: call =>
    call.page(OAuthClients, {
      revise: text => JSON.stringify(pictureAt(call.origin, JSON.parse(text) as OAuthClient)),
    }),

  create(call) {
    const {db, body, random} = call;
    requireAbsoluteUrl(body.redirect_uri);
    const secret = random.hex(64);
    const client = db.insert(
      OAuthClients,
      () => ({
        id: random.hex(20),
        label: body.label,
        redirect_uri: body.redirect_uri,
        status: 'active',
        secret: hidden,
        thumbnail_url: null,
        public: body.public ?? false,
      }),
      {hidden: {secret: digest(secret)}},
    );
    call.emit({action: 'oauth_client_create', entity: clientEntity(client)});
    return {...client, secret};
  },

  get: call => pictureAt(call.origin, clientRow(call.db, call.params.clientId).doc),

  update(call) {
    const {id: row, doc} = clientRow(call.db, call.params.clientId);
    const {label = doc.label, redirect_uri = doc.redirect_uri} = call.body;
    requireAbsoluteUrl(redirect_uri);
    const client = call.db.update(OAuthClients, row, {label, redirect_uri, public: call.body.public ?? doc.public});
    call.emit({action: 'oauth_client_update', entity: clientEntity(client)});
    return pictureAt(call.origin, client);
  },

  delete(call) {
    const {id: row, doc} = clientRow(call.db, call.params.clientId);
    revokeTokens(call.db, {client: doc.id});
    call.db.remove(OAuthClients, row);
    call.db.remove(Thumbnails, row);
    call.emit({action: 'oauth_client_delete', entity: clientEntity(doc)});
    return {};
  },

  resetSecret(call) {
    const {id: row, doc} = clientRow(call.db, call.params.clientId);
    const secret = call.random.hex(64);
    call.db.setHidden(OAuthClients, row, {secret: digest(secret)});
    call.emit({action: 'oauth_client_secret_reset', entity: clientEntity(doc)});
    return {...pictureAt(call.origin, doc), secret};
  },

  thumbnail: {
    get(call) {
      const picture = call.db.get(Thumbnails, clientRow(call.db, call.params.clientId).id);
      if (!picture) throw notFound();
      return new Uint8Array(Buffer.from(picture.base64, 'base64'));
    },

    update(call) {
      const {db} = call;
      const {id: row, doc} = clientRow(db, call.params.clientId);
      const bytes = call.parts[0]?.bytes ?? new Uint8Array();
      if (!pngSignature.equals(bytes.subarray(0, pngSignature.length)))
        throw badRequest('The body is not a PNG image.');
      const picture = {base64: Buffer.from(bytes).toString('base64')};
      if (db.has(Thumbnails, row)) db.replace(Thumbnails, row, picture);
      else db.insertWithId(Thumbnails, row, picture);
      db.update(OAuthClients, row, {thumbnail_url: picturePath(doc.id)});
      call.emit({action: 'oauth_client_update', entity: clientEntity(doc)});
      return {};
    },
  },
};
