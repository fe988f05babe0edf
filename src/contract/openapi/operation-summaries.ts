/** Summaries of operations in the API description: short imperative sentences such as `Create a Volume`. */
import {resourceNouns} from './resource-nouns.ts';

/** Summaries that can't be derived from the verb and the noun. */
export const ownSummaries: Readonly<Record<string, string>> = {
  'volumes.attach': 'Attach a Volume to an instance',
  'volumes.detach': 'Detach a Volume from its instance',
  'objectStorage.buckets.listInCluster': 'List buckets of a cluster',
  'objectStorage.buckets.access.modify': 'Modify the access settings of a bucket',
  'objectStorage.objects.createUrl': 'Create a pre-signed URL of an object',
  'images.create': 'Create an Image from a disk',
  'images.upload': 'Create an Image and an address for its upload',
  'images.replicate': 'Copy an Image to other regions',
  'images.sharegroups.images.create': 'Add Images to a share group',
  'images.sharegroups.images.delete': 'Remove an Image from a share group',
  'images.sharegroups.members.create': 'Add a member to a share group',
  'images.sharegroups.members.delete': 'Remove a member from a share group',
  'instances.boot': 'Boot an instance',
  'instances.shutdown': 'Shut down an instance',
  'instances.rescue': 'Boot an instance into rescue mode',
  'instances.resize': 'Change the plan of an instance',
  'instances.migrate': 'Migrate an instance to another host or region',
  'instances.mutate': 'Upgrade an instance to the current generation of its plan',
  'instances.resetPassword': 'Reset the root password of an instance',
  'instances.rebuild': 'Rebuild an instance from an Image',
  'instances.upgradeInterfaces': 'Replace the interfaces of configs by interfaces of the instance',
  'instances.firewalls.apply': 'Apply the firewalls of an instance again',
  'instances.configs.interfaces.order': 'Order the interfaces of a config',
  'instances.disks.resetPassword': 'Reset the root password of a disk',
  'instances.backups.takeSnapshot': 'Take a snapshot of an instance',
  'instances.backups.cancel': 'Cancel the backup service of an instance',
  'instances.backups.enable': 'Enable the backup service of an instance',
  'instances.backups.restore': 'Restore a backup to an instance',
  'instances.stats.month': 'Get the statistics of an instance for one month',
  'instances.transfer.month': 'Get the network transfer of an instance for one month',
  'domains.import': 'Import a Domain from a name server',
  'databases.mongodb.patch': 'Apply updates to a MongoDB database',
  'databases.mysql.patch': 'Apply updates to a MySQL database',
  'databases.postgresql.patch': 'Apply updates to a PostgreSQL database',
  'nodebalancers.configs.rebuild': 'Replace a config of a NodeBalancer and its nodes',
  'managed.credentials.updateLogin': 'Update the user name and password of a Managed credential',
  'support.tickets.create': 'Open a support ticket',
  'support.tickets.attachments.create': 'Attach a file to a support ticket',
  'support.tickets.replies.create': 'Reply to a support ticket',
  'account.cancel': 'Close the account',
  'account.settings.enableManaged': 'Enable the Managed service',
  'account.creditCard.set': 'Replace the credit card of the account',
  'account.paymentMethods.create': 'Add a payment method',
  'account.paymentMethods.makeDefault': 'Make a payment method the default',
  'account.payments.create': 'Make a payment',
  'account.payments.paypal.stage': 'Prepare a PayPal payment',
  'account.payments.paypal.execute': 'Execute a prepared PayPal payment',
  'account.promoCodes.add': 'Add a promo code',
  'account.events.markRead': 'Mark an event as read',
  'account.events.markSeen': 'Mark an event and all before it as seen',
  'account.oauthClients.resetSecret': 'Reset the secret of an OAuth client',
  'account.agreements.accept': 'Accept agreements',
  'account.betas.enroll': 'Enroll the account in a beta program',
  'account.childAccounts.token': 'Create a token for a child account',
  'account.entityTransfers.delete': 'Cancel an entity transfer',
  'account.serviceTransfers.delete': 'Cancel a service transfer',
  'networking.ips.assign': 'Assign IP addresses to instances',
  'networking.ips.share': 'Share IP addresses with an instance',
  'networking.ips.update': 'Set the reverse DNS name of an IP address',
  'networking.ipv4.assign': 'Assign IPv4 addresses to instances',
  'networking.ipv4.share': 'Share IPv4 addresses with an instance',
  'networking.firewalls.devices.create': 'Add a device to a firewall',
  'networking.firewalls.devices.delete': 'Remove a device from a firewall',
  'placement.groups.assign': 'Add instances to a placement group',
  'placement.groups.unassign': 'Remove instances from a placement group',
  'kube.clusters.recycle': 'Replace all nodes of a Kubernetes cluster',
  'kube.clusters.regenerate': 'Regenerate the kubeconfig or the service token of a cluster',
  'kube.clusters.pools.recycle': 'Replace all nodes of a node pool',
  'kube.clusters.nodes.recycle': 'Replace a node',
  'monitor.services.token': 'Create a token for metrics',
  'monitor.services.metrics.read': 'Read the values of metrics',
  'profile.apps.delete': 'Revoke the access of an authorized app',
  'profile.tokens.delete': 'Revoke a personal access token',
  'profile.sshKeys.create': 'Add an SSH key',
  'profile.tfa.enable': 'Create a secret for two-factor authentication',
  'profile.tfa.confirm': 'Enable two-factor authentication with a code',
  'profile.securityQuestions.answer': 'Answer security questions',
  'profile.phoneNumber.sendCode': 'Send a code to a phone number',
  'profile.phoneNumber.verify': 'Verify a phone number with the code that it received',
};

/** Actions whose name is the verb and precedes the noun in the summary. */
const verbs = new Set(
  'accept allocate cancel clone close create delete disable enable get list rebuild reboot recycle reset resize restore resume revoke share suspend update upload'.split(
    ' ',
  ),
);

/** The summary of an operation by its ID; undefined if no words for it are defined. */
export function summaryOf(id: string): string | undefined {
  const own = ownSummaries[id];
  if (own) return own;
  const end = id.lastIndexOf('.');
  const [group, verb] = [id.slice(0, end), id.slice(end + 1)];
  const [one, many] = resourceNouns[group] ?? [];
  const noun = verb === 'list' ? many : one;
  return noun && verbs.has(verb) ? `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${noun}` : undefined;
}
