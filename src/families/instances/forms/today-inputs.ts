/** Inputs for fields of instances that only the API of today accepts. */

import type {PlacementGroup} from '../../../contract/resources/placement.ts';
import {mayBeCurrentApi} from '../../shape/api-version.ts';
import type {FormCandidateContext} from '../../shape/forms.ts';

/** The value of the instance isn’t the default for a new request. */
const blank = () => undefined;

const policies = {'compute/migrate': 'migrate to another host', 'compute/power_off_on': 'power off and on'} as const;

export const maintenancePolicy = {
  title: 'Maintenance policy',
  input: 'choice',
  values: ['compute/migrate', 'compute/power_off_on'],
  labels: policies,
} as const;

export const newInstanceInputs = {
  maintenance_policy: {...maintenancePolicy, initial: blank, isVisible: mayBeCurrentApi},
  metadata: {
    title: 'Metadata',
    input: 'group',
    isVisible: mayBeCurrentApi,
    inputs: {user_data: {title: 'User data', help: 'in base64; read by cloud-init', input: 'multiline'}},
  },
} as const;

/** The reason why a new or moved instance can't be in the group: the group is in another region. */
const unlessInRegion = ({
  candidate: group,
  formValues,
  row,
}: FormCandidateContext<PlacementGroup, {readonly region?: string}>): string | undefined => {
  const region = formValues.region ?? row?.region;
  return typeof region === 'string' && region !== group.region ? `is in ${group.region}` : undefined;
};

export const placementGroup = {
  title: 'Placement group',
  input: 'group',
  isVisible: mayBeCurrentApi,
  inputs: {
    id: {
      title: 'Placement group',
      help: 'of the same region; leave empty for none',
      input: 'pick',
      family: 'placement.groups',
      initial: blank,
      unless: unlessInRegion,
    },
  },
} as const;

export const diskEncryption = {
  title: 'Disk encryption',
  input: 'choice',
  labels: {enabled: 'enabled', disabled: 'disabled'},
  initial: blank,
  isVisible: mayBeCurrentApi,
} as const;

export const migrationType = {
  title: 'Migration',
  input: 'choice',
  labels: {warm: 'warm: runs until the last moment', cold: 'cold: powered off during the move'},
  initial: blank,
  isVisible: mayBeCurrentApi,
} as const;
