/**
 * Parts of the demo account that only the API of today has: VPCs, interfaces, placement groups, Kubernetes clusters,
 * rule sets, default firewalls, encryption.
 */
import {DatabaseClusters} from '../families/databases/database-kinds.ts';
import {Configs, Instances} from '../families/instances/instance-kinds.ts';
import {setDefaultFirewalls} from '../families/networking/firewall-defaults.ts';
import {recordVersion} from '../families/networking/firewall-history.ts';
import {Firewalls} from '../families/networking/network-kinds.ts';
import {Volumes} from '../families/volumes/volume-kinds.ts';
import {seedPrograms} from './account/programs-seed.ts';
import type {SeedContext} from './core/seed-context.ts';
import {seedBalancerNetworks} from './resources/balancer-networks-seed.ts';
import {seedImageSharing} from './resources/image-sharing-seed.ts';
import {seedInterfaces} from './resources/interfaces-seed.ts';
import {seedClusters} from './resources/kube-seed.ts';
import {seedAlerts} from './resources/monitor-seed.ts';
import {seedVlans} from './resources/networking-seed.ts';
import {seedPlacementGroups} from './resources/placement-seed.ts';
import {seedVpcs} from './resources/vpcs-seed.ts';

const everyone = {ipv4: ['0.0.0.0/0'], ipv6: ['::/0']};

export function seedTodaysParts(context: SeedContext): void {
  const {db} = context;
  const [web] = db.all(Instances).filter(({label}) => label.startsWith('web-'));
  const subnet = seedVpcs(context, web?.region ?? 'us-east');
  seedPlacementGroups(context);
  seedClusters(context);
  seedImageSharing(context);
  seedInterfaces(context);
  seedAlerts(context);
  seedBalancerNetworks(context, subnet);
  seedVlans(context);
  seedPrograms(context);
  const [config] = web ? db.all(Configs, web.id) : [];
  if (config)
    db.update(Configs, config.id, {
      interfaces: [
        {purpose: 'public', label: null, ipam_address: null, primary: true},
        {
          purpose: 'vpc',
          label: null,
          ipam_address: null,
          subnet_id: subnet,
          ipv4: {vpc: '10.0.0.2', nat_1_1: null},
          ip_ranges: ['10.0.4.0/28'],
          primary: false,
        },
      ],
    });
  const staging = db.all(Instances).find(({label}) => label === 'staging-db');
  const [stagingConfig] = staging ? db.all(Configs, staging.id) : [];
  if (stagingConfig)
    db.update(Configs, stagingConfig.id, {
      interfaces: [
        {purpose: 'public', label: null, ipam_address: null},
        {purpose: 'vlan', label: 'staging', ipam_address: '10.40.0.5/24'},
      ],
    });
  const [firewall] = db.all(Firewalls);
  if (firewall) {
    const {rules} = firewall;
    // A reference to a rule set has none of the fields of a rule, and the protocol of the tunnel has no ports.
    const ruleSet = {ruleset: 5} as unknown as (typeof rules.inbound)[number];
    const tunnel = {
      protocol: 'IPENCAP',
      addresses: everyone,
      action: 'ACCEPT',
      label: 'tunnel',
      description: 'Between the sites',
    } as unknown as (typeof rules.inbound)[number];
    const changed = db.update(Firewalls, firewall.id, {
      rules: {...rules, inbound: [...rules.inbound, tunnel, ruleSet]},
    });
    recordVersion(db, firewall, changed);
  }
  const lockdown = db.byKey(Firewalls, 'lockdown');
  if (lockdown) setDefaultFirewalls(db, {public_interface: lockdown.id, vpc_interface: lockdown.id});
  // The API of today has no MongoDB.
  for (const {id, engine} of db.all(DatabaseClusters)) if (engine === 'mongodb') db.remove(DatabaseClusters, id);
  const [volume] = db.all(Volumes);
  if (volume) db.update(Volumes, volume.id, {encryption: 'enabled'});
}
