/** Actions of NodeBalancers. */

import type {NodeBalancer} from '../../contract/resources/nodebalancers.ts';
import {unlessCapable, unlessInService} from '../catalogue/regions.ts';
import {releasedAddressesText} from '../format/released-addresses.ts';
import {mayBeCurrentApi} from '../shape/api-version.ts';
import type {FamilySpec} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {pickSentFields, sentFields} from '../shape/undo-body.ts';
import {configForm, nodeForm} from './port-forms.ts';

type Spec = FamilySpec<'nodebalancers', 'nodebalancer'>;

export const nodebalancerParams = (row: NodeBalancer) => ({nodeBalancerId: row.id});

const throttle = {
  title: 'Throttle',
  help: 'New connections per second per client. 0 means no limit.',
  input: 'number',
} as const;

/** The resources that are deleted with a NodeBalancer (D3 §4.2). */
function lostWith(row: NodeBalancer): string[] {
  const addresses = [row.ipv4, row.ipv6].filter(address => typeof address === 'string');
  return [
    `All configs and nodes of ${row.label || 'the NodeBalancer'} are deleted. The instances are kept.`,
    releasedAddressesText(addresses),
  ];
}

export const nodebalancerActions: Spec['actions'] = {
  create: {
    title: 'New NodeBalancer…',
    risk: 'charges',
    undo: {action: 'delete'},
    eventActions: ['nodebalancer_create'],
    warnings: ({body}) =>
      body.configs?.length ? [] : ['The NodeBalancer serves no traffic until it has a config with nodes.'],
    form: {
      label: {...standard.labelInput, help: 'Leave empty for a generated label.'},
      region: {
        title: 'Region',
        help: 'Region of the backends. Can’t be changed later.',
        input: 'pick',
        family: 'regions',
        unless: ({candidate: region}) => unlessCapable(region, 'NodeBalancers') ?? unlessInService(region),
      },
      client_conn_throttle: throttle,
      firewall_id: {title: 'Firewall', input: 'pick', family: 'networking.firewalls', isVisible: mayBeCurrentApi},
      tags: {...standard.tagsInput, isVisible: mayBeCurrentApi},
      configs: {
        title: 'Ports',
        help: 'Each needs at least one node. You can add ports later.',
        input: 'rows',
        one: 'port',
        inputs: {...configForm, nodes: {title: 'Nodes', input: 'rows', one: 'node', inputs: nodeForm}},
      },
    },
  },
  update: {
    title: 'Edit…',
    rowParams: nodebalancerParams,
    eventActions: ['nodebalancer_update'],
    expectedFields: ({body}) => pickSentFields(body, 'label', 'client_conn_throttle', 'tags'),
    undo: {action: 'update', body: sentFields('label', 'client_conn_throttle', 'tags')},
    form: {
      label: standard.labelInput,
      client_conn_throttle: throttle,
      tags: standard.tagsInput,
    },
  },
  delete: {
    ...standard.deleteAction,
    rowParams: nodebalancerParams,
    eventActions: ['nodebalancer_delete'],
    warnings: ({row}) => lostWith(row),
  },
};
