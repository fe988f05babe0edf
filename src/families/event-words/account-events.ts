/** Events of the account, its users, and its parts. Many of them have no entity, or an entity without a label. */
import type {FamilyId} from '../shape/define-family.ts';
import {type EventWordsFor, passiveMeaningOf} from './event-wording.ts';

const methods: readonly FamilyId[] = ['account', 'account.paymentMethods'];

export const accountEvents: EventWordsFor<
  'account' | 'credit' | 'payment' | 'profile' | 'entity' | 'tfa' | 'tax' | 'community'
> = {
  account_agreement_eu_model: {...passiveMeaningOf('the EU model agreement', 'accepted'), invalidates: ['account']},
  account_promo_apply: {...passiveMeaningOf('a promo code', 'applied'), invalidates: ['account']},
  tax_id_valid: {...passiveMeaningOf('the tax ID', 'verified'), invalidates: ['account', 'account.notifications']},
  tax_id_invalid: {
    doing: 'the tax ID is being verified',
    done: 'the tax ID is not valid',
    failed: 'the tax ID could not be verified',
    alarm: 'tax ID not valid',
    invalidates: ['account', 'account.notifications'],
  },
  account_update: {...passiveMeaningOf('the account', 'updated'), invalidates: ['account']},
  account_settings_update: {
    ...passiveMeaningOf('the account settings', 'updated', '', 'are'),
    invalidates: ['account.settings', 'longview.plan'],
  },
  credit_card_updated: {...passiveMeaningOf('the credit card', 'updated'), invalidates: methods},
  payment_method_add: {...passiveMeaningOf('a payment method', 'added'), invalidates: methods},
  payment_submitted: {
    ...passiveMeaningOf('a payment', 'submitted'),
    invalidates: ['account', 'account.payments', 'account.notifications'],
  },
  profile_update: {
    ...passiveMeaningOf('the profile[ of {entity}]', 'updated'),
    invalidates: ['profile', 'account.users'],
  },
  entity_transfer_accept: {...passiveMeaningOf('a service transfer', 'accepted'), invalidates: ['instances']},
  entity_transfer_accept_recipient: {
    ...passiveMeaningOf('a service transfer', 'received'),
    invalidates: ['instances'],
  },
  entity_transfer_cancel: passiveMeaningOf('a service transfer', 'cancelled'),
  entity_transfer_create: passiveMeaningOf('a service transfer', 'requested'),
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
    ...passiveMeaningOf('two-factor authentication', 'switched off'),
    invalidates: ['profile', 'profile.devices', 'account.users'],
  },
  tfa_enabled: {
    ...passiveMeaningOf('two-factor authentication', 'switched on'),
    invalidates: ['profile', 'account.users'],
  },
  community_question_reply: passiveMeaningOf('a community question', 'answered', '[: {entity}]'),
  community_mention: passiveMeaningOf('your name', 'mentioned', '[ in {entity}]'),
  community_like: passiveMeaningOf('a community post', 'liked', '[: {entity}]'),
};

export const oauthClientEvents: EventWordsFor<'oauth'> = {
  oauth_client_create: passiveMeaningOf('the OAuth client[ {entity}]', 'created'),
  oauth_client_delete: {...passiveMeaningOf('the OAuth client[ {entity}]', 'deleted'), isDeletion: true},
  oauth_client_secret_reset: passiveMeaningOf('the secret of the OAuth client[ {entity}]', 'reset'),
  oauth_client_update: passiveMeaningOf('the OAuth client[ {entity}]', 'updated'),
};

export const userEvents: EventWordsFor<'user' | 'token'> = {
  token_create: passiveMeaningOf('the token[ {entity}]', 'created'),
  token_delete: {...passiveMeaningOf('the token[ {entity}]', 'revoked'), isDeletion: true},
  token_update: passiveMeaningOf('the token[ {entity}]', 'updated'),
  user_create: passiveMeaningOf('the user[ {entity}]', 'created'),
  user_update: {...passiveMeaningOf('the user[ {entity}]', 'updated'), invalidates: ['account.users.grants']},
  user_delete: {...passiveMeaningOf('the user[ {entity}]', 'deleted'), isDeletion: true},
  user_ssh_key_add: passiveMeaningOf('the SSH key[ {entity}]', 'added'),
  user_ssh_key_delete: {...passiveMeaningOf('the SSH key[ {entity}]', 'deleted'), isDeletion: true},
  user_ssh_key_update: passiveMeaningOf('the SSH key[ {entity}]', 'updated'),
};

export const tagEvents: EventWordsFor<'tag'> = {
  tag_create: passiveMeaningOf('the tag[ {entity}]', 'created'),
  tag_update: passiveMeaningOf('the tag[ {entity}]', 'updated'),
  tag_delete: {
    ...passiveMeaningOf('the tag[ {entity}]', 'deleted'),
    isDeletion: true,
    invalidates: ['instances', 'volumes', 'domains', 'nodebalancers'],
  },
};
