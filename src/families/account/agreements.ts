/** Agreements with the provider: contracts that the account accepts once. The API of today has them. */
import {cellFor} from '../format/cells.ts';
import {mayBeCurrentApi} from '../shape/api-version.ts';
import type {AccountSpec} from './contact.ts';

type Accept = AccountSpec['actions']['agreements.accept'];

const acceptedCell = (isAccepted: boolean | null | undefined) =>
  cellFor(isAccepted, value => (value ? 'accepted' : {text: 'not accepted', tone: 'dim'}));

/** Names of the agreements for sentences. */
const agreementNames = {
  billing_agreement: 'the billing agreement',
  eu_model: 'the EU model contract',
  master_service_agreement: 'the master service agreement',
  privacy_policy: 'the privacy policy',
} as const;
type Agreement = keyof typeof agreementNames;

const input = (title: string, agreement: string) =>
  ({title, help: `Yes accepts ${agreement} for the whole account.`, input: 'toggle', onlyYes: true}) as const;

export const acceptAgreements: Accept = {
  title: 'Accept agreements…',
  risk: 'opens',
  confirm: {typing: 'account'},
  unless: ({lookup}) => (mayBeCurrentApi({lookup}) ? undefined : 'your provider has no agreements to accept'),
  problems: ({body}) => {
    const given = Object.entries(body).filter(([, value]) => value !== undefined);
    if (given.length === 0) return [{field: null, reason: 'At least one agreement must be accepted.'}];
    return given.flatMap(([field, value]) => (value === true ? [] : [{field, reason: 'can’t be declined'}]));
  },
  warnings: ({body}) =>
    Object.entries(body).flatMap(([name, value]) =>
      value === true
        ? [`You accept ${agreementNames[name as Agreement] ?? name} for the whole account. This is legally binding.`]
        : [],
    ),
  form: {
    billing_agreement: input('Billing agreement', agreementNames.billing_agreement),
    eu_model: input('EU model contract', agreementNames.eu_model),
    master_service_agreement: input('Master agreement', agreementNames.master_service_agreement),
    privacy_policy: input('Privacy policy', agreementNames.privacy_policy),
  },
};

export const agreementsTab: AccountSpec['detail'][number] = {
  title: 'Agreements',
  operation: 'account.agreements.get',
  params: () => ({}),
  refreshSeconds: 600,
  unless: (_, lookup) => (mayBeCurrentApi({lookup}) ? undefined : 'your provider doesn’t list agreements'),
  content: {
    sections: [
      {
        title: 'Agreements',
        lines: [
          {title: 'Billing agreement', value: row => acceptedCell(row.billing_agreement)},
          {title: 'EU model contract', value: row => acceptedCell(row.eu_model)},
          {title: 'Master agreement', value: row => acceptedCell(row.master_service_agreement)},
          {title: 'Privacy policy', value: row => acceptedCell(row.privacy_policy)},
        ],
      },
    ],
  },
};
