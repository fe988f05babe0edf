/** Profiles of the demo account's users: settings and logins. */

import {Profiles, Users} from '../../engine/access/actors.ts';
import {days, formatTimestamp, hours, minutes, parseTimestamp} from '../../engine/time/clock.ts';
import {Logins} from '../../families/account/account-kinds.ts';
import {TrustedDevices, updateAuthFactors} from '../../families/profile/profile-kinds.ts';
import {storeSshKey} from '../../families/profile/ssh-keys.ts';
import {storeToken} from '../../families/profile/tokens.ts';
import {beforeNow, isOfficeWeekend, officeMidnight, type SeedContext, type Seeder} from '../core/seed-context.ts';
import {owner} from './users-seed.ts';

/** Secret of the authenticator of the demo account's owner. */
const authenticator = 'SKYDECKDEMOACCOUNTSKYDECKDEMOABC';

const keys = [
  [owner, 'workstation', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIG9wc0BhY21lLXdvcmtzdGF0aW9uLTIwMjQ ops@acme', 610],
  [owner, 'backup host', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGJhY2t1cEBiYWNrdXAtaG9zdC0yMDI1LTAx backup@vault', 220],
  ['wsmith', "Will's laptop 💻", 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDOd2lsbEBsYXB0b3AtMjAyNQ will@laptop', 90],
  ['intern', '研修用', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGludGVybkBkZXNrLTQyLTIwMjYtMDE intern@desk-42', 12],
] as const;

const tokens = [
  [owner, 'terraform', 'compute:read_write domains:read_write nodebalancers:read_write volumes:read_write', 340],
  [owner, 'monitoring (read only)', 'compute:read_only events:read_only longview:read_only', 150],
  ['wsmith', 'backup script', 'compute:read_only object_storage:read_write', 71],
] as const;

const browsers = [
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', '203.0.113.24', 26, 2],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15', '203.0.113.31', 12, 30],
] as const;

/** Usual locations of the users. */
const places: Readonly<Record<string, readonly [string, ...string[]]>> = {
  [owner]: ['203.0.113.24', '203.0.113.31', '2001:db8:1::24'],
  wsmith: ['198.51.100.77', '198.51.100.78'],
  intern: ['192.0.2.190'],
};

function uidOf({db}: SeedContext, username: string): number {
  const id = db.byKey(Users, username)?.id;
  if (id === undefined) throw new Error(`nobody is called ${username}`);
  return id;
}

/** Logins of the users: on most days in the morning, and some at other times. */
function logins(context: SeedContext): void {
  const {db, now, random} = context;
  const moments: {time: number; username: string}[] = [];
  for (let day = 0; day < 90; day++)
    for (const username of Object.keys(places)) {
      const morning = officeMidnight(context, day) + random.int(7, 10) * hours + random.int(0, 59) * minutes;
      if (random.chance(isOfficeWeekend(context, morning) ? 0.1 : 0.85)) moments.push({time: morning, username});
      if (random.chance(0.15)) moments.push({time: morning + random.int(3, 11) * hours, username});
    }
  const pastLogins = moments
    .filter(({time}) => time < now && time > now - 90 * days)
    .toSorted((a, b) => a.time - b.time);
  for (const {time, username} of pastLogins) {
    const restricted = db.byKey(Users, username)?.doc.restricted === true;
    const ip = random.pick(places[username] ?? ['192.0.2.1']);
    db.insert(Logins, id => ({id, datetime: formatTimestamp(time), ip, username, restricted}), {
      parent: uidOf(context, username),
    });
  }
}

function proofs(context: SeedContext): void {
  const {db} = context;
  const uid = uidOf(context, owner);
  updateAuthFactors(db, uid, {totp: authenticator, answers: {'2': 'Laika', '6': 'Amiga 500', '10': 'Momo'}});
  db.update(Profiles, uid, {two_factor_auth: true, verified_phone_number: '+12155550143'});
  db.update(Users, uid, {tfa_enabled: true});
  for (const [user_agent, ip, expiryDays, usedDays] of browsers)
    db.insert(
      TrustedDevices,
      id => ({
        id,
        created: beforeNow(context, (30 - expiryDays) * days),
        expiry: beforeNow(context, -expiryDays * days),
        user_agent,
        last_authenticated: beforeNow(context, usedDays * hours),
        last_remote_addr: ip,
      }),
      {parent: uid, hidden: {secret: context.secrets.hex(64)}},
    );
}

export const profilesSeed: Seeder = {
  demo(context) {
    const {db, secrets} = context;
    proofs(context);
    for (const [username, label, ssh_key, age] of keys)
      storeSshKey(db, parseTimestamp(beforeNow(context, age * days)), uidOf(context, username), {label, ssh_key});
    for (const [username, label, scopes, age] of tokens)
      storeToken(db, {
        uid: uidOf(context, username),
        label,
        scopes,
        expiry: null,
        created: beforeNow(context, age * days),
        text: secrets.hex(64),
      });
    logins(context);
  },
  many: logins,
};
