/** Inputs for fields of instances that only the API of today takes. */
import {offersToday} from '../../shape/offers-today.ts';

/** The value of the instance isn’t a default for a new request. */
const blank = () => undefined;

const policies = {'compute/migrate': 'migrate to another host', 'compute/power_off_on': 'power off and on'} as const;

export const maintenancePolicy = {
  title: 'Maintenance policy',
  input: 'choice',
  values: ['compute/migrate', 'compute/power_off_on'],
  labels: policies,
} as const;

export const newInstanceInputs = {
  maintenance_policy: {...maintenancePolicy, initial: blank, when: offersToday},
  metadata: {
    title: 'Metadata',
    input: 'group',
    when: offersToday,
    of: {user_data: {title: 'User data', help: 'in base64; read by cloud-init', input: 'multiline'}},
  },
} as const;

export const placementGroup = {
  title: 'Placement group',
  input: 'group',
  when: offersToday,
  of: {id: {title: 'Placement group', help: 'its ID', input: 'number', initial: blank}},
} as const;

export const diskEncryption = {
  title: 'Disk encryption',
  input: 'choice',
  labels: {enabled: 'enabled', disabled: 'disabled'},
  initial: blank,
  when: offersToday,
} as const;

export const migrationType = {
  title: 'Migration',
  input: 'choice',
  labels: {warm: 'warm: runs until the last moment', cold: 'cold: powered off during the move'},
  initial: blank,
  when: offersToday,
} as const;
