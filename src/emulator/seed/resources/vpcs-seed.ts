/** The VPCs of the demo account: one in use, and an empty one. */
import {days} from '../../engine/time/clock.ts';
import {Subnets, Vpcs} from '../../families/vpcs/vpc-kinds.ts';
import {beforeNow, type SeedContext} from '../core/seed-context.ts';

interface VpcSketch {
  readonly label: string;
  readonly region: string;
  readonly description: string;
  readonly age: number;
  readonly subnets: readonly (readonly [label: string, ipv4: string])[];
}

/** Returns the ID of the first subnet, in which the demo account has an interface. */
export function seedVpcs(context: SeedContext, region: string): number {
  const {db} = context;
  const sketches: readonly VpcSketch[] = [
    {
      label: 'production',
      region,
      description: 'Web servers and their databases',
      age: 120,
      subnets: [
        ['web', '10.0.0.0/24'],
        ['databases', '10.0.1.0/24'],
      ],
    },
    {label: 'staging', region: 'eu-central', description: '', age: 14, subnets: [['all', '172.16.0.0/16']]},
  ];
  const subnets = sketches.flatMap(({subnets: parts, age, ...facts}) => {
    const created = beforeNow(context, age * days);
    const vpc = db.insert(Vpcs, id => ({id, ...facts, created, updated: created}));
    return parts.map(
      ([label, ipv4]) => db.insert(Subnets, id => ({id, label, ipv4, created, updated: created}), {parent: vpc.id}).id,
    );
  });
  return subnets[0] ?? 0;
}
