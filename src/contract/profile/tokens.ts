/** Personal access tokens and authorized apps. */
import {del, get, post, put} from '../schema/endpoint.ts';
import {dateTime, integer, model, nullable, type Read, text} from '../schema/field.ts';

/** A token of the user; only the response to its creation has the whole `token`. */
export const PersonalAccessToken = model('PersonalAccessToken', {
  id: integer({readOnly: true}),
  scopes: text({format: 'oauth-scopes', readOnly: true, wire: 'scopes'}),
  created: dateTime({readOnly: true, filterable: true}),
  label: text({min: 1, max: 100, filterable: true}),
  token: text({readOnly: true}),
  expiry: nullable(dateTime({readOnly: true})),
});
export type PersonalAccessToken = Read<typeof PersonalAccessToken>;

/** A program that may act on behalf of the user. */
export const AuthorizedApp = model('AuthorizedApp', {
  id: integer({readOnly: true}),
  label: text({readOnly: true}),
  thumbnail_url: nullable(text({format: 'url', readOnly: true, wire: 'api-url'})),
  scopes: text({format: 'oauth-scopes', readOnly: true, wire: 'scopes'}),
  created: dateTime({readOnly: true, filterable: true}),
  expiry: nullable(dateTime({readOnly: true, filterable: true})),
  website: text({format: 'url', readOnly: true}),
});
export type AuthorizedApp = Read<typeof AuthorizedApp>;

/** Body of `profile.tokens.create`; without `expiry` the token is valid until it is revoked. */
export const TokenCreate = model('TokenCreate', {
  scopes: text({format: 'oauth-scopes', wire: 'scopes'}),
  expiry: dateTime(),
  label: PersonalAccessToken.fields.label,
});

/** Body of `profile.tokens.update`. */
export const TokenUpdate = model('TokenUpdate', {
  label: PersonalAccessToken.fields.label,
});

export const tokensEndpoints = {
  apps: {
    list: get('/profile/apps', {scopes: ['account:read_only'], page: AuthorizedApp}),
    get: get('/profile/apps/{appId}', {scopes: ['account:read_only'], responseModel: AuthorizedApp}),
    delete: del('/profile/apps/{appId}', {scopes: ['account:read_write']}),
  },
  tokens: {
    list: get('/profile/tokens', {scopes: ['account:read_only'], page: PersonalAccessToken}),
    create: post('/profile/tokens', {
      scopes: ['account:read_write'],
      body: TokenCreate,
      responseModel: PersonalAccessToken,
    }),
    get: get('/profile/tokens/{tokenId}', {scopes: ['account:read_only'], responseModel: PersonalAccessToken}),
    update: put('/profile/tokens/{tokenId}', {
      scopes: ['account:read_write'],
      body: TokenUpdate,
      responseModel: PersonalAccessToken,
    }),
    delete: del('/profile/tokens/{tokenId}', {scopes: ['account:read_write']}),
  },
};
