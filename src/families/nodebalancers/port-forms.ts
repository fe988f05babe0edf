/** The inputs for ports and nodes, shared by the actions that create one of them and those that create all at once. */

import type {Instance} from '../../contract/instances/index.ts';
import type {Vpc} from '../../contract/resources/vpcs.ts';
import {isPrivate} from '../format/format.ts';
import {subnetPick, unlessIn} from '../relations/subnet-pick.ts';
import {mayBeCurrentApi} from '../shape/api-version.ts';
import type {FormCandidateContext, FormContext} from '../shape/forms.ts';
import * as standard from '../shape/standard.ts';

type Values = Readonly<Record<string, unknown>>;

const checks = (values: Values, row: object | undefined): unknown =>
  values.check ?? (row && 'check' in row ? row.check : undefined);
const protocol = (values: Values, row: object | undefined): unknown =>
  values.protocol ?? (row && 'protocol' in row ? row.protocol : undefined);

const isHttps = ({values, row}: FormContext<object>): boolean => protocol(values, row) === 'https';
const hasCheck = ({values, row}: FormContext<object>): boolean => {
  const kind = checks(values, row);
  return kind !== undefined && kind !== 'none';
};
const byHttp = ({values, row}: FormContext<object>): boolean =>
  ['http', 'http_body'].includes(String(checks(values, row)));

/** The API never returns stored values, so the input is initially empty. */
const blank = () => undefined;

export const configForm = {
  port: {title: 'Port', input: 'number'},
  protocol: {title: 'Protocol', input: 'choice', labels: {http: 'HTTP', https: 'HTTPS', tcp: 'TCP', udp: 'UDP'}},
  ssl_cert: {
    title: 'Certificate',
    help: 'PEM, with its chain. Leave empty to keep the current certificate.',
    input: 'multiline',
    initial: blank,
    isVisible: isHttps,
  },
  ssl_key: {
    title: 'Private key',
    help: 'PEM, without a passphrase',
    input: 'multiline',
    secret: true,
    initial: blank,
    isVisible: isHttps,
  },
  cipher_suite: {
    title: 'Ciphers',
    input: 'choice',
    labels: {recommended: 'recommended', legacy: 'legacy: insecure, for old clients'},
    isVisible: isHttps,
  },
  proxy_protocol: {
    title: 'Proxy protocol',
    help: 'Sends the client’s address to the backends.',
    input: 'choice',
    labels: {none: 'none', v1: 'v1: as text', v2: 'v2: binary'},
  },
  algorithm: {
    title: 'Algorithm',
    input: 'choice',
    labels: {
      roundrobin: 'round robin: each in its turn',
      leastconn: 'least connections: to who has the fewest',
      source: 'source: by the address of the client',
      ring_hash: 'ring hash: only for UDP',
    },
  },
  stickiness: {
    title: 'Stickiness',
    input: 'choice',
    labels: {
      none: 'none',
      table: 'table: by the address of the client',
      http_cookie: 'cookie: only for HTTP and HTTPS',
      session: 'session: only for UDP',
      source_ip: 'source IP: only for UDP',
    },
  },
  check: {
    title: 'Check',
    help: 'Health check of the backends',
    input: 'choice',
    labels: {
      none: 'none: every backend counts as up',
      connection: 'connection: accepts a connection',
      http: 'HTTP: valid status',
      http_body: 'HTTP body: the response contains a text',
    },
  },
  check_path: {title: 'Path', help: '/health', input: 'text', isVisible: byHttp},
  check_body: {
    title: 'Expected text',
    help: 'Text that the response must contain',
    input: 'text',
    isVisible: ({values, row}: FormContext<object>) => checks(values, row) === 'http_body',
  },
  check_interval: {title: 'Interval', help: 'Longer than the timeout.', input: 'number', isVisible: hasCheck},
  check_timeout: {title: 'Timeout', input: 'number', isVisible: hasCheck},
  check_attempts: {
    title: 'Attempts',
    help: 'Failed checks before a node counts as down',
    input: 'number',
    isVisible: hasCheck,
  },
  udp_check_port: {
    title: 'Check port',
    help: 'Port of the backends',
    input: 'number',
    isVisible: ({values, row}: FormContext<object>) => protocol(values, row) === 'udp',
  },
  check_passive: {title: 'Passive check', help: 'a 5xx response marks the node as down', input: 'toggle'},
} as const;

const privateAddress = ({ipv4}: Pick<Instance, 'ipv4'>): string | undefined => ipv4.find(isPrivate);

/** The region of the NodeBalancer and of its nodes. */
const regionOf = ({lookup, params, formValues}: FormContext): unknown =>
  lookup.find('nodebalancers', params.nodeBalancerId)?.region ?? formValues.region;

function unlessBackend(context: FormCandidateContext<Instance>): string | undefined {
  const {candidate} = context;
  const region = regionOf(context);
  if (typeof region === 'string' && candidate.region !== region) return `in ${candidate.region}`;
  return privateAddress(candidate) === undefined ? 'no private IPv4; add one first' : undefined;
}

/** The address of a backend with the port of its config, which most backends use. */
function backendAddress({candidate, lookup, params}: FormCandidateContext<Instance>): string {
  const {nodeBalancerId, configId} = params;
  const port =
    nodeBalancerId === undefined
      ? undefined
      : lookup.find('nodebalancers.configs', configId, {nodeBalancerId: Number(nodeBalancerId)})?.port;
  return `${privateAddress(candidate) ?? ''}:${port ?? ''}`;
}

export const nodeForm = {
  label: standard.labelInput,
  subnet_id: {
    ...subnetPick,
    help: 'of a VPC in the region of the NodeBalancer',
    unless: (context: FormCandidateContext<Vpc>) => unlessIn(context.candidate, regionOf(context)),
    isVisible: mayBeCurrentApi,
  },
  address: {
    title: 'Address',
    help: 'private address and port of the backend: 192.168.1.2:80',
    input: 'text',
    sources: [
      {
        family: 'instances',
        toValue: backendAddress,
        unless: unlessBackend,
        detail: ({candidate}: FormCandidateContext<Instance>) => privateAddress(candidate) ?? '',
      },
    ],
  },
  weight: {title: 'Weight', help: 'A node with a higher weight gets more traffic.', input: 'number'},
  mode: {
    title: 'Mode',
    input: 'choice',
    labels: {
      accept: 'accept: takes traffic',
      reject: 'reject: takes none',
      drain: 'drain: keeps the clients it has, takes no new ones',
      backup: 'backup: only while all others are down',
    },
  },
} as const;
