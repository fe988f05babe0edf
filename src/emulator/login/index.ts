/**
 * The login service (D1 §5 r5): `/login/oauth/authorize` for people, `/login/oauth/token` for programs.
 * Importing this module is what makes it answer.
 */
import {raw} from '../engine/raw.ts';
import {notFound} from '../engine/refusal.ts';
import {authorize} from './authorize.ts';
import {token} from './token.ts';

raw('login', async request => {
  const path = request.rest.replace(/\/+$/, '');
  if (path === 'oauth/authorize') return authorize(request);
  if (path === 'oauth/token') return token(request);
  throw notFound();
});
