/** Stored data of VPCs and of their subnets; `parent` of a subnet is its VPC. */
import type {Vpc, VpcSubnet} from '../../../contract/resources/vpcs.ts';
import {defineKind} from '../../engine/storage/kind.ts';

/** Subnets are stored separately. */
export type StoredVpc = Omit<Vpc, 'subnets'>;
/** The instances are derived from their interfaces. */
export type StoredSubnet = Omit<VpcSubnet, 'computes'>;

export const Vpcs = defineKind<StoredVpc>('vpc', {firstId: 3, hasUpdatedField: true});
export const Subnets = defineKind<StoredSubnet>('subnet', {firstId: 7, hasUpdatedField: true});

/** A VPC as the entity of an event. */
export const vpcEntity = ({id, label}: Pick<Vpc, 'id' | 'label'>) => ({
  id,
  label,
  type: 'vpc' as const,
  url: `/v4/vpcs/${id}`,
});

/** A subnet as the entity of an event. */
export const subnetEntity = (vpc: number, {id, label}: Pick<VpcSubnet, 'id' | 'label'>) => ({
  id,
  label,
  type: 'subnet' as const,
  url: `/v4/vpcs/${vpc}/subnets/${id}`,
});
