/** Settings of the whole account, and its enabled services (D3 §4.6). */

import type {AccountSettings, SettingsUpdate} from '../../contract/account/index.ts';
import type {Write} from '../../contract/schema/field.ts';
import {type Cell, cellFor} from '../format/cells.ts';
import {addedLine} from '../shape/added-line.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';
import {sentFields} from '../shape/undo-body.ts';

type Spec = FamilySpec<'account.settings', never>;
type Update = Write<typeof SettingsUpdate>;

const onOff = (value: boolean | undefined): Cell => cellFor(value, isOn => (isOn ? 'on' : {text: 'off', tone: 'off'}));
const plan = (row: AccountSettings): Cell =>
  row.longview_subscription === null ? 'free' : cellFor(row.longview_subscription);

const interfacePolicies: Readonly<Record<string, string>> = {
  legacy_config_only: 'in configs only',
  legacy_config_default_but_compute_allowed: 'in configs, of the instance on request',
  compute_default_but_legacy_config_allowed: 'of the instance, in configs on request',
  compute_only: 'of the instance only',
};

const actions: Spec['actions'] = {
  update: {
    title: 'Edit…',
    eventActions: ['account_settings_update'],
    expectedFields: ({body}) => body,
    warnings: ({row, body}) => [
      ...(body.backups_enabled === true && row.backups_enabled !== true
        ? ['Every new instance has backups, billed in addition to its plan.']
        : []),
      ...(body.backups_enabled === false && row.backups_enabled !== false
        ? ['New instances have no backups unless you enable them.']
        : []),
    ],
    undo: {
      action: 'update',
      body: sentFields<Update>(
        'backups_enabled',
        'network_helper',
        'interfaces_for_new_computes',
        'maintenance_policy',
      ),
    },
    form: {
      backups_enabled: {title: 'Backups of new instances', help: 'charged on top of the plan', input: 'toggle'},
      network_helper: {
        title: 'Network helper',
        help: 'writes the network configuration of new profiles at each boot',
        input: 'toggle',
      },
      interfaces_for_new_computes: {
        title: 'Interfaces',
        help: 'network interfaces of new instances',
        input: 'choice',
        labels: interfacePolicies,
        isVisible: ({row}) => row?.interfaces_for_new_computes !== undefined,
      },
      maintenance_policy: {
        title: 'Maintenance policy',
        help: 'of new instances',
        input: 'text',
        isVisible: ({row}) => row?.maintenance_policy !== undefined,
      },
    },
  },
  enableManaged: {
    title: 'Enable Managed',
    risk: 'charges',
    key: 'D',
    unless: ({row}) => (row.managed === true ? 'Managed is already on' : undefined),
    already: ({row}) => (row.managed === true ? 'Managed is already on' : undefined),
    confirm: {typing: 'account'},
    eventActions: ['managed_enabled'],
    expectedFields: () => ({managed: true}),
    invalidates: ['managed.services', 'managed.computeSettings'],
    warnings: () => [
      'Every instance is billed for Managed, including instances that you create later.',
      'Only support can disable Managed.',
    ],
  },
};

export const settings = defineFamily('account.settings', {
  title: 'Settings',
  one: 'settings of the account',
  group: 'account',
  aliases: ['account settings'],
  readOperation: 'get',
  single: true,
  label: () => 'Settings',
  columns: [
    {field: 'backups_enabled', title: 'Backups', format: onOff},
    {field: 'network_helper', title: 'Network helper', format: onOff},
    {field: 'managed', title: 'Managed', format: onOff},
    {id: 'longview', title: 'Longview plan', value: plan},
    {field: 'object_storage', title: 'Object Storage'},
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'For new instances',
          lines: [
            {title: 'Backups', value: row => onOff(row.backups_enabled)},
            {title: 'Network helper', value: row => onOff(row.network_helper)},
            addedLine('Interfaces', 'interfaces_for_new_computes', policy => interfacePolicies[policy] ?? policy),
            addedLine('Maintenance policy', 'maintenance_policy', (policy, lookup) => lookup.spell('policy', policy)),
          ],
        },
        {
          title: 'Services',
          lines: [
            {title: 'Managed', value: row => onOff(row.managed)},
            {
              title: 'Longview plan',
              value: plan,
              link: () => ({family: 'longview.plan', id: 'plan'}),
            },
            {title: 'Object Storage', value: row => row.object_storage},
          ],
        },
      ],
    },
  ],
  actions,
});
