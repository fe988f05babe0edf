/**
 * The login service (D1 §5 r5): `/login/oauth/authorize` for people, `/login/oauth/token` and
 * `/login/oauth/revoke` for programs.
 * Importing this module is what makes it answer.
 */
import {raw} from '../engine/raw.ts';
import {notFound} from '../engine/refusal.ts';
import {authorize} from './authorize.ts';
import {revocation, token} from './token.ts';

raw('login', async request => {
  const path = request.rest.replace(/\/+$/, '');
  if (path === 'oauth/authorize') return authorize(request);
  if (path === 'oauth/token') return token(request);
  if (path === 'oauth/revoke') return revocation(request);
  throw notFound();
});
