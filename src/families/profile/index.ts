/** My profile: the acting user, and their ways to log in (supplement to D3). */

import type {ProfileUpdate} from '../../contract/profile/index.ts';
import type {Write} from '../../contract/schema/field.ts';
import {grantSections} from '../account/grants.ts';
import {amountCell, type Cell, cellFor, listCell, noneCell, yesNoCell} from '../format/cells.ts';
import {countryName, money} from '../format/format.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';
import {revealSecret} from '../shape/shown-once.ts';
import {sentFields} from '../shape/undo-body.ts';

type Spec = FamilySpec<'profile', never>;
type Update = Write<typeof ProfileUpdate>;

const shells: Readonly<Record<string, string>> = {
  password_keys: 'password or key',
  keys_only: 'key only',
  disabled: 'off',
};
const shell = (method: string): Cell => (Object.hasOwn(shells, method) ? (shells[method] ?? method) : method);
const twoFactorText = (isOn: boolean): Cell => (isOn ? 'on' : {text: 'off', tone: 'attention'});

/** The URI that authenticator apps read (in the Key URI Format, which all of them support). */
const keyUri = (user: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(user)}?secret=${encodeURIComponent(secret)}`;

const unrestrictedText = 'Not restricted: you may do everything.';

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'You',
        lines: [
          {title: 'User', value: row => row.username, link: row => ({family: 'account.users', id: row.username})},
          {title: 'ID', value: row => amountCell(row.uid)},
          {title: 'Email', value: row => row.email},
          {title: 'Email notifications', value: row => yesNoCell(row.email_notifications)},
          {title: 'Time zone', value: row => row.timezone},
          {title: 'Restricted', value: row => yesNoCell(row.restricted)},
        ],
      },
      {
        title: 'Login',
        lines: [
          {title: 'Method', value: row => row.authentication_type},
          {title: '2FA', value: row => cellFor(row.two_factor_auth, twoFactorText)},
          {title: 'Phone', value: row => row.verified_phone_number},
          {
            title: 'IP allow list',
            value: row => yesNoCell(row.ip_whitelist_enabled),
            isVisible: row => row.ip_whitelist_enabled === true,
          },
        ],
      },
      {
        title: 'Out-of-band console',
        lines: [
          {title: 'Login', value: row => cellFor(row.lish_auth_method, shell)},
          {
            title: 'Keys',
            value: row => (row.authorized_keys === null ? noneCell : listCell(row.authorized_keys, '\n')),
          },
        ],
      },
      {
        title: 'Referrals',
        lines: [
          {title: 'Code', value: row => row.referrals.code},
          {title: 'URL', value: row => row.referrals.url},
          {
            title: 'People',
            value: row => [
              `${row.referrals.completed ?? '?'} completed`,
              `${row.referrals.pending ?? '?'} pending`,
              `${row.referrals.total ?? '?'} in all`,
            ],
          },
          {title: 'Credit', value: row => cellFor(row.referrals.credit, money)},
        ],
      },
    ],
  },
  {title: 'Tokens', list: 'profile.tokens', params: () => ({})},
  {title: 'SSH keys', list: 'profile.sshKeys', params: () => ({})},
  {title: 'Apps', list: 'profile.apps', params: () => ({})},
  {title: 'Devices', list: 'profile.devices', params: () => ({})},
  {title: 'Logins', list: 'profile.logins', params: () => ({})},
  {title: 'Questions', list: 'profile.securityQuestions', params: () => ({})},
  {
    title: 'Grants',
    unless: row => (row.restricted === false ? unrestrictedText : undefined),
    operation: 'profile.grants.get',
    params: () => ({}),
    refreshSeconds: 300,
    content: {sections: grantSections},
    // The profile may omit `restricted`; the response to the grants still shows it.
    emptyText: unrestrictedText,
  },
  {
    title: 'Preferences',
    operation: 'profile.preferences.get',
    params: () => ({}),
    refreshSeconds: 300,
    content: {
      text(preferences) {
        const text = JSON.stringify(preferences, null, 2);
        return text === '{}' ? '' : text;
      },
    },
    emptyText: 'No preferences. Programs can keep settings for your user in this place.',
  },
];

/** Support uses the answers to identify a user who lost the second factor, so they are required first. */
function unlessAnswered(lookup: Lookup): string | undefined {
  const questions = lookup.rows('profile.securityQuestions');
  return lookup.complete('profile.securityQuestions') && !questions.some(({response}) => response)
    ? 'answer the security questions first'
    : undefined;
}

const actions: Spec['actions'] = {
  update: {
    title: 'Edit…',
    eventActions: ['profile_update'],
    expectedFields: ({body}) => body,
    warnings: ({row, body}) =>
      body.lish_auth_method === 'disabled' && row.lish_auth_method !== 'disabled'
        ? ['This user can no longer log in to the out-of-band console.']
        : [],
    undo: {
      action: 'update',
      body: sentFields<Update>(
        'email',
        'timezone',
        'email_notifications',
        'lish_auth_method',
        'authorized_keys',
        'ip_whitelist_enabled',
      ),
    },
    form: {
      email: {title: 'Email', input: 'text'},
      timezone: {title: 'Time zone', help: 'like Europe/Berlin', input: 'text'},
      email_notifications: {title: 'Email notifications', input: 'toggle'},
      lish_auth_method: {
        title: 'Console login',
        help: 'Login to the out-of-band console',
        input: 'choice',
        labels: shells,
      },
      authorized_keys: {title: 'Console keys', help: 'public keys, one a line', input: 'lines'},
      ip_whitelist_enabled: {
        title: 'IP allow list',
        help: 'deprecated: it can only be switched off',
        input: 'toggle',
        isVisible: ({row}) => row?.ip_whitelist_enabled === true,
      },
    },
  },
  'tfa.enable': {
    title: 'Set up 2FA',
    key: 'F',
    unless: ({row, lookup}) => (row.two_factor_auth === true ? 'already on' : unlessAnswered(lookup)),
    already: ({row}) => (row.two_factor_auth === true ? 'Two-factor authentication is already on' : undefined),
    confirm: 'ask',
    warnings: () => ['A secret for your authenticator follows. Nothing changes until you confirm it with a code.'],
    revealedValues: ({response: {secret}, row}) => [
      {...revealSecret('2FA secret', secret), scan: keyUri(row.username, secret)},
    ],
    next: 'tfa.confirm',
  },
  'tfa.confirm': {
    title: 'Confirm 2FA…',
    undo: {action: 'tfa.disable'},
    key: 'I',
    unless: ({row}) => (row.two_factor_auth === true ? 'already on' : undefined),
    already: ({row}) => (row.two_factor_auth === true ? 'Two-factor authentication is already on' : undefined),
    eventActions: ['tfa_enabled'],
    warnings: () => ['Every login requires a code.'],
    secretName: 'recovery code',
    revealedValues: ({response}) => [revealSecret('Recovery code', response.scratch)],
    problems: ({body: {tfa_code: code}}) =>
      code !== undefined && /^\d{6}$/.test(code) ? [] : [{field: 'tfa_code', reason: 'must be 6 digits'}],
    form: {
      tfa_code: {
        title: 'Code',
        help: '6 digits, as the authenticator shows them now',
        input: 'text',
        isReadable: true,
        // Authenticators show the digits in two groups.
        normalize: code => code.replaceAll(' ', ''),
      },
    },
  },
  'tfa.disable': {
    title: 'Disable 2FA',
    risk: 'opens',
    key: 'O',
    unless: ({row}) => (row.two_factor_auth === false ? 'already off' : undefined),
    already: ({row}) => (row.two_factor_auth === false ? 'Two-factor authentication is already off' : undefined),
    confirm: {typing: 'label'},
    eventActions: ['tfa_disabled'],
    invalidates: ['profile.devices'],
    warnings: () => ['Your account is protected by its password only. Trusted devices are removed.'],
  },
  'phoneNumber.sendCode': {
    title: 'Set a phone number…',
    key: 'P',
    warnings: ({body: {iso_code}}) => [
      'A message with a code goes to the number. It is valid for 10 minutes.',
      // The documents don't list the country codes, so the API decides.
      ...(iso_code && countryName(iso_code) === iso_code ? [`Unknown country code ${iso_code}.`] : []),
    ],
    next: 'phoneNumber.verify',
    form: {
      iso_code: {title: 'Country', help: 'Two letters: US, DE, JP', input: 'text'},
      phone_number: {title: 'Number', input: 'text'},
    },
  },
  'phoneNumber.verify': {
    title: 'Verify phone number…',
    undo: {action: 'phoneNumber.delete'},
    key: 'K',
    form: {otp_code: {title: 'Code', help: 'Code that was sent to the phone', input: 'text', isReadable: true}},
  },
  'phoneNumber.delete': {
    title: 'Remove the phone number',
    unless: ({row}) => (row.verified_phone_number === null ? 'no phone number' : undefined),
    confirm: {typing: 'label'},
    expectedFields: () => ({verified_phone_number: null}),
    warnings: () => ['Support can’t call you to verify your identity.'],
  },
  'securityQuestions.answer': {elsewhere: 'offered on the questions'},
  'preferences.update': {elsewhere: 'every program keeps its own'},
};

export const profile = defineFamily('profile', {
  title: 'My profile',
  one: 'profile',
  group: 'account',
  aliases: ['me', 'user profile'],
  readOperation: 'get',
  single: true,
  label: row => row.username,
  columns: [
    {field: 'username', title: 'User', grow: true, width: 12},
    {field: 'email', title: 'Email', width: 16, max: 40},
    {field: 'two_factor_auth', title: '2FA', format: twoFactorText},
    {field: 'restricted', title: 'Restricted', priority: 2, format: yesNoCell},
    {field: 'verified_phone_number', title: 'Phone', priority: 3, max: 18},
    {field: 'timezone', title: 'Time zone', priority: 3, max: 24},
  ],
  detail,
  actions,
});
