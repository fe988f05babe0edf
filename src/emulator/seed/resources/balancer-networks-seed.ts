/** The NodeBalancer of the demo account that reaches its nodes in a VPC. */
import {NodeBalancers, NodeBalancerVpcs} from '../../families/nodebalancers/nodebalancer-kinds.ts';
import {addressIn} from '../../families/vpcs/subnet-ranges.ts';
import {Subnets} from '../../families/vpcs/vpc-kinds.ts';
import type {SeedContext} from '../core/seed-context.ts';

export function seedBalancerNetworks({db}: SeedContext, subnet: number): void {
  const row = db.row(Subnets, subnet);
  const [balancer] = db.all(NodeBalancers);
  if (!row || !balancer) return;
  db.insert(
    NodeBalancerVpcs,
    id => ({
      id,
      nodebalancer_id: balancer.id,
      vpc_id: row.parent,
      subnet_id: subnet,
      ipv4_range: `${addressIn(row.doc.ipv4, 16)}/30`,
      ipv4_range_auto_assign: true,
    }),
    {parent: balancer.id},
  );
}
