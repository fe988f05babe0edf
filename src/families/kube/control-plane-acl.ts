/** The access list of a Kubernetes cluster: the addresses that may reach its control plane. */
import type {KubeControlPlaneAcl} from '../../contract/resources/kube.ts';
import {uncoveredRanges} from '../format/address-coverage.ts';
import {type Cell, cellFor, listCell} from '../format/cells.ts';
import type {Risk} from '../shape/actions.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';

type Spec = FamilySpec<'kube.clusters.controlPlaneAcl', never>;
type Acl = KubeControlPlaneAcl['acl'];

const addressesOf = ({acl}: KubeControlPlaneAcl): readonly string[] | undefined =>
  acl?.addresses && [...(acl.addresses.ipv4 ?? []), ...(acl.addresses.ipv6 ?? [])];
const enabledCell = ({acl}: KubeControlPlaneAcl): Cell =>
  cellFor(acl?.enabled, isOn => (isOn ? 'enabled' : {text: 'disabled: every address is allowed', tone: 'attention'}));

/** The earlier list in the form of a request; without its revision, which only the API sets. */
const formerAcl = ({acl}: KubeControlPlaneAcl): {acl: Pick<Acl, 'enabled' | 'addresses'>} => ({
  acl: {enabled: acl.enabled, addresses: {ipv4: acl.addresses.ipv4, ipv6: acl.addresses.ipv6}},
});

/** " of shop"; empty if the cluster isn't loaded. */
function ofCluster(lookup: Lookup, {clusterId}: {readonly clusterId: number | string}): string {
  const label = lookup.find('kube.clusters', clusterId)?.label;
  return label ? ` of ${label}` : '';
}

export const noAddressWarning = 'No address is listed. The control plane refuses every connection.';

/** The parts of an access list that a request may contain. */
interface SentAcl {
  readonly enabled?: boolean;
  readonly addresses?: Partial<Acl['addresses']>;
}

/** The state of the access list after a change: the API keeps the fields that the request doesn't contain. */
function aclAfter({acl}: KubeControlPlaneAcl, sent: SentAcl | undefined) {
  const {enabled = acl.enabled, addresses} = sent ?? {};
  const after = {...acl.addresses, ...addresses};
  return {isEnabled: enabled, addresses: [...(after.ipv4 ?? []), ...(after.ipv6 ?? [])]};
}

/** An enabled list with fewer addresses interrupts connections; one with more, or a disabled one, admits others. */
function accessRisk(row: KubeControlPlaneAcl, sent: SentAcl | undefined): Risk | undefined {
  const {isEnabled, addresses} = aclAfter(row, sent);
  if (!isEnabled) return row.acl.enabled ? 'opens' : undefined;
  const before = addressesOf(row) ?? [];
  if (row.acl.enabled && uncoveredRanges(addresses, before).length > 0) return 'opens';
  return !row.acl.enabled || uncoveredRanges(before, addresses).length > 0 ? 'interrupts' : undefined;
}

function accessWarnings(row: KubeControlPlaneAcl, sent: SentAcl | undefined): readonly string[] {
  const {isEnabled, addresses} = aclAfter(row, sent);
  if (!isEnabled) return row.acl.enabled ? ['Every address can reach the control plane.'] : [];
  const isEmpty = addresses.length === 0;
  return [
    ...(isEmpty ? [noAddressWarning] : []),
    ...(row.acl.enabled
      ? []
      : [`${isEmpty ? '' : 'Only the listed addresses reach the control plane. '}${permanence}`, hours]),
  ];
}

const permanence = 'The list can’t be removed later, only disabled.';
const hours = 'The change can take hours to apply the first time.';

const actions: Spec['actions'] = {
  update: {
    title: 'Edit…',
    sentence: ({lookup, params}) => `Edit access list${ofCluster(lookup, params)}`,
    confirm: 'ask',
    eventActions: ['kube_control_plane_acl_create', 'kube_control_plane_acl_update'],
    undo: {action: 'update', body: formerAcl},
    risk: ({row, body: {acl}}) => accessRisk(row, acl),
    warnings: ({row, body: {acl}}) => accessWarnings(row, acl),
    form: {
      acl: {
        title: 'Access list',
        input: 'group',
        inputs: {
          enabled: {title: 'Enabled', input: 'toggle'},
          addresses: {
            title: 'Addresses',
            input: 'group',
            inputs: {
              ipv4: {title: 'IPv4', help: 'addresses or ranges, like 203.0.113.0/24', input: 'lines'},
              ipv6: {title: 'IPv6', help: 'addresses or ranges, like 2001:db8::/32', input: 'lines'},
            },
          },
        },
      },
    },
  },
  delete: {
    title: 'Disable and clear',
    sentence: ({lookup, params}) => `Disable and clear access list${ofCluster(lookup, params)}`,
    confirm: 'ask',
    risk: 'opens',
    eventActions: ['kube_control_plane_acl_delete'],
    undo: {action: 'update', body: formerAcl},
    warnings: () => ['Every address can reach the control plane.'],
  },
};

export const controlPlaneAcl = defineFamily('kube.clusters.controlPlaneAcl', {
  title: 'Access list',
  one: 'access list',
  name: 'access-list',
  readOperation: 'get',
  single: true,
  today: true,
  label: () => 'Access list',
  columns: [
    {id: 'enabled', title: 'Status', value: enabledCell},
    {id: 'addresses', title: 'Addresses', grow: true, value: row => listCell(addressesOf(row), ', ')},
  ],
  detail: [
    {
      title: 'Access list',
      sections: [
        {
          title: 'Control plane',
          lines: [
            {title: 'Access list', value: enabledCell},
            {title: 'IPv4', value: ({acl}) => listCell(acl?.addresses?.ipv4, '\n')},
            {title: 'IPv6', value: ({acl}) => listCell(acl?.addresses?.ipv6, '\n')},
          ],
        },
      ],
    },
  ],
  actions,
});
