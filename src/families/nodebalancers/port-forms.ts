/** The inputs for ports and nodes, shared by the actions that create one of them and all of them at once. */

type Values = Readonly<Record<string, unknown>>;

const checks = (values: Values, row: object | undefined): unknown =>
  values.check ?? (row && 'check' in row ? row.check : undefined);
const protocol = (values: Values, row: object | undefined): unknown =>
  values.protocol ?? (row && 'protocol' in row ? row.protocol : undefined);

const secured = (values: Values, row: object | undefined): boolean => protocol(values, row) === 'https';
const checked = (values: Values, row: object | undefined): boolean => {
  const kind = checks(values, row);
  return kind !== undefined && kind !== 'none';
};
const byHttp = (values: Values, row: object | undefined): boolean =>
  ['http', 'http_body'].includes(String(checks(values, row)));

/** Stored values are never answered, so the input starts empty. */
const blank = () => undefined;

export const configForm = {
  port: {title: 'Port', input: 'number'},
  protocol: {title: 'Protocol', input: 'choice', labels: {http: 'HTTP', https: 'HTTPS', tcp: 'TCP'}},
  ssl_cert: {
    title: 'Certificate',
    help: 'PEM, with its chain. Leave empty to keep the current certificate.',
    input: 'multiline',
    initial: blank,
    when: secured,
  },
  ssl_key: {
    title: 'Private key',
    help: 'PEM, without a passphrase',
    input: 'multiline',
    secret: true,
    initial: blank,
    when: secured,
  },
  cipher_suite: {
    title: 'Ciphers',
    input: 'choice',
    labels: {recommended: 'recommended', legacy: 'legacy: insecure, for old clients'},
    when: secured,
  },
  proxy_protocol: {
    title: 'Proxy protocol',
    help: 'tells backends the address of the client',
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
    },
  },
  stickiness: {
    title: 'Stickiness',
    input: 'choice',
    labels: {
      none: 'none',
      table: 'table: by the address of the client',
      http_cookie: 'cookie: only for HTTP and HTTPS',
    },
  },
  check: {
    title: 'Check',
    help: 'how a backend is found to be up',
    input: 'choice',
    labels: {
      none: 'none: every backend counts as up',
      connection: 'connection: it accepts one',
      http: 'HTTP: it answers as it should',
      http_body: 'HTTP body: its answer holds a certain text',
    },
  },
  check_path: {title: 'Path', help: '/health', input: 'text', when: byHttp},
  check_body: {
    title: 'Expected text',
    help: 'what the answer must contain',
    input: 'text',
    when: (values: Values, row: object | undefined) => checks(values, row) === 'http_body',
  },
  check_interval: {title: 'Interval', help: 'longer than the time to wait', input: 'number', when: checked},
  check_timeout: {title: 'Timeout', input: 'number', when: checked},
  check_attempts: {title: 'Attempts', help: 'failures before it is down', input: 'number', when: checked},
  check_passive: {title: 'Passive check', help: 'a 5xx response marks the node as down', input: 'toggle'},
} as const;

export const nodeForm = {
  label: {title: 'Label', input: 'text'},
  address: {title: 'Address', help: 'private address and port of the backend: 192.168.1.2:80', input: 'text'},
  weight: {title: 'Weight', help: 'the more, the more traffic', input: 'number'},
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
