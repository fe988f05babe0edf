/** OAuth clients (D3 §4.6). */
import {del, get, post, put} from '../schema/endpoint.ts';
import {choice, flag, model, nullable, type Read, required, text} from '../schema/field.ts';

/** A program registered for OAuth; only the responses to creation and reset have the whole secret (D3 §2.6). */
export const OAuthClient = model('OAuthClient', {
  id: text({readOnly: true}),
  redirect_uri: text({format: 'url'}),
  label: text({min: 1, max: 512, filterable: true}),
  status: choice(['active', 'disabled', 'suspended'], {readOnly: true}),
  secret: text({readOnly: true}),
  thumbnail_url: nullable(text({format: 'url', readOnly: true, wire: 'api-url'})),
  public: flag({filterable: true, default: false}),
});
export type OAuthClient = Read<typeof OAuthClient>;

/** Body of `account.oauthClients.create` (D3 §4.6). */
export const OAuthClientCreate = model('OAuthClientCreate', {
  redirect_uri: required(text({format: 'url'})),
  label: required(OAuthClient.fields.label),
  public: flag({filterable: true, default: false}),
});

/** Body of `account.oauthClients.update` (D3 §4.6). */
export const OAuthClientUpdate = model('OAuthClientUpdate', {
  redirect_uri: text({format: 'url'}),
  label: OAuthClient.fields.label,
  public: flag({filterable: true, default: false}),
});

export const oauthClientsEndpoints = {
  oauthClients: {
    list: get('/account/oauth-clients', {scopes: ['account:read_only'], page: OAuthClient}),
    create: post('/account/oauth-clients', {
      scopes: ['account:read_write'],
      body: OAuthClientCreate,
      responseModel: OAuthClient,
    }),
    get: get('/account/oauth-clients/{clientId}', {scopes: ['account:read_only'], responseModel: OAuthClient}),
    update: put('/account/oauth-clients/{clientId}', {
      scopes: ['account:read_write'],
      body: OAuthClientUpdate,
      bodyOptional: true,
      responseModel: OAuthClient,
    }),
    delete: del('/account/oauth-clients/{clientId}', {scopes: ['account:read_write']}),
    resetSecret: post('/account/oauth-clients/{clientId}/reset-secret', {
      scopes: ['account:read_write'],
      responseModel: OAuthClient,
    }),
    thumbnail: {
      get: get('/account/oauth-clients/{clientId}/thumbnail', {auth: 'none', binary: 'image/png'}),
      update: put('/account/oauth-clients/{clientId}/thumbnail', {scopes: ['account:read_write'], upload: 'image/png'}),
    },
  },
};
