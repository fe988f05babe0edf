/** Transfers of instances to another account. Entity transfers are the older, deprecated name for them (D3 §4.6 r8). */
import type {ServiceTransfer} from '../../contract/account/transfers.ts';
import {ageCell, type Cell, defineStates, momentCell, type State} from '../format/cells.ts';
import {countText} from '../format/format.ts';
import {unlessUnprotected} from '../networking/firewall-guard.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily, type FamilySpec, type Lookup, type Ref} from '../shape/define-family.ts';
import {revealSecret} from '../shape/shown-once.ts';
import * as standard from '../shape/standard.ts';

type Spec = FamilySpec<'account.serviceTransfers', never>;

const condition = defineStates<ServiceTransfer['status']>({
  pending: {condition: 'busy', word: 'pending'},
  accepted: {condition: 'busy', word: 'accepted'},
  completed: {condition: 'ok', word: 'completed'},
  cancelled: {condition: 'off', word: 'cancelled'},
  canceled: {condition: 'off', word: 'cancelled'},
  stale: {condition: 'off', word: 'expired'},
  failed: {condition: 'failed', word: 'failed'},
});

/** Only an incoming offer needs an action of the user. */
const stateOf = (row: ServiceTransfer): State =>
  row.status === 'pending' && row.is_sender === false
    ? {condition: 'attention', word: 'waiting for you'}
    : condition(row.status);

/** "web-01, web-02"; instances of another account are identified by their ID. */
const names = (row: ServiceTransfer, lookup: Lookup): string =>
  row.entities.computes.map(id => lookup.find('instances', id)?.label ?? `instance ${id}`).join(', ');
const contentCell = (row: ServiceTransfer, lookup: Lookup): Cell => names(row, lookup) || {text: '—', tone: 'dim'};

const onlyInstance = (row: ServiceTransfer): Ref | undefined => {
  const [id, ...otherIds] = row.entities.computes;
  return id === undefined || otherIds.length > 0 ? undefined : {family: 'instances', id};
};

const direction = (row: ServiceTransfer): Cell =>
  row.is_sender === undefined
    ? {text: '?', tone: 'unknown'}
    : row.is_sender
      ? 'outgoing'
      : {text: 'incoming', tone: 'accent'};

const columns: Spec['columns'] = [
  {id: 'what', title: 'Instances', grow: true, width: 16, value: contentCell, link: onlyInstance},
  {id: 'direction', title: 'Direction', width: 9, value: direction},
  {field: 'status', title: 'Status', state: true, width: 15},
  {...ageColumn, priority: 2},
  {
    field: 'expiry',
    title: 'Expires',
    align: 'right',
    priority: 2,
    measure: row => (row.status === 'pending' ? row.expiry : null),
    format: (date, row, lookup) => (row.status === 'pending' ? ageCell(date, lookup.now) : {text: '—', tone: 'dim'}),
  },
  {field: 'token', title: 'Token', optional: true, max: 36},
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Transfer',
        lines: [
          {title: 'Instances', value: contentCell, link: onlyInstance},
          {title: 'Direction', value: direction},
          {title: 'Status', value: row => condition(row.status).word},
          // A user with the token can accept the instances.
          {title: 'Token', value: row => row.token, secret: true},
        ],
      },
      {
        title: 'History',
        lines: [
          standard.createdLine,
          standard.updatedLine,
          {title: 'Expires', value: (row, lookup) => momentCell(row.expiry, lookup.now)},
        ],
      },
    ],
  },
];

/**
 * An instance with a dependency that can't be transferred with it can't be transferred; reported if the dependency is
 * loaded.
 */
function unlessTransferable(
  instance: {readonly id: number; readonly status: string},
  lookup: Lookup,
): string | undefined {
  const volume = lookup.rows('volumes').find(({compute_id}) => compute_id === instance.id);
  if (volume) return `has the volume ${volume.label} attached`;
  return unlessUnprotected(instance.id, lookup);
}

const unlessPending = (row: ServiceTransfer): string | undefined =>
  row.status === 'pending' ? undefined : `no longer pending: ${condition(row.status).word}`;

const rowParams = (row: ServiceTransfer) => ({token: row.token});

const actions: Spec['actions'] = {
  create: {
    title: 'Transfer instances…',
    risk: 'opens',
    undo: {action: 'delete'},
    eventActions: ['entity_transfer_create'],
    warnings: () => [
      'Anyone who has the token can accept the transfer within 24 hours. Data, addresses and backups are transferred too.',
      'Detach these first: NodeBalancers, firewalls, VLANs, volumes, shared addresses and IPv6 ranges.',
    ],
    revealedValues: ({response}) => [revealSecret('Token', response.token)],
    form: {
      entities: {
        title: 'Instances',
        input: 'group',
        inputs: {
          computes: {
            title: 'Instances',
            input: 'pickMany',
            family: 'instances',
            unless: ({candidate, lookup}) => unlessTransferable(candidate, lookup),
          },
        },
      },
    },
  },
  accept: {
    title: 'Accept',
    risk: 'charges',
    key: 'A',
    rowParams,
    unless: ({row}) => unlessPending(row) ?? (row.is_sender ? 'only the other account can accept it' : undefined),
    confirm: {typing: 'account'},
    eventActions: ['entity_transfer_accept'],
    busyWord: 'accepting',
    expectedFields: () => ({status: 'accepted'}),
    invalidates: ['instances'],
    warnings: ({row, lookup}) => [
      `${countText(row.entities.computes.length, 'instance')} will be this account’s, and billed to it: ${names(row, lookup)}.`,
    ],
  },
  delete: {
    title: 'Cancel',
    rowParams,
    unless: ({row}) =>
      unlessPending(row) ?? (row.is_sender ? undefined : 'only the account that made it can cancel it'),
    confirm: 'ask',
    eventActions: ['entity_transfer_cancel'],
    busyWord: 'withdrawing',
    expectedFields: () => ({status: 'cancelled'}),
    warnings: ({row, lookup}) => [`The token stops working. These stay in this account: ${names(row, lookup)}.`],
  },
};

const label = (row: ServiceTransfer): string =>
  `${countText(row.entities.computes.length, 'instance')}${row.is_sender === undefined ? '' : row.is_sender ? ', outgoing' : ', incoming'}`;

const shared = {
  key: (row: ServiceTransfer) => row.token,
  label,
  namedByInstances: (row: ServiceTransfer) => row.entities.computes,
  state: stateOf,
  stateWords: [...condition.words, 'waiting for you'],
  columns,
  detail,
  actions,
  search: (row: ServiceTransfer) => row.entities.computes.join(' '),
};

export const serviceTransfers = defineFamily('account.serviceTransfers', {
  ...shared,
  title: 'Service transfers',
  one: 'service transfer',
  group: 'account',
  aliases: ['transfers', 'transfer'],
  entity: 'entity_transfer',
});

export const entityTransfers = defineFamily('account.entityTransfers', {
  ...shared,
  title: 'Entity transfers (deprecated)',
  one: 'entity transfer',
  byName: true,
});
