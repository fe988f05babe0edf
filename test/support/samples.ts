/** For tests: the model and one plausible row of every family. */
import {Invoice, InvoiceItem, Payment, PaymentMethod} from '../../src/contract/account/billing.ts';
import {Event} from '../../src/contract/account/events.ts';
import {Account, AccountSettings} from '../../src/contract/account/index.ts';
import {Login, Maintenance, Notification} from '../../src/contract/account/notices.ts';
import {OAuthClient} from '../../src/contract/account/oauth-clients.ts';
import {AccountAvailability, BetaProgram, ChildAccount, EnrolledBeta} from '../../src/contract/account/programs.ts';
import {EntityTransfer, ServiceTransfer} from '../../src/contract/account/transfers.ts';
import {Grants, User} from '../../src/contract/account/users.ts';
import {
  Database,
  DatabaseBackup,
  DatabaseEngine,
  DatabaseType,
  MongoDatabase,
  MysqlDatabase,
  PostgresDatabase,
} from '../../src/contract/databases/models.ts';
import {InstanceBackup} from '../../src/contract/instances/backups.ts';
import {BootInterface} from '../../src/contract/instances/config-interfaces.ts';
import {InstanceConfig} from '../../src/contract/instances/configs.ts';
import {Disk} from '../../src/contract/instances/disks.ts';
import {Instance} from '../../src/contract/instances/index.ts';
import {InstanceInterface, InterfaceHistory, InterfaceSettings} from '../../src/contract/instances/interfaces.ts';
import {
  ManagedComputeSettings,
  ManagedContact,
  ManagedCredential,
  ManagedIssue,
  ManagedService,
} from '../../src/contract/monitoring/managed.ts';
import {
  AlertChannel,
  AlertDefinition,
  MetricDefinition,
  MonitorDashboard,
  MonitorService,
} from '../../src/contract/monitoring/monitor.ts';
import {
  Firewall,
  FirewallDevice,
  FirewallRule,
  FirewallSettings,
  FirewallTemplate,
} from '../../src/contract/networking/firewalls.ts';
import {IpAddress} from '../../src/contract/networking/ips.ts';
import {Ipv6Pool, Ipv6Range} from '../../src/contract/networking/ipv6.ts';
import {Vlan} from '../../src/contract/networking/vlans.ts';
import {Profile} from '../../src/contract/profile/index.ts';
import {SecurityQuestions, TrustedDevice} from '../../src/contract/profile/security.ts';
import {SshKey} from '../../src/contract/profile/ssh-keys.ts';
import {AuthorizedApp, PersonalAccessToken} from '../../src/contract/profile/tokens.ts';
import {Domain, DomainRecord} from '../../src/contract/resources/domains.ts';
import {
  SharedImage,
  ShareGroup,
  ShareGroupMember,
  ShareGroupToken,
} from '../../src/contract/resources/image-sharing.ts';
import {Image} from '../../src/contract/resources/images.ts';
import {Kernel} from '../../src/contract/resources/kernels.ts';
import {
  KubeCluster,
  KubeControlPlaneAcl,
  KubeNode,
  KubeNodePool,
  KubeTierVersion,
  KubeType,
  KubeVersion,
} from '../../src/contract/resources/kube.ts';
import {LongviewClient, LongviewSubscription} from '../../src/contract/resources/longview.ts';
import {
  NodeBalancer,
  NodeBalancerConfig,
  NodeBalancerNode,
  NodeBalancerVpc,
} from '../../src/contract/resources/nodebalancers.ts';
import {
  Bucket,
  BucketObject,
  ObjectStorageCluster,
  ObjectStorageKey,
} from '../../src/contract/resources/object-storage.ts';
import {PlacementGroup} from '../../src/contract/resources/placement.ts';
import {Region} from '../../src/contract/resources/regions.ts';
import {
  LongviewType,
  MaintenancePolicy,
  NetworkTransferPrice,
  NodeBalancerType,
  ObjectStorageType,
  RegionAvailability,
  VolumeType,
} from '../../src/contract/resources/service-prices.ts';
import {StackScript} from '../../src/contract/resources/stackscripts.ts';
import {ObjectStorageEndpoint, ObjectStorageQuota} from '../../src/contract/resources/storage-quotas.ts';
import {SupportTicket, SupportTicketReply} from '../../src/contract/resources/support.ts';
import {InstanceType} from '../../src/contract/resources/types.ts';
import {Volume} from '../../src/contract/resources/volumes.ts';
import {Vpc, VpcIpAddress, VpcSubnet} from '../../src/contract/resources/vpcs.ts';
import type {Model} from '../../src/contract/schema/field.ts';
import {Tag, TaggedObject} from '../../src/contract/tags.ts';
import type {AnyRow, FamilyId} from '../../src/families/shape/define-family.ts';
import * as account from '../../src/families/testing/account-rows.ts';
import * as clusters from '../../src/families/testing/cluster-rows.ts';
import * as sharing from '../../src/families/testing/image-sharing-rows.ts';
import * as monitor from '../../src/families/testing/monitor-rows.ts';
import * as network from '../../src/families/testing/network-rows.ts';
import * as readOnly from '../../src/families/testing/read-only-rows.ts';
import {config, disk, event, image, instance, kernel, plan, region, volume} from '../../src/families/testing/rows.ts';
import * as service from '../../src/families/testing/service-rows.ts';
import * as support from '../../src/families/testing/support-rows.ts';

/** By the family. */
export const samples: Readonly<Partial<Record<FamilyId, readonly [Model, AnyRow]>>> = {
  instances: [Instance, instance()],
  'instances.configs': [InstanceConfig, config()],
  'instances.configs.interfaces': [BootInterface, network.bootInterface()],
  'instances.disks': [Disk, disk()],
  'instances.volumes': [Volume, volume()],
  volumes: [Volume, volume()],
  images: [Image, image()],
  'images.imageSharegroups': [ShareGroup, sharing.shareGroup()],
  'images.sharegroups': [ShareGroup, sharing.shareGroup()],
  'images.sharegroups.images': [SharedImage, sharing.sharedImage()],
  'images.sharegroups.members': [ShareGroupMember, sharing.shareMember()],
  'images.sharegroups.tokens': [ShareGroupToken, sharing.shareToken()],
  'images.sharegroups.tokens.sharegroup.images': [SharedImage, sharing.sharedImage()],
  regions: [Region, region()],
  types: [InstanceType, plan()],
  kernels: [Kernel, kernel()],
  tags: [Tag, {label: 'prod'}],
  'tags.objects': [TaggedObject, {type: 'volume', data: volume()}],
  'account.events': [Event, event()],
  stackscripts: [StackScript, service.stackscript()],
  'objectStorage.buckets': [Bucket, service.bucket()],
  'objectStorage.objects': [BucketObject, service.storedObject()],
  'objectStorage.keys': [ObjectStorageKey, service.storageKey()],
  'objectStorage.quotas': [ObjectStorageQuota, readOnly.storageQuota()],
  'objectStorage.clusters': [ObjectStorageCluster, service.storageCluster()],
  domains: [Domain, service.domain()],
  'domains.records': [DomainRecord, service.record()],
  nodebalancers: [NodeBalancer, service.nodebalancer()],
  'nodebalancers.configs': [NodeBalancerConfig, service.nodebalancerConfig()],
  'nodebalancers.configs.nodes': [NodeBalancerNode, service.nodebalancerNode()],
  'nodebalancers.firewalls': [Firewall, network.firewall()],
  'nodebalancers.vpcs': [NodeBalancerVpc, service.nodebalancerVpc()],
  'databases.instances': [Database, service.database()],
  'databases.mysql': [MysqlDatabase, service.mysqlDatabase()],
  'databases.mysql.backups': [DatabaseBackup, service.databaseBackup()],
  'databases.postgresql': [PostgresDatabase, service.postgresDatabase()],
  'databases.postgresql.backups': [DatabaseBackup, service.databaseBackup()],
  'databases.mongodb': [MongoDatabase, service.mongoDatabase()],
  'databases.mongodb.backups': [DatabaseBackup, service.databaseBackup()],
  'databases.engines': [DatabaseEngine, service.databaseEngine()],
  'databases.types': [DatabaseType, service.databaseType()],
  'instances.backups': [InstanceBackup, network.backup()],
  'instances.ips': [IpAddress, network.instanceAddress()],
  'instances.firewalls': [Firewall, network.firewall()],
  'instances.nodebalancers': [NodeBalancer, service.nodebalancer()],
  'instances.interfaces': [InstanceInterface, network.instanceInterface()],
  'instances.interfaces.settings': [InterfaceSettings, network.interfaceSettings()],
  'instances.interfaces.history': [InterfaceHistory, network.interfaceVersion()],
  'instances.interfaces.firewalls': [Firewall, network.firewall()],
  'networking.firewalls': [Firewall, network.firewall()],
  'networking.firewalls.rules': [FirewallRule, network.positionedRule()],
  'networking.firewalls.settings': [FirewallSettings, network.firewallSettings()],
  'networking.firewalls.templates': [FirewallTemplate, network.firewallTemplate()],
  'networking.firewalls.history': [Firewall, network.firewallVersion()],
  'networking.firewalls.history.rules': [FirewallRule, network.positionedRule()],
  'networking.firewalls.devices': [FirewallDevice, network.firewallDevice()],
  'networking.ips': [IpAddress, network.ip()],
  'networking.ipv6.ranges': [Ipv6Range, network.range()],
  'networking.ipv6.pools': [Ipv6Pool, network.pool()],
  'networking.vlans': [Vlan, network.vlan()],
  'placement.groups': [PlacementGroup, network.placementGroupRow()],
  'kube.clusters': [KubeCluster, clusters.kubeCluster()],
  'kube.clusters.pools': [KubeNodePool, clusters.nodePool()],
  'kube.clusters.nodes': [KubeNode, clusters.poolNode()],
  'kube.clusters.controlPlaneAcl': [KubeControlPlaneAcl, clusters.accessList()],
  'kube.versions': [KubeVersion, clusters.kubeVersion()],
  'kube.tiers.versions': [KubeTierVersion, clusters.tierVersion()],
  'kube.types': [KubeType, clusters.kubeType()],
  'monitor.services': [MonitorService, monitor.monitorService()],
  'monitor.services.alertDefinitions': [AlertDefinition, monitor.alertRow()],
  'monitor.services.metricDefinitions': [MetricDefinition, monitor.metricRow()],
  'monitor.services.dashboards': [MonitorDashboard, monitor.dashboardRow()],
  'monitor.alertDefinitions': [AlertDefinition, monitor.alertRow()],
  'monitor.alertChannels': [AlertChannel, monitor.channelRow()],
  'monitor.dashboards': [MonitorDashboard, monitor.dashboardRow()],
  'volumes.types': [VolumeType, readOnly.servicePrice()],
  'objectStorage.endpoints': [ObjectStorageEndpoint, readOnly.storageEndpoint()],
  'objectStorage.types': [ObjectStorageType, readOnly.servicePrice()],
  'nodebalancers.types': [NodeBalancerType, readOnly.servicePrice()],
  'longview.types': [LongviewType, readOnly.servicePrice()],
  'networkTransfer.prices': [NetworkTransferPrice, readOnly.transferPrice()],
  'regions.availability': [RegionAvailability, readOnly.availabilityRow()],
  'maintenance.policies': [MaintenancePolicy, readOnly.policyRow()],
  vpcs: [Vpc, network.vpc()],
  'vpcs.subnets': [VpcSubnet, network.vpcSubnet()],
  'vpcs.ips': [VpcIpAddress, network.vpcAddress()],
  'vpcs.allIps': [VpcIpAddress, network.vpcAddress()],
  'longview.clients': [LongviewClient, support.longviewClient()],
  'longview.plan': [LongviewSubscription, support.longviewPlanRow()],
  'longview.subscriptions': [LongviewSubscription, support.longviewSubscription()],
  'managed.services': [ManagedService, support.managedService()],
  'managed.issues': [ManagedIssue, support.managedIssue()],
  'managed.contacts': [ManagedContact, support.managedContact()],
  'managed.credentials': [ManagedCredential, support.managedCredential()],
  'managed.computeSettings': [ManagedComputeSettings, support.managedAccess()],
  'support.tickets': [SupportTicket, support.ticket()],
  'support.tickets.replies': [SupportTicketReply, support.reply()],
  betas: [BetaProgram, readOnly.betaProgram()],
  'account.betas': [EnrolledBeta, readOnly.enrolledBeta()],
  'account.childAccounts': [ChildAccount, readOnly.childAccount()],
  'account.availability': [AccountAvailability, readOnly.accountAvailability()],
  account: [Account, account.accountRow()],
  'account.settings': [AccountSettings, account.settingsRow()],
  'account.notifications': [Notification, account.notification()],
  'account.maintenance': [Maintenance, account.maintenanceRow()],
  'account.invoices': [Invoice, account.invoice()],
  'account.invoices.items': [InvoiceItem, account.invoiceItem()],
  'account.payments': [Payment, account.payment()],
  'account.paymentMethods': [PaymentMethod, account.paymentMethod()],
  'account.users': [User, account.user()],
  'account.users.grants': [Grants, account.grantsRow()],
  'account.oauthClients': [OAuthClient, account.oauthClient()],
  'account.logins': [Login, account.login()],
  'account.serviceTransfers': [ServiceTransfer, account.transfer()],
  'account.entityTransfers': [EntityTransfer, account.transfer()],
  profile: [Profile, account.profileRow()],
  'profile.tokens': [PersonalAccessToken, account.token()],
  'profile.sshKeys': [SshKey, account.sshKey()],
  'profile.apps': [AuthorizedApp, account.app()],
  'profile.devices': [TrustedDevice, account.device()],
  'profile.logins': [Login, account.login()],
  'profile.securityQuestions': [SecurityQuestions.fields.security_questions.item, account.question()],
};
