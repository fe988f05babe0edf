/** Inputs and rules of node pools, for a single pool and for the pools of a new cluster. */

import type {FieldError} from '../../contract/schema/field-error.ts';
import {formRegion, planComparison} from '../instances/forms/plan-comparison.ts';
import type {FormCandidateContext} from '../shape/forms.ts';

const autoscaler = {
  title: 'Autoscaler',
  help: 'changes the number of nodes automatically, within the bounds',
  input: 'group',
  inputs: {
    enabled: {title: 'Enabled', input: 'toggle'},
    min: {title: 'Nodes at least', input: 'number'},
    max: {title: 'Nodes at most', input: 'number'},
  },
} as const;

const labels = {title: 'Labels', help: 'of the Kubernetes nodes, like role=web, one a line', input: 'pairs'} as const;

const taints = {
  title: 'Taints',
  help: 'keep pods that don’t tolerate them away from the nodes',
  input: 'rows',
  one: 'taint',
  inputs: {
    key: {title: 'Key', input: 'text'},
    value: {title: 'Value', input: 'text'},
    effect: {
      title: 'Effect',
      input: 'choice',
      labels: {
        NoSchedule: 'NoSchedule: no new pods',
        PreferNoSchedule: 'PreferNoSchedule: avoids new pods',
        NoExecute: 'NoExecute: pods leave, too',
      },
    },
  },
} as const;

const tags = {title: 'Tags', input: 'tags'} as const;

/** Inputs of an existing pool. */
export const poolEdits = {
  count: {title: 'Nodes', help: 'A lower number deletes instances.', input: 'number'},
  autoscaler,
  labels,
  taints,
  tags,
} as const;

/** Inputs of a new pool. */
export const newPool = {
  type: {
    title: 'Plan',
    input: 'pick',
    family: 'types',
    comparedColumns: ({candidate: plan, values, lookup}: FormCandidateContext<Parameters<typeof planComparison>[0]>) =>
      planComparison(plan, undefined, lookup, formRegion(values)),
  },
  count: {title: 'Nodes', input: 'number'},
  label: {title: 'Label', help: 'your provider may not support it', input: 'text'},
  autoscaler,
  labels,
  taints,
  tags,
  k8s_version: {
    title: 'Version',
    help: 'Enterprise tier only. Leave empty for the version of the cluster.',
    input: 'text',
  },
  update_strategy: {
    title: 'Update strategy',
    help: 'Enterprise tier only.',
    input: 'choice',
    labels: {rolling_update: 'rolling update', on_recycle: 'on recycle'},
  },
  disks: {
    title: 'Disks',
    help: 'Leave empty for one disk of the whole plan.',
    input: 'rows',
    one: 'disk',
    inputs: {
      size: {title: 'Size', input: 'number'},
      type: {title: 'Type', input: 'choice', labels: {raw: 'raw', ext4: 'ext4'}},
    },
  },
  disk_encryption: {title: 'Disk encryption', input: 'choice', labels: {enabled: 'enabled', disabled: 'disabled'}},
} as const;

interface PoolBody {
  readonly autoscaler?: unknown;
}

/** Problems with the bounds of an autoscaler, for a pool at this path of the body. */
export function poolProblems(pool: PoolBody | null | undefined, at = ''): readonly FieldError[] {
  const {autoscaler: bounds} = pool ?? {};
  const fieldErrors: FieldError[] = [];
  if (typeof bounds !== 'object' || bounds === null) return fieldErrors;
  const {enabled, min, max} = bounds as {readonly enabled?: unknown; readonly min?: unknown; readonly max?: unknown};
  const needs = (name: 'min' | 'max'): void =>
    void fieldErrors.push({field: `${at}autoscaler.${name}`, reason: 'is needed'});
  if (min === undefined && (enabled === true || max !== undefined)) needs('min');
  if (max === undefined && (enabled === true || min !== undefined)) needs('max');
  if (typeof min === 'number' && typeof max === 'number' && min > max)
    fieldErrors.push({field: `${at}autoscaler.min`, reason: 'is more than the maximum'});
  return fieldErrors;
}

interface PoolScale {
  readonly count: number;
  readonly autoscaler?: {readonly enabled: boolean; readonly max: number} | undefined;
}
interface ScaleEdit {
  readonly count?: number | undefined;
  readonly autoscaler?: {readonly enabled?: boolean | undefined; readonly max?: number | undefined} | null | undefined;
}

/** The number of nodes that a changed autoscaler may delete, because they exceed its maximum. */
export function scaledDownCount(pool: PoolScale, {count = pool.count, autoscaler}: ScaleEdit): number {
  const {enabled = false, max = count} = {...pool.autoscaler, ...autoscaler};
  return autoscaler && enabled ? Math.max(0, count - max) : 0;
}
