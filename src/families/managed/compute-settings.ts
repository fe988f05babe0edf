/** SSH access of the staff to each instance (D3 §2.4, §4.4): one row per instance. */
import type {ManagedComputeSettings} from '../../contract/monitoring/managed.ts';
import {amountCell, type Cell, cellFor} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {defineFamily, type FamilySpec, type Ref} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {sentFields} from '../shape/undo-body.ts';

type Spec = FamilySpec<'managed.computeSettings', never>;

const instance = (row: ManagedComputeSettings): Ref => ({family: 'instances', id: row.id});
const access = (row: ManagedComputeSettings): Cell =>
  cellFor(row.ssh.access, isAllowed => (isAllowed ? 'allowed' : {text: 'not allowed', tone: 'off'}));
/** "any" means every address of the instance. */
const ip = (row: ManagedComputeSettings): Cell =>
  cellFor(row.ssh.ip, address => (address === 'any' ? 'any of its own' : address));

const actions: Spec['actions'] = {
  update: {
    title: 'Edit…',
    risk: ({row, body}) => (body.ssh?.access && !row.ssh.access ? 'opens' : undefined),
    rowParams: row => ({computeId: row.id}),
    expectedFields: ({row, body}) => ({ssh: {...row.ssh, ...body.ssh}}),
    warnings: ({row, body}) =>
      body.ssh?.access === false && row.ssh.access === true
        ? [`Staff cannot log in to ${row.label || 'the instance'} when a service on it fails.`]
        : [],
    undo: {action: 'update', body: sentFields('ssh')},
    form: {
      ssh: {
        title: 'SSH',
        input: 'group',
        inputs: {
          access: {title: 'SSH access', input: 'toggle'},
          user: {title: 'User', input: 'text'},
          ip: {title: 'IP address', help: 'an IP address, or any for every address of the instance', input: 'text'},
          port: {title: 'Port', input: 'number'},
        },
      },
    },
  },
};

export const managedComputeSettings = defineFamily('managed.computeSettings', {
  title: 'SSH access',
  one: 'SSH access',
  byName: true,
  aliases: ['access', 'managed instances'],
  label: row => row.label,
  sort: 'label',
  columns: [
    {field: 'label', title: 'Instance', grow: true, width: 14, link: instance},
    {id: 'access', title: 'SSH access', width: 11, value: access},
    {id: 'user', title: 'User', width: 6, max: 20, value: row => cellFor(row.ssh.user)},
    {id: 'ip', title: 'IP address', priority: 2, max: 40, value: ip},
    {
      id: 'port',
      title: 'Port',
      ...standard.numberFacts((row: ManagedComputeSettings) => row.ssh.port),
    },
    {field: 'group', title: 'Group', optional: true, max: 20},
    standard.idColumn,
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'SSH access',
          lines: [
            {title: 'Instance', value: row => row.label, link: instance},
            {title: 'SSH access', value: access},
            {title: 'User', value: row => row.ssh.user},
            {title: 'IP address', value: ip},
            {title: 'Port', value: row => amountCell(row.ssh.port)},
          ],
        },
      ],
    },
    {
      title: 'SSH key of staff',
      operation: 'managed.sshKey.get',
      params: () => ({}),
      refreshSeconds: 3600,
      content: {text: ({ssh_key}) => ssh_key},
    },
  ],
  actions,
  summary: row => joinParts(row.ssh.user, row.ssh.ip),
});
