/** All families, in the order of the sidebar. */

import {betaPrograms, enrolledBetas} from './account/beta-programs.ts';
import {childAccounts} from './account/child-accounts.ts';
import {grants} from './account/grants.ts';
import {account} from './account/index.ts';
import {invoiceItems, invoices} from './account/invoices.ts';
import {logins, ownLogins} from './account/logins.ts';
import {maintenance, notifications} from './account/notices.ts';
import {oauthClients} from './account/oauth-clients.ts';
import {paymentMethods} from './account/payment-methods.ts';
import {payments} from './account/payments.ts';
import {entityTransfers, serviceTransfers} from './account/service-transfers.ts';
import {servicesByRegion} from './account/services-by-region.ts';
import {settings} from './account/settings.ts';
import {users} from './account/users.ts';
import {types} from './catalogue/instance-types.ts';
import {kernels} from './catalogue/kernels.ts';
import {maintenancePolicies} from './catalogue/maintenance-policies.ts';
import {planAvailability} from './catalogue/plan-availability.ts';
import {regions} from './catalogue/regions.ts';
import {
  longviewPrices,
  nodebalancerPrices,
  objectStoragePrices,
  transferPrices,
  volumePrices,
} from './catalogue/service-prices.ts';
import {stackscripts} from './catalogue/stackscripts.ts';
import {databases} from './databases/all-databases.ts';
import {databaseTypes, engines} from './databases/catalogue.ts';
import {mongodbBackups, mysqlBackups, postgresqlBackups} from './databases/cluster-backups.ts';
import {mongodb} from './databases/mongodb.ts';
import {mysql} from './databases/mysql.ts';
import {postgresql} from './databases/postgresql.ts';
import {domains} from './domains/index.ts';
import {records} from './domains/records.ts';
import {events} from './events/event-list.ts';
import {images} from './images/index.ts';
import {groupsOfImage, shareGroups} from './images/share-groups.ts';
import {shareMembers} from './images/share-members.ts';
import {shareTokens} from './images/share-tokens.ts';
import {groupImages, joinedImages} from './images/shared-images.ts';
import {instances} from './instances/index.ts';
import {backups} from './instances/parts/backups.ts';
import {configs} from './instances/parts/boot-configs.ts';
import {configInterfaces} from './instances/parts/config-interfaces.ts';
import {disks} from './instances/parts/disks.ts';
import {instanceFirewalls, instanceNodebalancers} from './instances/parts/firewalls-and-balancers.ts';
import {instanceIps} from './instances/parts/instance-ips.ts';
import {instanceVolumes} from './instances/parts/instance-volumes.ts';
import {interfaceFirewalls, interfaceOptions, interfaceVersions} from './instances/parts/interface-parts.ts';
import {ownInterfaces} from './instances/parts/own-interfaces.ts';
import {controlPlaneAcl} from './kube/control-plane-acl.ts';
import {kubeTierVersions, kubeTypes, kubeVersions} from './kube/kube-catalog.ts';
import {kubeClusters} from './kube/kube-clusters.ts';
import {nodePools} from './kube/node-pools.ts';
import {poolNodes} from './kube/pool-nodes.ts';
import {longviewClients} from './longview/clients.ts';
import {longviewPlanFamily, longviewSubscriptions} from './longview/plan.ts';
import {managedComputeSettings} from './managed/compute-settings.ts';
import {managedContacts, managedCredentials} from './managed/contacts-and-credentials.ts';
import {managedIssues} from './managed/issues.ts';
import {managedServices} from './managed/monitored-services.ts';
import {alertChannels} from './monitor/alert-channels.ts';
import {alerts, serviceAlerts} from './monitor/alert-definitions.ts';
import {dashboards, serviceDashboards} from './monitor/dashboards.ts';
import {metricDefinitions, monitorServices} from './monitor/service-metrics.ts';
import {defaultFirewalls} from './networking/firewall-defaults.ts';
import {firewallDevices} from './networking/firewall-devices.ts';
import {firewallRules} from './networking/firewall-rules.ts';
import {firewallTemplates} from './networking/firewall-templates.ts';
import {firewallVersions, versionRules} from './networking/firewall-versions.ts';
import {firewalls} from './networking/firewalls.ts';
import {ips} from './networking/ips.ts';
import {pools, ranges} from './networking/ipv6.ts';
import {vlans} from './networking/vlans.ts';
import {nodebalancerFirewalls, nodebalancerVpcs} from './nodebalancers/balancer-networks.ts';
import {nodebalancers} from './nodebalancers/index.ts';
import {nodebalancerNodes} from './nodebalancers/nodes.ts';
import {nodebalancerConfigs} from './nodebalancers/port-configs.ts';
import {buckets} from './object-storage/buckets.ts';
import {clusters} from './object-storage/clusters.ts';
import {keys} from './object-storage/keys.ts';
import {objects} from './object-storage/objects.ts';
import {quotas} from './object-storage/quotas.ts';
import {storageEndpoints} from './object-storage/storage-endpoints.ts';
import {placementGroups} from './placement/placement-groups.ts';
import {profile} from './profile/index.ts';
import {securityQuestions, trustedDevices} from './profile/security.ts';
import {sshKeys} from './profile/ssh-keys.ts';
import {authorizedApps, tokens} from './profile/tokens.ts';
import type {Family, FamilyId, SidebarGroup} from './shape/define-family.ts';
import {volumes} from './storage/volumes.ts';
import {replies} from './support/replies.ts';
import {tickets} from './support/tickets.ts';
import {tagObjects} from './tags/tag-objects.ts';
import {tags} from './tags/tags.ts';
import {vpcs} from './vpcs/index.ts';
import {allVpcAddresses, vpcAddresses} from './vpcs/vpc-addresses.ts';
import {vpcSubnets} from './vpcs/vpc-subnets.ts';

/** Families in the order of the sidebar; child families follow their parent. */
export const families: readonly Family[] = [
  instances,
  configs,
  configInterfaces,
  disks,
  backups,
  instanceVolumes,
  instanceIps,
  instanceFirewalls,
  ownInterfaces,
  interfaceOptions,
  interfaceVersions,
  interfaceFirewalls,
  instanceNodebalancers,
  images,
  groupsOfImage,
  shareGroups,
  groupImages,
  shareMembers,
  shareTokens,
  joinedImages,
  placementGroups,
  kubeClusters,
  nodePools,
  poolNodes,
  controlPlaneAcl,
  kubeVersions,
  kubeTierVersions,
  kubeTypes,
  stackscripts,
  kernels,
  types,
  volumes,
  buckets,
  objects,
  keys,
  clusters,
  quotas,
  domains,
  records,
  nodebalancers,
  nodebalancerConfigs,
  nodebalancerNodes,
  nodebalancerFirewalls,
  nodebalancerVpcs,
  firewalls,
  firewallRules,
  firewallDevices,
  defaultFirewalls,
  firewallTemplates,
  firewallVersions,
  versionRules,
  ips,
  ranges,
  pools,
  vlans,
  vpcs,
  vpcSubnets,
  vpcAddresses,
  allVpcAddresses,
  databases,
  mysql,
  mysqlBackups,
  postgresql,
  postgresqlBackups,
  mongodb,
  mongodbBackups,
  engines,
  databaseTypes,
  longviewClients,
  longviewPlanFamily,
  longviewSubscriptions,
  alerts,
  alertChannels,
  monitorServices,
  serviceAlerts,
  metricDefinitions,
  serviceDashboards,
  dashboards,
  managedServices,
  managedIssues,
  managedContacts,
  managedCredentials,
  managedComputeSettings,
  tickets,
  replies,
  events,
  notifications,
  maintenance,
  account,
  childAccounts,
  invoices,
  invoiceItems,
  payments,
  paymentMethods,
  users,
  grants,
  oauthClients,
  logins,
  serviceTransfers,
  entityTransfers,
  betaPrograms,
  enrolledBetas,
  profile,
  tokens,
  sshKeys,
  authorizedApps,
  trustedDevices,
  ownLogins,
  securityQuestions,
  settings,
  regions,
  tags,
  tagObjects,
  servicesByRegion,
  volumePrices,
  storageEndpoints,
  objectStoragePrices,
  planAvailability,
  nodebalancerPrices,
  longviewPrices,
  maintenancePolicies,
  transferPrices,
];

const byId = new Map<string, Family>(families.map(family => [family.id, family]));

/** A family by its ID. */
export function familyOf(id: FamilyId): Family {
  const family = byId.get(id);
  if (!family) throw new Error(`no family is called ${id}`);
  return family;
}

const familiesByName = new Map<string, Family>();
// A family's name takes precedence over another family's alias, so aliases are added first.
for (const family of families) for (const alias of family.aliases) familiesByName.set(alias, family);
for (const family of families)
  for (const name of [family.title, family.id]) familiesByName.set(name.toLowerCase(), family);

/**
 * Finds a family by ID, title or alias, as typed on a command line; upper and lower case are equal. A child family can
 * also be found by its parent's alias: `firewalls.devices`.
 */
export function findFamily(name: string): Family | undefined {
  const lowerName = name.trim().toLowerCase();
  const family = familiesByName.get(lowerName);
  if (family) return family;
  const dot = lowerName.indexOf('.');
  const outer = dot < 0 ? undefined : familiesByName.get(lowerName.slice(0, dot));
  return outer && familiesByName.get(`${outer.id.toLowerCase()}${lowerName.slice(dot)}`);
}

/** The groups of the sidebar, from top to bottom. */
const groups: readonly SidebarGroup[] = [
  'overview',
  'compute',
  'storage',
  'network',
  'databases',
  'monitoring',
  'support',
  'account',
  'catalog',
  'more',
];

/** The groups of the sidebar that have families, each with its families. */
export const sidebar: readonly {readonly group: SidebarGroup; readonly families: readonly Family[]}[] = groups
  .map(group => ({group, families: families.filter(family => family.group === group)}))
  .filter(entry => entry.families.length > 0);
