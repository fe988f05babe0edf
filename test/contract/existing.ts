/** Something that exists, for each parameter of each path. */
import type {Store} from '../../src/emulator/engine/storage/store.ts';

/** The source of IDs for a path parameter: a kind, and the field that names one. */
const found: Readonly<Record<string, readonly [kind: string, field: string]>> = {
  address: ['address', 'address'],
  alertId: ['alert_definition', 'id'],
  serviceType: ['alert_definition', 'service_type'],
  appId: ['authorized_app', 'id'],
  betaId: ['beta_program', 'id'],
  bucket: ['bucket', 'label'],
  computeId: ['instance', 'id'],
  contactId: ['managed_contact', 'id'],
  credentialId: ['managed_credential', 'id'],
  domainId: ['domain', 'id'],
  engineId: ['database_engine', 'id'],
  euuId: ['child_account', 'euuid'],
  eventId: ['event', 'id'],
  groupId: ['placement_group', 'id'],
  firewallId: ['firewall', 'id'],
  imageId: ['image', 'id'],
  instanceId: ['database', 'id'],
  invoiceId: ['invoice', 'id'],
  issueId: ['managed_issue', 'id'],
  interfaceId: ['interface', 'id'],
  kernelId: ['kernel', 'id'],
  keyId: ['object_key', 'id'],
  label: ['tag', 'label'],
  loginId: ['login', 'id'],
  nodeBalancerId: ['nodebalancer', 'id'],
  paymentId: ['payment', 'id'],
  paymentMethodId: ['payment_method', 'id'],
  range: ['address_range', 'range'],
  sharegroupId: ['sharegroup', 'id'],
  tokenUuid: ['sharegroup_token', 'token_uuid'],
  regionId: ['region', 'id'],
  serviceId: ['managed_service', 'id'],
  sshKeyId: ['ssh_key', 'id'],
  stackscriptId: ['stackscript', 'id'],
  ticketId: ['ticket', 'id'],
  token: ['transfer', 'token'],
  tokenId: ['personal_token', 'id'],
  typeId: ['type', 'id'],
  username: ['user', 'username'],
  volumeId: ['volume', 'id'],
  vpcId: ['vpc', 'id'],
  vpcSubnetId: ['subnet', 'id'],
};
const foundUnder: readonly (readonly [under: string, name: string, kind: string, field: string])[] = [
  ['/object-storage/', 'clusterId', 'cluster', 'id'],
  ['/kube/', 'clusterId', 'kube_cluster', 'id'],
  ['/kube/', 'poolId', 'kube_pool', 'id'],
  ['/kube/', 'nodeId', 'kube_node', 'id'],
  ['/compute/', 'configId', 'config', 'id'],
  ['/nodebalancers/', 'configId', 'nodebalancer_config', 'id'],
  ['/nodebalancers/', 'nodeId', 'nodebalancer_node', 'id'],
  ['/compute/', 'diskId', 'disk', 'id'],
  ['/compute/', 'backupId', 'backup', 'id'],
  ['/databases/', 'backupId', 'database_backup', 'id'],
  ['/domains/', 'recordId', 'record', 'id'],
  ['/longview/', 'clientId', 'longview', 'id'],
  ['/account/', 'clientId', 'oauth_client', 'id'],
  ['/images/sharegroups/{sharegroupId}', 'imageId', 'image_share', 'id'],
  ['/images/sharegroups/{sharegroupId}', 'tokenUuid', 'sharegroup_member', 'token_uuid'],
  ['/networking/', 'deviceId', 'firewall_device', 'id'],
  ['/profile/', 'deviceId', 'trusted_device', 'id'],
];

/** The value of a path parameter that leads to something, as it stands in a path. */
export function existing(db: Store, path: string, name: string): string {
  const [, , ...view] = foundUnder.find(([under, own]) => own === name && path.startsWith(under)) ?? ['', ''];
  const [kind = '', field = 'id'] = view.length > 0 ? view : (found[name] ?? []);
  const row = db.one<{value: string}>(
    `SELECT json_extract(doc, '$.${field}') AS value FROM entity WHERE kind=? LIMIT 1`,
    kind,
  );
  return encodeURIComponent(String(row?.value ?? (name === 'year' ? 2026 : 1)));
}
