/** What happens to the account, its users, and what hangs from it. Many of these have no entity, or one without a label. */
import type {FamilyId} from '../define.ts';
import {passiveOf, type Words} from './words.ts';

const methods: readonly FamilyId[] = ['account', 'account.paymentMethods'];

export const accountEvents: Words<'account' | 'credit' | 'payment' | 'profile' | 'entity' | 'tfa' | 'community'> = {
  account_update: {...passiveOf('the account', 'updated'), refresh: ['account']},
  account_settings_update: {
    ...passiveOf('the account settings', 'updated', '', 'are'),
    refresh: ['account.settings', 'longview.plan'],
  },
  credit_card_updated: {...passiveOf('the credit card', 'updated'), refresh: methods},
  payment_method_add: {...passiveOf('a payment method', 'added'), refresh: methods},
  payment_submitted: {
    ...passiveOf('a payment', 'submitted'),
    refresh: ['account', 'account.payments', 'account.notifications'],
  },
  profile_update: {...passiveOf('the profile[ of {entity}]', 'updated'), refresh: ['profile', 'account.users']},
  entity_transfer_accept: {...passiveOf('a service transfer', 'accepted'), refresh: ['instances']},
  entity_transfer_cancel: passiveOf('a service transfer', 'cancelled'),
  entity_transfer_create: passiveOf('a service transfer', 'requested'),
  entity_transfer_fail: {
    doing: 'a service transfer is failing',
    done: 'a service transfer failed',
    failed: 'a service transfer failed',
  },
  entity_transfer_stale: {
    doing: 'a service transfer is expiring',
    done: 'a service transfer expired',
    failed: 'a service transfer expired',
  },
  tfa_disabled: {
    ...passiveOf('two-factor authentication', 'switched off'),
    refresh: ['profile', 'profile.devices', 'account.users'],
  },
  tfa_enabled: {...passiveOf('two-factor authentication', 'switched on'), refresh: ['profile', 'account.users']},
  community_question_reply: passiveOf('a community question', 'answered', '[: {entity}]'),
  community_like: passiveOf('a community post', 'liked', '[: {entity}]'),
};

export const oauthClientEvents: Words<'oauth'> = {
  oauth_client_create: passiveOf('the OAuth client[ {entity}]', 'created'),
  oauth_client_delete: {...passiveOf('the OAuth client[ {entity}]', 'deleted'), removes: true},
  oauth_client_secret_reset: passiveOf('the secret of the OAuth client[ {entity}]', 'reset'),
  oauth_client_update: passiveOf('the OAuth client[ {entity}]', 'updated'),
};

export const userEvents: Words<'user' | 'token'> = {
  token_create: passiveOf('the token[ {entity}]', 'created'),
  token_delete: {...passiveOf('the token[ {entity}]', 'revoked'), removes: true},
  token_update: passiveOf('the token[ {entity}]', 'updated'),
  user_create: passiveOf('the user[ {entity}]', 'created'),
  user_update: {...passiveOf('the user[ {entity}]', 'updated'), refresh: ['account.users.grants']},
  user_delete: {...passiveOf('the user[ {entity}]', 'deleted'), removes: true},
  user_ssh_key_add: passiveOf('the SSH key[ {entity}]', 'added'),
  user_ssh_key_delete: {...passiveOf('the SSH key[ {entity}]', 'deleted'), removes: true},
  user_ssh_key_update: passiveOf('the SSH key[ {entity}]', 'updated'),
};

export const tagEvents: Words<'tag'> = {
  tag_create: passiveOf('the Tag[ {entity}]', 'created'),
  tag_delete: {
    ...passiveOf('the Tag[ {entity}]', 'deleted'),
    removes: true,
    refresh: ['instances', 'volumes', 'domains', 'nodebalancers'],
  },
};
