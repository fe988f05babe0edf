/**
 * The login service (D1 §5 r5): `/login/oauth/authorize` for browsers, `/login/oauth/token` and
 * `/login/oauth/revoke` for programs.
 * Importing this module registers it.
 */
import {registerRawHandler} from '../../engine/http/raw-routes.ts';
import {notFound} from '../../engine/http/refusal.ts';
import {authorize} from './authorize.ts';
import {revocationEndpoint, tokenEndpoint} from './token-exchange.ts';

registerRawHandler('login', async request => {
  const path = request.rest.replace(/\/+$/, '');
  if (path === 'oauth/authorize') return authorize(request);
  if (path === 'oauth/token') return tokenEndpoint(request);
  if (path === 'oauth/revoke') return revocationEndpoint(request);
  throw notFound();
});
