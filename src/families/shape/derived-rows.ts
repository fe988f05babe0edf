/** Rows of families whose answers are not pages: conversion of such an answer, so that it can be listed and edited. */
import type {InstanceBackup} from '../../contract/instances/backups.ts';
import type {InstanceInterface} from '../../contract/instances/interfaces.ts';
import type {FirewallRule} from '../../contract/networking/firewalls.ts';
import type {IpAddress} from '../../contract/networking/ips.ts';
import type {SecurityQuestions} from '../../contract/profile/security.ts';
import type {KubeNode} from '../../contract/resources/kube.ts';
import type {LongviewSubscription} from '../../contract/resources/longview.ts';

/** An address of an instance, and in which part of the answer it stood. */
export type InstanceAddress = Omit<IpAddress, 'type' | 'subnet_mask' | 'compute_id'> & {
  readonly type: string;
  /** Ranges have none. */
  readonly subnet_mask?: string;
  readonly compute_id?: number;
  readonly use: 'public' | 'private' | 'shared' | 'reserved' | 'SLAAC' | 'link-local' | 'range';
};

/** A rule and its position: rules are tried in their order, those for one direction apart from the others. */
export type PositionedRule = FirewallRule & {
  readonly direction: 'inbound' | 'outbound';
  /** From 1. */
  readonly place: number;
};

/** The plan as it is sent; null is the free one, for which the API answers nothing (D3 §4.3). */
export type LongviewPlan = Partial<LongviewSubscription> & {readonly longview_subscription: string | null};

/** A node with its pool; the answer for a single node doesn't name the pool. */
export type PoolNode = KubeNode & {
  readonly pool_id?: number;
  readonly pool_label?: string;
  /** Plan of the pool. */
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
