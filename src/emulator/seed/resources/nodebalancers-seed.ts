/** The demo account's NodeBalancers: a shop with a node that is down, an API, and one without configs. */

import {FieldErrors} from '../../engine/http/refusal.ts';
import {days} from '../../engine/time/clock.ts';
import {publicAddress, slaacAddress} from '../../families/instances/addresses/addresses.ts';
import {Addresses, Instances} from '../../families/instances/instance-kinds.ts';
import {mergeConfig} from '../../families/nodebalancers/merge-config.ts';
import {addNodeBalancerConfig} from '../../families/nodebalancers/nodebalancer-configs.ts';
import {NodeBalancerNodes, NodeBalancers} from '../../families/nodebalancers/nodebalancer-kinds.ts';
import {beforeNow, type SeedContext, type Seeder} from '../core/seed-context.ts';

/** Nodes from instances by label; an instance without a private address gets an unused one, so its node is down. */
function backends({db}: SeedContext, labels: readonly string[], port: number): {label: string; address: string}[] {
  return labels.map((label, index) => {
    const instance = db.byKey(Instances, label)?.doc;
    const inner = instance && db.all(Addresses, instance.id).find(address => !address.public);
    return {label, address: `${inner?.address ?? `192.168.255.${10 + index}`}:${port}`};
  });
}

interface SeededNodeBalancer {
  readonly label: string;
  readonly region: string;
  /** Days. */
  readonly age: number;
  readonly tags: readonly string[];
  /** Each port as the request of its config, the labels of its backends and their port. */
  readonly ports: readonly (readonly [object, readonly string[], number])[];
}

function addNodeBalancer(context: SeedContext, {label, region, age, tags, ports}: SeededNodeBalancer): void {
  const {db} = context;
  const balancer = db.insert(NodeBalancers, id => {
    const ipv4 = publicAddress(db.nextId(Addresses));
    return {
      id,
      label,
      region,
      hostname: `${ipv4}.ip.compute.example`,
      ipv4,
      ipv6: slaacAddress(id, 0xb),
      created: beforeNow(context, age * days),
      updated: beforeNow(context, 3 * days),
      client_conn_throttle: 0,
      transfer: {in: null, out: null, total: null},
      tags: [...tags],
    };
  });
  for (const [request, labels, port] of ports) {
    const config = addNodeBalancerConfig(
      db,
      balancer.id,
      mergeConfig(request, {takenPorts: [], fieldErrors: new FieldErrors()}),
    );
    for (const [index, node] of backends(context, labels, port).entries())
      db.insert(
        NodeBalancerNodes,
        id => ({
          id,
          ...node,
          status: 'unknown',
          weight: 100,
          mode: index === labels.length - 1 && labels.length > 3 ? 'backup' : 'accept',
          config_id: config.id,
          nodebalancer_id: balancer.id,
        }),
        {hidden: {since: 0}},
      );
  }
}

export const nodebalancersSeed: Seeder = {
  demo(context) {
    const front = ['web-01', 'web-02', 'web-03', 'web-spare'];
    addNodeBalancer(context, {
      label: 'front',
      region: 'us-east',
      age: 480,
      tags: ['prod', 'web'],
      ports: [
        [{port: 80, check: 'http', check_path: '/health', stickiness: 'http_cookie'}, front, 80],
        [{port: 8443, protocol: 'tcp', check: 'connection'}, front.slice(0, 3), 8443],
      ],
    });
    addNodeBalancer(context, {
      label: 'api-eu',
      region: 'eu-west',
      age: 310,
      tags: ['prod'],
      ports: [
        [
          {port: 80, algorithm: 'leastconn', check: 'http_body', check_path: '/status', check_body: 'ok'},
          ['api-01', 'api-02'],
          8080,
        ],
      ],
    });
    addNodeBalancer(context, {label: 'launch-2027', region: 'us-east', age: 2, tags: [], ports: []});
  },
};
