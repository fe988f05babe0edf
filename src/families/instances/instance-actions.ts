/** All actions of instances. */

import type {Instance} from '../../contract/instances/index.ts';
import {unlessCapable, unlessInService} from '../catalogue/regions.ts';
import {forcedBackupsWarnings, hasBackupsByDefault} from '../cost/new-backups.ts';
import {ago, backupWindow, toMillis} from '../format/format.ts';
import {releasedAddressesText} from '../format/released-addresses.ts';
import {outsideSubnetsWarnings} from '../relations/subnet-addresses.ts';
import {mayBeCurrentApi} from '../shape/api-version.ts';
import type {Lookup} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {pickSentFields, sentFields} from '../shape/undo-body.ts';
import {changeActions} from './changes/change-actions.ts';
import {ofCluster} from './changes/cluster-nodes.ts';
import {instanceParams, powerActions} from './changes/power.ts';
import {upgradeInterfaces} from './changes/upgrade-interfaces.ts';
import {type InstanceSpec, publicAddresses} from './columns.ts';
import {deployment, deprecatedImageWarnings} from './forms/deployment.ts';
import {instanceInSentence} from './forms/instance-state.ts';
import {interfaceInputs} from './forms/interfaces.ts';
import {costSentence, formRegion, planComparison} from './forms/plan-comparison.ts';
import {diskEncryption, maintenancePolicy, newInstanceInputs, placementGroup} from './forms/today-inputs.ts';

const windows = ['W0', 'W2', 'W4', 'W6', 'W8', 'W10', 'W12', 'W14', 'W16', 'W18', 'W20', 'W22'] as const;
const windowLabels = Object.fromEntries(windows.map(window => [window, backupWindow(window)]));

/** Resources that are deleted with an instance (D2 §4.1 r1), with a hint about lists that aren't loaded. */
function lostWith(row: Instance, lookup: Lookup): string[] {
  const backup = toMillis(row.backups.last_successful);
  return [
    `All disks, configs and backups of ${instanceInSentence(row)} are permanently deleted.`,
    releasedAddressesText(publicAddresses(row)),
    ...(row.backups.enabled && backup ? [`Its last backup, ${ago(backup, lookup.now)}, is deleted too.`] : []),
    'Billing stops; the time used is still billed.',
    ...ofCluster(row, lookup),
  ];
}

export const instanceActions: InstanceSpec['actions'] = {
  ...powerActions,
  ...changeActions,
  upgradeInterfaces,
  create: {
    title: 'New instance…',
    undo: {action: 'delete'},
    eventActions: ['compute_create', 'compute_boot'],
    warnings: ({lookup, body}) => [
      costSentence(body.type, body.backups_enabled, lookup, body.region),
      ...forcedBackupsWarnings(body.backups_enabled, lookup),
      ...outsideSubnetsWarnings(body.interfaces, lookup),
      ...deprecatedImageWarnings(body.image, lookup),
      ...(body.image || body.backup_id ? [] : ['Without an image, the instance has no disks and stays off.']),
    ],
    form: {
      label: {...standard.labelInput, help: 'Leave empty for a generated label.'},
      region: {
        title: 'Region',
        input: 'pick',
        family: 'regions',
        unless: ({candidate: region}) => unlessCapable(region, 'Computes') ?? unlessInService(region),
      },
      type: {
        title: 'Plan',
        input: 'pick',
        family: 'types',
        comparedColumns: ({candidate: plan, values, lookup}) =>
          planComparison(plan, undefined, lookup, formRegion(values)),
      },
      image: {...deployment.image, help: 'Without an image, the instance has no disks and stays off.'},
      root_pass: deployment.root_pass,
      authorized_keys: deployment.authorized_keys,
      authorized_users: deployment.authorized_users,
      tags: standard.tagsInput,
      booted: deployment.booted,
      swap_size: {title: 'Swap', input: 'number', isVisible: ({values}) => Boolean(values.image)},
      backups_enabled: {
        title: 'Backups',
        input: 'toggle',
        help: 'charged on top of the plan',
        initial: ({lookup}) => hasBackupsByDefault(lookup) === true || undefined,
      },
      private_ip: {title: 'Private address', input: 'toggle'},
      stackscript_id: deployment.stackscript_id,
      stackscript_data: deployment.stackscript_data,
      backup_id: {
        title: 'From backup',
        help: 'ID of a backup in the same region, instead of an image',
        input: 'number',
        isVisible: ({values}) => !values.image,
      },
      interfaces: {
        title: 'Interfaces',
        help: 'eth0, eth1, eth2. Leave empty for the public interface.',
        ...interfaceInputs,
      },
      disk_encryption: diskEncryption,
      firewall_id: {
        title: 'Firewall',
        help: 'rules from the first boot',
        input: 'pick',
        family: 'networking.firewalls',
        isVisible: mayBeCurrentApi,
      },
      network_helper: {title: 'Network helper', input: 'toggle', isVisible: mayBeCurrentApi},
      placement_group: placementGroup,
      ...newInstanceInputs,
      group: {
        title: 'Group',
        help: 'deprecated: use tags',
        input: 'text',
        isVisible: ({values}) => Boolean(values.group),
      },
    },
  },
  update: {
    title: 'Edit…',
    rowParams: instanceParams,
    eventActions: ['compute_update'],
    expectedFields: ({row, body}) => ({
      ...pickSentFields(body, 'label', 'group', 'tags', 'watchdog_enabled', 'maintenance_policy'),
      alerts: {...row.alerts, ...body.alerts},
      backups: {...row.backups, schedule: {...row.backups.schedule, ...body.backups?.schedule}},
    }),
    undo: {
      action: 'update',
      body: sentFields('label', 'group', 'tags', 'alerts', 'backups', 'watchdog_enabled', 'maintenance_policy'),
    },
    form: {
      label: standard.labelInput,
      tags: standard.tagsInput,
      watchdog_enabled: {
        title: 'Watchdog',
        help: 'Boots the instance again after an unexpected power-off.',
        input: 'toggle',
      },
      maintenance_policy: {...maintenancePolicy, isVisible: ({row}) => row?.maintenance_policy !== undefined},
      alerts: {
        title: 'Alerts',
        help: 'averages over two hours; 0 switches an alert off',
        input: 'group',
        inputs: {
          cpu: {title: 'CPU', help: 'of one core: 200 is all of two cores', unit: '%', input: 'number'},
          io: {title: 'Disk IO', unit: 'operations/s', input: 'number'},
          network_in: {title: 'Traffic in', unit: 'Mbit/s', input: 'number'},
          network_out: {title: 'Traffic out', unit: 'Mbit/s', input: 'number'},
          transfer_quota: {title: 'Network transfer', unit: '% of the quota', input: 'number'},
        },
      },
      backups: {
        title: 'Backups',
        input: 'group',
        isVisible: ({row}) => row?.backups.enabled === true,
        inputs: {
          schedule: {
            title: 'Schedule',
            input: 'group',
            inputs: {
              day: {title: 'Day of the weekly backup', input: 'choice'},
              window: {title: 'Window', input: 'choice', labels: windowLabels},
            },
          },
        },
      },
      group: {
        title: 'Group',
        help: 'deprecated: use tags',
        input: 'text',
        isVisible: ({values, row}) => Boolean(row?.group || values.group),
      },
    },
  },
  delete: {
    ...standard.deleteAction,
    rowParams: instanceParams,
    eventActions: ['compute_delete'],
    expectedFields: () => ({status: 'deleting'}),
    warnings: ({row, lookup}) => lostWith(row, lookup),
    invalidates: ['volumes'],
  },
};
