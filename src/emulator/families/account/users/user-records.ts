/**
 * Creation and deletion of users. A user has two documents: the user as others see it, and the user's own profile.
 */
import type {User} from '../../../../contract/account/users.ts';
import {emptyGrants, Profiles, Users} from '../../../engine/access/actors.ts';
import type {Store} from '../../../engine/storage/store.ts';
import type {Random} from '../../../engine/time/random.ts';
import {revokeTokens} from '../../login/login-grants.ts';
import {deleteProfileData} from '../../profile/profile-kinds.ts';

export interface NewUser {
  readonly username: string;
  readonly email: string;
  readonly restricted: boolean;
  readonly timezone?: string;
}

/** Creates a user with a profile; a restricted one starts without any grant. */
export function addUser(db: Store, random: Random, newUser: NewUser): {readonly uid: number; readonly user: User} {
  const {username, email, restricted, timezone = 'UTC'} = newUser;
  const uid = db.nextId(Users);
  const user: User = {username, email, restricted, ssh_keys: [], tfa_enabled: false};
  db.insertWithId(Users, uid, user, {hidden: {granted: emptyGrants}});
  db.insertWithId(Profiles, uid, {
    uid,
    username,
    email,
    verified_phone_number: null,
    timezone,
    email_notifications: true,
    referrals: {
      code: random.hex(40),
      url: `https://www.example.com/?r=${uid}`,
      total: 0,
      completed: 0,
      pending: 0,
      credit: 0,
    },
    ip_whitelist_enabled: false,
    lish_auth_method: 'password_keys',
    authorized_keys: null,
    two_factor_auth: false,
    restricted,
    authentication_type: 'password',
  });
  return {uid, user};
}

/** Changes the common fields of user and profile. */
export function updateUser(db: Store, uid: number, {username, email, restricted}: Omit<NewUser, 'timezone'>): User {
  db.update(Profiles, uid, {username, email, restricted});
  return db.update(Users, uid, {username, email, restricted});
}

/** Revokes all tokens of a user, and deletes the user. */
export function removeUser(db: Store, uid: number): void {
  revokeTokens(db, {uid});
  deleteProfileData(db, uid);
  db.remove(Profiles, uid);
  db.remove(Users, uid);
}

/** A user as the entity of an event. */
export const userEntity = (id: number, {username}: Pick<User, 'username'>) => ({
  id,
  label: username,
  type: 'user' as const,
  url: `/v4/account/users/${username}`,
});
