/** OAuth clients of the demo account. */

import {digest, Users} from '../../engine/access/actors.ts';
import {days} from '../../engine/time/clock.ts';
import {OAuthClients, Thumbnails} from '../../families/account/account-kinds.ts';
import {picturePath} from '../../families/account/oauth-clients.ts';
import {AuthorizedApps} from '../../families/profile/profile-kinds.ts';
import {png} from '../core/png.ts';
import {beforeNow, type Seeder} from '../core/seed-context.ts';
import {owner} from './users-seed.ts';

const clients = [
  {
    label: 'Deploy bot',
    redirect_uri: 'https://deploy.acme-infra.example/oauth/callback',
    public: false,
    scopes: 'compute:read_write images:read_only stackscripts:read_only',
    picture: true,
  },
  {
    label: 'Status page in the browser',
    redirect_uri: 'https://status.acme-infra.example/',
    public: true,
    scopes: 'compute:read_only nodebalancers:read_only',
    picture: false,
  },
  {
    label: '請求書アーカイブ',
    redirect_uri: 'http://localhost:8090/callback',
    public: false,
    scopes: undefined,
    picture: false,
  },
] as const;

/** Picture of an OAuth client: a ring, one half light and one half dark. */
const ring = png(64, (x, y) => {
  const distance = Math.hypot(x - 31.5, y - 31.5);
  if (distance < 16 || distance > 28) return [250, 250, 248];
  return x > y ? [32, 96, 192] : [20, 60, 120];
});

export const oauthClientsSeed: Seeder = {
  demo(context) {
    const {db, secrets} = context;
    const uid = db.byKey(Users, owner)?.id;
    for (const [index, {label, redirect_uri, public: open, scopes, picture}] of clients.entries()) {
      const row = db.nextId(OAuthClients);
      const id = secrets.hex(20);
      const thumbnail_url = picture ? picturePath(id) : null;
      db.insertWithId(
        OAuthClients,
        row,
        {id, label, redirect_uri, status: 'active', secret: '<REDACTED>', thumbnail_url, public: open},
        {hidden: {secret: digest(secrets.hex(64))}},
      );
      if (picture) db.insertWithId(Thumbnails, row, {base64: ring.toString('base64')});
      if (scopes === undefined || uid === undefined) continue;
      const createdAt = beforeNow(context, (200 - index * 70) * days);
      const website = new URL(redirect_uri).origin;
      db.insert(
        AuthorizedApps,
        app => ({id: app, label, scopes, created: createdAt, expiry: null, website, thumbnail_url}),
        {
          parent: uid,
          hidden: {client: id},
        },
      );
    }
  },
};
