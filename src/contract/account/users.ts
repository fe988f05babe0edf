/** Users and their grants. */
import {del, get, post, put} from '../schema/endpoint.ts';
import {
  choice,
  dateTime,
  flag,
  integer,
  list,
  model,
  nullable,
  object,
  type Read,
  required,
  text,
  today,
} from '../schema/field.ts';
import {usernameHint} from '../schema/patterns.ts';

/** Permission of a restricted user for one object; null means no permission. */
export const Grant = model('Grant', {
  id: integer(),
  permissions: nullable(choice(['read_only', 'read_write'])),
  label: text({readOnly: true}),
});
export type Grant = Read<typeof Grant>;

/** Permissions of a restricted user: global ones, and those for single objects by type. */
export const Grants = model('Grants', {
  global: object({
    add_compute: flag(),
    add_longview: flag(),
    longview_subscription: flag(),
    account_access: nullable(choice(['read_only', 'read_write'])),
    cancel_account: flag(),
    add_domains: flag(),
    add_stackscripts: flag(),
    add_nodebalancers: flag(),
    add_images: flag(),
    add_volumes: flag(),
    add_firewalls: flag(),
    add_databases: flag(),
    add_vpcs: today(flag()),
    child_account_access: today(nullable(flag())),
  }),
  compute: list(Grant),
  domain: list(Grant),
  nodebalancer: list(Grant),
  image: list(Grant),
  longview: list(Grant),
  stackscript: list(Grant),
  volume: list(Grant),
  database: today(list(Grant)),
  firewall: today(list(Grant)),
  vpc: today(list(Grant)),
});
export type Grants = Read<typeof Grants>;

/** A user who can log in, with full access unless `restricted`. */
export const User = model(
  'User',
  {
    username: text({min: 3, max: 32, ...usernameHint, filterable: true}),
    email: text({format: 'email'}),
    restricted: flag(),
    ssh_keys: list(text(), {readOnly: true}),
    tfa_enabled: flag({readOnly: true}),
    last_login: today(
      nullable(
        object(
          {login_datetime: dateTime({readOnly: true}), status: choice(['successful', 'failed'], {readOnly: true})},
          {readOnly: true},
        ),
      ),
    ),
    password_created: today(nullable(dateTime({readOnly: true}))),
    verified_phone_number: today(nullable(text({readOnly: true}))),
    user_type: today(choice(['parent', 'child', 'proxy', 'default'], {readOnly: true})),
  },
  'username',
);
export type User = Read<typeof User>;

/** Body of `account.users.create`. */
export const UserCreate = model('UserCreate', {
  username: required(User.fields.username),
  email: required(text({format: 'email'})),
  restricted: flag(),
});

/** Body of `account.users.update`. */
export const UserUpdate = model('UserUpdate', {
  username: User.fields.username,
  email: text({format: 'email'}),
  restricted: flag(),
});

const permissions = list(object({id: Grant.fields.id, permissions: Grant.fields.permissions}));

/** Body of `account.users.grants.update`; omitted fields stay unchanged. */
export const UserGrantsUpdate = model('UserGrantsUpdate', {
  global: Grants.fields.global,
  compute: permissions,
  domain: permissions,
  nodebalancer: permissions,
  image: permissions,
  longview: permissions,
  stackscript: permissions,
  volume: permissions,
  database: today(permissions),
  firewall: today(permissions),
  vpc: today(permissions),
});

export const usersEndpoints = {
  users: {
    list: get('/account/users', {scopes: ['account:read_only'], access: {level: 'unrestricted'}, page: User}),
    create: post('/account/users', {
      scopes: ['account:read_write'],
      access: {level: 'unrestricted'},
      body: UserCreate,
      responseModel: User,
    }),
    get: get('/account/users/{username}', {
      scopes: ['account:read_only'],
      access: {level: 'unrestricted'},
      responseModel: User,
    }),
    update: put('/account/users/{username}', {
      scopes: ['account:read_write'],
      access: {level: 'unrestricted'},
      body: UserUpdate,
      bodyOptional: true,
      responseModel: User,
    }),
    delete: del('/account/users/{username}', {scopes: ['account:read_write'], access: {level: 'unrestricted'}}),
    grants: {
      get: get('/account/users/{username}/grants', {
        scopes: ['account:read_only'],
        access: {level: 'unrestricted'},
        responseModel: Grants,
        otherStatuses: [204],
      }),
      update: put('/account/users/{username}/grants', {
        scopes: ['account:read_write'],
        access: {level: 'unrestricted'},
        body: UserGrantsUpdate,
        responseModel: Grants,
      }),
    },
  },
};
