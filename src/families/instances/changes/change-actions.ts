/** Actions that change an instance or copy it: plan, region, contents of disks, password. */

import type {Instance} from '../../../contract/instances/index.ts';
import {unlessCapable, unlessInService} from '../../catalogue/regions.ts';
import {forcedBackupsWarnings, hasBackupsByDefault} from '../../cost/new-backups.ts';
import {mayBeCurrentApi} from '../../shape/api-version.ts';
import type {Lookup} from '../../shape/define-family.ts';
import type {FormContext} from '../../shape/forms.ts';
import * as standard from '../../shape/standard.ts';
import type {InstanceSpec} from '../columns.ts';
import {deployment, deprecatedImageWarnings} from '../forms/deployment.ts';
import {instanceInSentence, unlessIdle, unlessInstanceOffline} from '../forms/instance-state.ts';
import {
  costSentence,
  diskShrinkage,
  formRegion,
  planChanges,
  planComparison,
  priceChange,
  priceOfMove,
  unlessPlanFits,
  unlessPlanFitsCopy,
} from '../forms/plan-comparison.ts';
import {diskEncryption, migrationType, newInstanceInputs, placementGroup} from '../forms/today-inputs.ts';
import {ofCluster} from './cluster-nodes.ts';
import {instanceParams} from './power.ts';

type Actions = InstanceSpec['actions'];

/** Rebuilding, migrating and upgrading stop the running system. */
const restarts = (row: Instance): string[] =>
  row.status === 'offline' ? [] : [`${instanceInSentence(row)} is shut down for it, and booted again afterwards.`];

const unlessUpgradable = (row: Instance, lookup: Lookup): string | undefined => {
  const plan = lookup.find('types', row.type);
  return plan && plan.successor === null ? 'no upgrade for its plan' : undefined;
};

/** The reason why the password of an instance can't be set: it is the password of the only disk with a system. */
function unlessInstancePassword(row: Instance, lookup: Lookup): string | undefined {
  if (!lookup.complete('instances.disks', instanceParams(row))) return undefined;
  const systems = lookup.rows('instances.disks', instanceParams(row)).filter(disk => disk.filesystem !== 'swap');
  return systems.length > 1 ? 'has several disks: reset the password of one of them, under Disks' : undefined;
}

/** An instance may be cloned several times at once. */
const unlessDeleting = (row: Instance): string | undefined =>
  row.status === 'deleting' ? 'is being deleted' : undefined;

/** True if some configs or disks are selected: their total size is not computed. */
const namesParts = ({configs, disks}: Readonly<Record<string, unknown>>): boolean =>
  [configs, disks].some(entries => Array.isArray(entries) && entries.length > 0);

/** True for a clone to a new instance; a clone to an existing instance needs no values for it. */
const toNew = ({values}: FormContext): boolean => !values.compute_id;

export const changeActions: Pick<Actions, 'resize' | 'rebuild' | 'clone' | 'migrate' | 'mutate' | 'resetPassword'> = {
  resize: {
    title: 'Resize…',
    risk: 'interrupts',
    undo: {
      action: 'resize',
      body: ({type}, {allow_auto_disk_resize: disks}) =>
        type === null ? undefined : {type, ...(disks !== undefined && {allow_auto_disk_resize: disks})},
    },
    key: 'Z',
    rowParams: instanceParams,
    unless: ({row, lookup}) => unlessIdle(row, lookup),
    confirm: 'ask',
    eventActions: ['compute_resize'],
    busyWord: 'resizing',
    warnings: ({row, lookup, body}) => [
      ...ofCluster(row, lookup),
      ...restarts(row),
      body.type === row.type
        ? `${instanceInSentence(row)} already has this plan.`
        : priceChange(row, body.type, lookup),
      ...(body.allow_auto_disk_resize === false ? [] : diskShrinkage(row, body.type, lookup)),
    ],
    comparisons: ({row, lookup, body}) => planChanges(row, body.type, lookup),
    form: {
      type: {
        title: 'Plan',
        input: 'pick',
        family: 'types',
        // No initial value, because the current plan would change nothing; the list marks the current plan.
        initial: () => undefined,
        unless: ({candidate: plan, values, row, lookup}) =>
          unlessPlanFits(plan, row, lookup, {canResizeDisk: values.allow_auto_disk_resize !== false}),
        comparedColumns: ({candidate: plan, row, lookup}) => planComparison(plan, row, lookup),
      },
      allow_auto_disk_resize: {
        title: 'Resize disks',
        help: 'Resizes the largest disk to fit the plan.',
        input: 'toggle',
      },
      migration_type: migrationType,
    },
  },
  rebuild: {
    title: 'Rebuild…',
    risk: 'destroys',
    key: 'I',
    rowParams: instanceParams,
    unless: ({row, lookup}) => unlessIdle(row, lookup),
    confirm: {typing: 'label'},
    eventActions: ['compute_rebuild'],
    busyWord: 'rebuilding',
    expectedFields: ({body}) => ({status: 'rebuilding', image: body.image}),
    warnings: ({row, lookup, body}) => [
      `All disks and configs of ${instanceInSentence(row)} are deleted, with all data.`,
      'Its addresses, label and backups stay.',
      ...deprecatedImageWarnings(body.image, lookup),
      ...ofCluster(row, lookup),
      ...(body.type && body.type !== row.type ? [priceChange(row, body.type, lookup)] : []),
    ],
    form: {
      image: {...deployment.image, initial: ({row}) => row?.image ?? undefined},
      root_pass: deployment.root_pass,
      authorized_keys: deployment.authorized_keys,
      authorized_users: deployment.authorized_users,
      stackscript_id: deployment.stackscript_id,
      stackscript_data: deployment.stackscript_data,
      booted: deployment.booted,
      type: {
        title: 'Plan',
        help: 'Leave empty to keep the plan.',
        input: 'pick',
        family: 'types',
        initial: () => undefined,
        comparedColumns: ({candidate: plan, row, lookup}) => planComparison(plan, row, lookup),
        isVisible: mayBeCurrentApi,
      },
      disk_encryption: diskEncryption,
      ...newInstanceInputs,
    },
  },
  clone: {
    title: 'Clone…',
    key: 'K',
    rowParams: instanceParams,
    unless: ({row}) => unlessDeleting(row),
    eventActions: ['compute_clone'],
    busyWord: 'cloning',
    warnings: ({row, lookup, body}) => [
      ...(body.compute_id === undefined && body.type
        ? [
            costSentence(body.type, body.backups_enabled, lookup, body.region ?? row.region),
            ...forcedBackupsWarnings(body.backups_enabled, lookup),
          ]
        : []),
    ],
    form: {
      compute_id: {
        title: 'To an existing instance',
        help: 'Leave empty to create a new instance.',
        input: 'pick',
        family: 'instances',
        unless: ({candidate, row, lookup}) =>
          candidate.id === row?.id ? 'the instance itself' : unlessIdle(candidate, lookup),
      },
      region: {
        title: 'Region',
        input: 'pick',
        family: 'regions',
        initial: ({row}) => row?.region,
        unless: ({candidate: region}) => unlessCapable(region, 'Computes') ?? unlessInService(region),
        isVisible: toNew,
      },
      type: {
        title: 'Plan',
        input: 'pick',
        family: 'types',
        initial: ({row}) => row?.type,
        unless: ({candidate: plan, values, row, lookup}) =>
          namesParts(values) ? undefined : unlessPlanFitsCopy(plan, row, lookup),
        comparedColumns: ({candidate: plan, values, lookup}) =>
          planComparison(plan, undefined, lookup, formRegion(values)),
        isVisible: toNew,
      },
      label: {...standard.labelInput, isVisible: toNew},
      backups_enabled: {
        title: 'Backups',
        input: 'toggle',
        help: 'charged on top of the plan',
        initial: ({lookup}) => hasBackupsByDefault(lookup) === true || undefined,
        isVisible: toNew,
      },
      private_ip: {title: 'Private address', input: 'toggle', isVisible: mayBeCurrentApi},
      placement_group: placementGroup,
      ...newInstanceInputs,
      group: {
        title: 'Group',
        help: 'deprecated: use tags',
        input: 'text',
        isVisible: ({values}) => Boolean(values.group),
      },
      configs: {
        title: 'Configs',
        help: 'Copied with the disks they use. Leave empty to copy all.',
        input: 'pickMany',
        family: 'instances.configs',
        params: ({row}) => row && instanceParams(row),
      },
      disks: {
        title: 'Disks',
        input: 'pickMany',
        family: 'instances.disks',
        params: ({row}) => row && instanceParams(row),
      },
    },
  },
  migrate: {
    title: 'Migrate…',
    risk: 'interrupts',
    key: 'L',
    rowParams: instanceParams,
    unless: ({row, lookup}) => unlessIdle(row, lookup),
    confirm: 'ask',
    eventActions: ['compute_migrate_datacenter', 'compute_migrate'],
    busyWord: 'migrating',
    warnings: ({row, lookup, body}) => [
      ...restarts(row),
      ...(body?.region ? ['The IP addresses change.'] : []),
      ...(body?.region && priceOfMove(row, body.region, lookup) ? [priceOfMove(row, body.region, lookup) ?? ''] : []),
    ],
    form: {
      region: {
        title: 'To region',
        help: 'Leave empty to start a pending migration to another host.',
        input: 'pick',
        family: 'regions',
        initial: () => undefined,
        unless: ({candidate: region, row}) =>
          region.id === row?.region ? 'current region' : (unlessCapable(region, 'Computes') ?? unlessInService(region)),
      },
      upgrade: {title: 'Upgrade', help: 'Fails if the plan has no free upgrade.', input: 'toggle'},
      type: migrationType,
      placement_group: placementGroup,
    },
  },
  mutate: {
    title: 'Upgrade…',
    risk: 'interrupts',
    key: 'U',
    rowParams: instanceParams,
    unless: ({row, lookup}) => unlessUpgradable(row, lookup) ?? unlessIdle(row, lookup),
    confirm: 'ask',
    eventActions: ['compute_mutate'],
    busyWord: 'upgrading',
    warnings: ({row, lookup}) => {
      const next = lookup.find('types', row.type)?.successor;
      return [
        ...restarts(row),
        ...(next ? [`The plan becomes ${next}.`, priceChange(row, next, lookup)] : ['Couldn’t read the plan.']),
      ];
    },
    comparisons: ({row, lookup}) => planChanges(row, lookup.find('types', row.type)?.successor ?? undefined, lookup),
    form: {allow_auto_disk_resize: {title: 'Resize disks', input: 'toggle'}},
  },
  resetPassword: {
    title: 'Reset root password…',
    risk: 'interrupts',
    key: 'W',
    rowParams: instanceParams,
    unless: ({row, lookup}) =>
      unlessInstanceOffline(row) ?? unlessIdle(row, lookup) ?? unlessInstancePassword(row, lookup),
    confirm: 'ask',
    eventActions: ['password_reset'],
    busyWord: 'resetting password',
    form: {root_pass: {title: 'New root password', input: 'secret'}},
  },
};
