/**
 * Rows of families whose responses are not pages: converts such a response, so that its parts can be listed and edited.
 */
import type {InstanceBackup} from '../../contract/instances/backups.ts';
import type {InstanceInterface} from '../../contract/instances/interfaces.ts';
import type {FirewallRule} from '../../contract/networking/firewalls.ts';
import type {IpAddress} from '../../contract/networking/ips.ts';
import type {SecurityQuestions} from '../../contract/profile/security.ts';
import type {KubeNode} from '../../contract/resources/kube.ts';
import type {LongviewSubscription} from '../../contract/resources/longview.ts';

/** An address of an instance, with the part of the response that contained it. */
export type InstanceAddress = Omit<IpAddress, 'type' | 'subnet_mask' | 'compute_id'> & {
  readonly type: string;
  /** Ranges have no subnet mask. */
  readonly subnet_mask?: string;
  readonly compute_id?: number;
  readonly use: 'public' | 'private' | 'shared' | 'reserved' | 'SLAAC' | 'link-local' | 'range';
};

/** A rule and its position: rules are applied in order, separately for each direction. */
export type PositionedRule = FirewallRule & {
  readonly direction: 'inbound' | 'outbound';
  /** From 1. */
  readonly place: number;
};

/** The plan in the form of a request; null is the free plan, for which the API returns no fields (D3 §4.3). */
export type LongviewPlan = Partial<LongviewSubscription> & {readonly longview_subscription: string | null};

/** A node with its pool; the response for a single node doesn't contain the pool. */
export type PoolNode = KubeNode & {
  readonly pool_id?: number;
  readonly pool_label?: string;
  /** The plan of the pool. */
  readonly type?: string;
};

export interface DerivedRows {
  'instances.backups': InstanceBackup;
  'instances.ips': InstanceAddress;
  'instances.interfaces': InstanceInterface;
  'networking.firewalls.rules': PositionedRule;
  'networking.firewalls.history.rules': PositionedRule;
  'kube.clusters.nodes': PoolNode;
  'longview.plan': LongviewPlan;
  'profile.securityQuestions': SecurityQuestions['security_questions'][number];
}
