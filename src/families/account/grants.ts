/** Permissions of a restricted user: global ones, and those for single resources. */
import type {Grant, Grants, UserGrantsUpdate} from '../../contract/account/users.ts';
import type {Write} from '../../contract/schema/field.ts';
import {type Cell, cellFor, noneCell, yesNoCell} from '../format/cells.ts';
import {countText} from '../format/format.ts';
import {defineFamily, type FamilySpec, type Line, type Section} from '../shape/define-family.ts';
import type {EntryContext, FormContext} from '../shape/forms.ts';
import * as standard from '../shape/standard.ts';
import {sentFields} from '../shape/undo-body.ts';

type Spec = FamilySpec<'account.users.grants', never>;
type Update = Write<typeof UserGrantsUpdate>;

const kinds = {
  compute: 'Instances',
  volume: 'Volumes',
  domain: 'Domains',
  nodebalancer: 'NodeBalancers',
  image: 'Images',
  stackscript: 'StackScripts',
  longview: 'Longview clients',
  firewall: 'Firewalls',
  database: 'Databases',
  vpc: 'VPCs',
} as const;
type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as Kind[];

const global = {
  add_compute: 'New instances',
  add_volumes: 'New volumes',
  add_images: 'New images',
  add_stackscripts: 'New StackScripts',
  add_domains: 'New domains',
  add_nodebalancers: 'New NodeBalancers',
  add_firewalls: 'New firewalls',
  add_databases: 'New databases',
  add_longview: 'New Longview clients',
  add_vpcs: 'New VPCs',
  child_account_access: 'Child accounts',
  longview_subscription: 'Longview plan',
  cancel_account: 'Close the account',
} as const;
const globalNames = Object.keys(global) as (keyof typeof global)[];

/** True for a permission that only newer providers have. */
const isAdded = (name: keyof typeof global): boolean => name === 'add_vpcs' || name === 'child_account_access';

const levels: Readonly<Record<string, string>> = {read_only: 'may see', read_write: 'may change'};
const level = (permissions: Grant['permissions'] | undefined): Cell =>
  permissions === null
    ? {text: 'nothing', tone: 'off'}
    : cellFor(permissions, value => (Object.hasOwn(levels, value) ? (levels[value] ?? value) : value));

const grantsOf = (row: Grants, kind: Kind): readonly Grant[] =>
  (row[kind] ?? []).filter(({permissions}) => permissions !== null);

/** "web-01 (may see)" for each resource of a type that the user has a permission for. */
const grantedResources = (row: Grants, kind: Kind): readonly Cell[] => {
  const all = grantsOf(row, kind).map(({id, label, permissions}) => {
    const levelCell = level(permissions);
    return `${label || id} (${typeof levelCell === 'string' ? levelCell : levelCell.text})`;
  });
  return all.length > 0 ? all : [noneCell];
};

const generalLine = (name: keyof typeof global): Line<Grants, unknown> => ({
  title: global[name],
  value: row => yesNoCell(row.global[name]),
  isVisible: row => !isAdded(name) || row.global[name] !== undefined,
});
const kindLine = (kind: Kind): Line<Grants, unknown> => ({
  title: kinds[kind],
  value: row => grantedResources(row, kind),
  isVisible: row => row[kind] !== undefined,
});

export const grantSections: readonly Section<Grants, unknown>[] = [
  {
    title: 'General permissions',
    lines: [{title: 'Account', value: row => level(row.global.account_access)}, ...globalNames.map(generalLine)],
  },
  {title: 'Resource permissions', lines: kindNames.map(kindLine)},
];

/** All resources of a type with their levels. */
const rowsOf = (kind: Kind) =>
  ({
    title: kinds[kind],
    help: 'one level per resource; none = no access',
    isVisible: ({row}: FormContext<Grants>) => row?.[kind] !== undefined,
    input: 'rows',
    fixed: true,
    entryName: ({entry, row}: EntryContext<Grants>) =>
      row?.[kind]?.find(({id}) => id === entry.id)?.label || `${entry.id ?? '?'}`,
    inputs: {
      permissions: {title: 'Permission', input: 'choice', labels: {read_only: 'see', read_write: 'see and change'}},
    },
  }) as const;
const toggle = (name: keyof typeof global) =>
  ({
    title: global[name],
    input: 'toggle',
    isVisible: ({row}: FormContext<Grants>) => !isAdded(name) || row?.global[name] !== undefined,
  }) as const;

const actions: Spec['actions'] = {
  update: {
    title: 'Edit grants…',
    sentence: ({params}) => `Edit grants of ${params.username}`,
    risk: 'opens',
    unless: ({lookup, params}) =>
      lookup.find('account.users', params.username)?.restricted === false
        ? 'the user is not restricted, and needs no grants'
        : undefined,
    eventActions: ['user_update'],
    warnings: ({row, body}) => [
      ...(body.global?.cancel_account && !row.global.cancel_account ? ['The user may close the whole account.'] : []),
      ...(body.global?.account_access === 'read_write' && row.global.account_access !== 'read_write'
        ? ['The user may change contact and payment data of the account.']
        : []),
    ],
    undo: {
      action: 'update',
      body: sentFields<Update>(
        'global',
        'compute',
        'volume',
        'domain',
        'nodebalancer',
        'image',
        'stackscript',
        'longview',
        'firewall',
        'database',
        'vpc',
      ),
    },
    form: {
      global: {
        title: 'General permissions',
        input: 'group',
        inputs: {
          account_access: {
            title: 'Account',
            help: 'bills, contact, users',
            input: 'choice',
            labels: {read_only: 'see', read_write: 'see and change'},
          },
          add_compute: toggle('add_compute'),
          add_volumes: toggle('add_volumes'),
          add_images: toggle('add_images'),
          add_stackscripts: toggle('add_stackscripts'),
          add_domains: toggle('add_domains'),
          add_nodebalancers: toggle('add_nodebalancers'),
          add_firewalls: toggle('add_firewalls'),
          add_databases: toggle('add_databases'),
          add_longview: toggle('add_longview'),
          longview_subscription: toggle('longview_subscription'),
          cancel_account: toggle('cancel_account'),
          add_vpcs: toggle('add_vpcs'),
          child_account_access: toggle('child_account_access'),
        },
      },
      compute: rowsOf('compute'),
      volume: rowsOf('volume'),
      domain: rowsOf('domain'),
      nodebalancer: rowsOf('nodebalancer'),
      image: rowsOf('image'),
      stackscript: rowsOf('stackscript'),
      longview: rowsOf('longview'),
      firewall: rowsOf('firewall'),
      database: rowsOf('database'),
      vpc: rowsOf('vpc'),
    },
  },
};

const generalCount = (row: Grants): number => globalNames.filter(name => row.global[name] === true).length;
const resourceCount = (row: Grants): number => kindNames.reduce((sum, kind) => sum + grantsOf(row, kind).length, 0);

const grantsText = (row: Grants): string => {
  const counts = [
    resourceCount(row) > 0 && countText(resourceCount(row), 'resource'),
    generalCount(row) > 0 && countText(generalCount(row), 'general permission'),
  ].filter(Boolean);
  return counts.length === 0 ? 'no permissions' : counts.join(', ');
};

export const grants = defineFamily('account.users.grants', {
  title: 'Grants',
  one: 'grants',
  readOperation: 'get',
  single: true,
  label: grantsText,
  columns: [
    {id: 'account', title: 'Account', width: 10, value: row => level(row.global.account_access)},
    {
      id: 'general',
      title: 'General',
      ...standard.numberFacts(generalCount),
    },
    {
      id: 'resources',
      title: 'Resources',
      ...standard.numberFacts(resourceCount),
    },
  ],
  detail: [{title: 'Grants', sections: grantSections}],
  actions,
});
