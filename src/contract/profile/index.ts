/** The profile of the acting user. */
import {Login} from '../account/notices.ts';
import {Grants} from '../account/users.ts';
import {get, put} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {choice, flag, free, integer, list, model, nullable, object, type Read, text} from '../schema/field.ts';
import {securityEndpoints} from './security.ts';
import {sshKeysEndpoints} from './ssh-keys.ts';
import {tokensEndpoints} from './tokens.ts';

export const shellAuthMethods = ['password_keys', 'keys_only', 'disabled'] as const;

/** The acting user. */
export const Profile = model('Profile', {
  uid: integer({readOnly: true}),
  username: text({readOnly: true}),
  email: text({format: 'email'}),
  verified_phone_number: nullable(text({format: 'phone', readOnly: true})),
  timezone: text(),
  email_notifications: flag(),
  referrals: object(
    {
      code: text({readOnly: true}),
      url: text({format: 'url', readOnly: true}),
      total: integer({readOnly: true}),
      completed: integer({readOnly: true}),
      pending: integer({readOnly: true}),
      credit: integer({readOnly: true}),
    },
    {readOnly: true},
  ),
  ip_whitelist_enabled: flag({deprecated: true}),
  lish_auth_method: choice(shellAuthMethods),
  authorized_keys: nullable(list(text({format: 'ssh-key'}))),
  two_factor_auth: flag(),
  restricted: flag(),
  authentication_type: choice(['password', 'github'], {readOnly: true}),
});
export type Profile = Read<typeof Profile>;

/** Body of `profile.update`. */
export const ProfileUpdate = model('ProfileUpdate', {
  email: text({format: 'email'}),
  timezone: text(),
  email_notifications: flag(),
  ip_whitelist_enabled: flag({deprecated: true}),
  lish_auth_method: Profile.fields.lish_auth_method,
  authorized_keys: nullable(list(text({format: 'ssh-key'}))),
  two_factor_auth: flag(),
  restricted: flag(),
});

export const profile = family('profile', {
  get: get('/profile', {responseModel: Profile}),
  update: put('/profile', {scopes: ['account:read_write'], body: ProfileUpdate, responseModel: Profile}),
  grants: {
    get: get('/profile/grants', {responseModel: Grants, otherStatuses: [204]}),
  },
  logins: {
    list: get('/profile/logins', {scopes: ['account:read_only'], page: Login}),
    get: get('/profile/logins/{loginId}', {scopes: ['account:read_only'], responseModel: Login}),
  },
  preferences: {
    get: get('/profile/preferences', {scopes: ['account:read_only'], untypedResponse: 'any'}),
    update: put('/profile/preferences', {scopes: ['account:read_write'], body: free(), untypedResponse: 'any'}),
  },
  ...tokensEndpoints,
  ...sshKeysEndpoints,
  ...securityEndpoints,
});
