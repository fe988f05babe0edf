/** The account, for its bills and payments (D3 §2.6, §4.6). */
import type {Account, AccountUpdate} from '../../contract/account/index.ts';
import type {Write} from '../../contract/schema/field.ts';
import {accountEvents} from '../event-words/account-events.ts';
import {money} from '../format/format.ts';
import {defineFamily} from '../shape/define-family.ts';
import {sentFields} from '../shape/undo-body.ts';
import {acceptAgreements, agreementsTab} from './agreements.ts';
import {type AccountSpec, accountColumns, accountDetail, accountName, balanceState} from './contact.ts';
import {cardFields} from './payment-methods.ts';
import {makePayment} from './payments.ts';

type Update = Write<typeof AccountUpdate>;

/** D3 §4.6 r1: the balance is charged at once, and if the charge fails the account stays open. */
const lastCharge = (row: Account): string =>
  typeof row.balance === 'number' && typeof row.balance_uninvoiced === 'number'
    ? `The outstanding balance is charged immediately: about ${money(row.balance + row.balance_uninvoiced)}.`
    : 'The outstanding balance is charged immediately.';

const actions: AccountSpec['actions'] = {
  update: {
    title: 'Edit contact…',
    eventActions: ['account_update'],
    expectedFields: ({body}) => body,
    undo: {
      action: 'update',
      body: sentFields<Update>(
        'company',
        'first_name',
        'last_name',
        'email',
        'phone',
        'address_1',
        'address_2',
        'city',
        'state',
        'zip',
        'country',
        'tax_id',
      ),
    },
    form: {
      company: {title: 'Company', input: 'text'},
      first_name: {title: 'First name', input: 'text'},
      last_name: {title: 'Last name', input: 'text'},
      email: {title: 'Email', help: 'Receives bills and notices.', input: 'text'},
      phone: {title: 'Phone', input: 'text'},
      address_1: {title: 'Address', input: 'text'},
      address_2: {title: 'Address, second line', input: 'text'},
      city: {title: 'City', input: 'text'},
      state: {title: 'State', help: 'Two letters in the US and Canada, otherwise the province', input: 'text'},
      zip: {title: 'Postal code', help: 'Required in the US.', input: 'text'},
      country: {title: 'Country', help: 'Two letters: US, DE, JP', input: 'text'},
      tax_id: {title: 'Tax ID', help: 'Optional', input: 'text'},
    },
  },
  cancel: {
    title: 'Close the account…',
    risk: 'destroys',
    confirm: {typing: 'account'},
    warnings: ({row}) => [
      'Everything in the account is permanently deleted: all instances, volumes, domains and backups.',
      lastCharge(row),
      'If the charge fails, the account stays open.',
    ],
    revealedValues: ({response}) => (response.survey_link ? [{title: 'Survey', value: response.survey_link}] : []),
    form: {comments: {title: 'Comments', help: 'Reasons for closing the account', input: 'multiline'}},
  },
  'promoCodes.add': {
    title: 'Enter a promo code…',
    key: 'O',
    invalidates: ['account', 'account.notifications'],
    form: {
      promo_code: {title: 'Code', help: 'For accounts younger than 90 days. One code per account.', input: 'text'},
    },
  },
  'creditCard.set': {
    title: 'Set the credit card (deprecated)…',
    risk: 'charges',
    eventActions: ['credit_card_updated'],
    invalidates: ['account', 'account.paymentMethods'],
    confirm: 'ask',
    warnings: () => [
      'The card becomes the default payment method. Use “Add a card” instead: this action is deprecated.',
    ],
    form: cardFields,
  },
  'agreements.accept': acceptAgreements,
  'settings.update': {elsewhere: 'offered on the settings'},
  'settings.enableManaged': {elsewhere: 'offered on the settings'},
};

export const account = defineFamily('account', {
  title: 'Billing',
  one: 'account',
  group: 'account',
  aliases: ['money'],
  readOperation: 'get',
  single: true,
  entity: 'account',
  events: ['account', 'credit', 'payment'],
  onEvent: accountEvents,
  label: accountName,
  state: balanceState,
  columns: accountColumns,
  detail: [...accountDetail, agreementsTab],
  actions,
  borrowedActions: {
    pay: makePayment,
    method: {
      title: 'Add a card…',
      key: 'A',
      on: 'row',
      family: 'account.paymentMethods',
      action: 'create',
      presetValues: () => ({}),
    },
  },
});
