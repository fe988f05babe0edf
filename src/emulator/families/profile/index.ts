/** The profile of the acting user. */
import type {Contract} from '../../../contract/index.ts';
import type {Profile} from '../../../contract/profile/index.ts';
import {Profiles, Users} from '../../engine/access/actors.ts';
import {type Handlers, StatusReply} from '../../engine/call.ts';
import {FieldErrors, notFound} from '../../engine/http/refusal.ts';
import {Logins} from '../account/account-kinds.ts';
import {recentLogins} from '../account/notices.ts';
import {grantsOf} from '../account/users/grants.ts';
import {Preferences} from './profile-kinds.ts';
import {security} from './security.ts';
import {sshKeys} from './ssh-keys.ts';
import {apps, tokens} from './tokens.ts';

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', {timeZone: name}).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const profileEntity = ({username}: Pick<Profile, 'username'>) => ({
  id: null,
  label: username,
  type: 'profile' as const,
  url: '/v4/profile',
});

/** Each OAuth client has its own preferences. */
const preferencesKey = ({uid, client}: {readonly uid: number; readonly client: string | null}): string =>
  `${uid}:${client ?? ''}`;

export const profile: Handlers<Contract['profile']> = {
  get: call => call.find(Profiles, call.actor.uid),

  update(call) {
    const {db, body, actor} = call;
    const before = call.find(Profiles, actor.uid);
    const {restricted = before.restricted, two_factor_auth: secondFactor = before.two_factor_auth, ...rest} = body;
    const fieldErrors = new FieldErrors();
    fieldErrors.addIf(rest.timezone !== undefined && !isTimezone(rest.timezone), 'is not a time zone', 'timezone');
    // A restricted user can't lift their own restrictions.
    fieldErrors.addIf(restricted !== before.restricted, 'is changed by another, unrestricted user', 'restricted');
    const isChanged = secondFactor !== before.two_factor_auth;
    fieldErrors.addIf(isChanged, 'is changed with tfa-enable and tfa-disable', 'two_factor_auth');
    fieldErrors.throwIfAny();
    const after = db.update(Profiles, actor.uid, rest);
    db.update(Users, actor.uid, {email: after.email});
    call.emit({action: 'profile_update', entity: profileEntity(after)});
    return after;
  },

  grants: {
    get: ({db, actor}) =>
      actor.isRestricted ? grantsOf(db, actor.granted, {isComplete: false}) : new StatusReply(204),
  },

  logins: {
    list: call => call.page(Logins, {parent: call.actor.uid, where: recentLogins(call.now)}),
    get(call) {
      const {sql, values} = recentLogins(call.now);
      const ownClause = {sql: `id=? AND parent=? AND ${sql}`, values: [call.params.loginId, call.actor.uid, ...values]};
      const [row] = call.db.where(Logins, ownClause);
      if (!row) throw notFound();
      return row.doc;
    },
  },

  preferences: {
    get: ({db, actor}) => db.byKey(Preferences, preferencesKey(actor))?.doc ?? {},
    update({db, body, actor}) {
      const key = preferencesKey(actor);
      const row = db.byKey(Preferences, key);
      if (row) return db.replace(Preferences, row.id, body);
      return db.insert(Preferences, () => body, {key, parent: actor.uid});
    },
  },

  apps,
  tokens,
  sshKeys,
  ...security,
};
