/** Random values made from the field data: responses of a server, and edits of users. */
import fc from 'fast-check';
import {
  type Field,
  keyOf,
  type ObjectField,
  type TextField,
  type WirePosition,
} from '../../src/contract/schema/field.ts';

export interface Taste {
  /** Text for free text fields, with words that must stay unchanged. */
  readonly text?: fc.Arbitrary<string>;
  /** Leave out optional members now and then. Default true. */
  readonly gaps?: boolean;
}

/** A value that fits the field. */
export function fitting(field: Field, taste: Taste = {}): fc.Arbitrary<unknown> {
  const plain = plainOf(field, taste);
  return field.facts.nullable ? fc.option(plain, {nil: null, freq: 5}) : plain;
}

function plainOf(field: Field, taste: Taste): fc.Arbitrary<unknown> {
  if (field.facts.wire && field.kind !== 'choice') return fc.constantFrom<unknown>(...positions[field.facts.wire]);
  switch (field.kind) {
    case 'text':
      return textOf(field, taste);
    case 'integer':
      return fc.integer({min: field.facts.min ?? 0, max: field.facts.max ?? 100_000});
    case 'number':
      return fc.double({min: field.facts.min ?? 0, max: field.facts.max ?? 1000, noNaN: true});
    case 'flag':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...field.values);
    case 'list':
      return fc.array(fitting(field.item, taste), {maxLength: Math.min(field.facts.maxItems ?? 3, 3)});
    case 'object':
      return objectOf(field, taste);
    case 'free':
      return fc.dictionary(taste.text ?? fc.string(), fc.oneof(taste.text ?? fc.string(), fc.jsonValue()));
    case 'either':
      return fc.oneof(...field.options.map(option => fitting(option, taste)));
    case 'binary':
      return fc.uint8Array({maxLength: 8});
  }
}

export function objectOf(field: ObjectField, taste: Taste = {}): fc.Arbitrary<Record<string, unknown>> {
  const key = keyOf(field);
  const members = Object.fromEntries(
    Object.entries(field.fields).map(([name, inner]) => {
      const member = fitting(inner, taste);
      return [name, name === key ? member.map(value => (value === '' ? 'key' : value)) : member];
    }),
  );
  if (taste.gaps === false) return fc.record(members);
  const requiredKeys = Object.entries(field.fields)
    .filter(([, inner]) => inner.facts.required)
    .map(([name]) => name);
  return fc.record(members, {requiredKeys});
}

/** The contract's words in the places where the provider's ID prefix may occur. */
const positions: Record<WirePosition, readonly [unknown, ...unknown[]]> = {
  action: ['compute_boot', 'kube_node_create', 'volume_create'],
  'entity-type': ['compute', 'volume', 'image', 'tag'],
  'entity-id': [7, 'compute/debian11', 'private/15', 'my tag'],
  'service-type': ['compute', 'compute_disk', 'longview'],
  'created-by': ['compute', 'someone'],
  scopes: ['*', 'compute:read_only', 'volumes:read_write, compute:read_write kube:read_only'],
  capabilities: ['Computes', 'GPU Computes', 'Block Storage', 'NodeBalancers'],
  'image-or-kernel': ['compute/debian11', 'compute/5.1-x86_64-acme7', 'private/15', 'anything'],
  'interface-generation': ['compute', 'compute_only', 'legacy_config_default_but_compute_allowed', 'legacy_config'],
  'kube-type': ['kube-ha', 'kubernetes', 'anything'],
  policy: ['compute/migrate', 'private/own', 'anything'],
  'api-url': [
    '/v4/compute/instances/7',
    '/v4/images/compute/debian11?x=compute#compute',
    'https://api.example.org/v4/compute/instances/{computeId}',
    'https://elsewhere.example.org/v4/compute/acme',
    '/v4/databases/mysql/instances/3',
    '/v4/kube/clusters/7/pools',
  ],
};

const samples: Record<string, readonly string[]> = {
  base64: ['TUlJ'],
  'date-time': ['2024-01-01T00:00:00', '2018-05-31T13:45:59'],
  digits: ['4111111111111111'.slice(0, 14)],
  email: ['me@example.org'],
  ip: ['192.0.2.7', '2001:db8::7'],
  'ip:port': ['192.168.1.2:80'],
  'ip/netmask': ['10.0.0.1/24'],
  ipv4: ['192.0.2.7'],
  'ipv4/mask': ['192.0.2.0/24'],
  'ipv4/prefix_length': ['192.0.2.0/24'],
  'ipv4|ipv6/prefix_length': ['192.0.2.7', '2001:db8::/64'],
  ipv6: ['2001:db8::7'],
  'ipv6/128': ['2001:db8::7/128'],
  'ipv6/mask': ['2001:db8::/32'],
  'ipv6/prefix_length': ['2001:db8::/64'],
  'MM/YYYY': ['07/2026'],
  'oauth-scopes': ['*', 'compute:read_only', 'volumes:read_write compute:read_write'],
  phone: ['123-456-7890'],
  ports: ['22', '80-443, 8080'],
  'ssh-key': ['ssh-ed25519 AAAA me@home'],
  'ssl-cert': ['-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----'],
  'ssl-key': ['-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----'],
  url: ['https://example.org/compute/x'],
  uuid: ['123e4567-e89b-12d3-a456-426614174000'],
};

/** Text of the right length; for patterns and formats, a sample. */
function textOf({facts}: TextField, taste: Taste): fc.Arbitrary<string> {
  if (facts.format === 'digits') return fc.stringMatching(new RegExp(`^\\d{${facts.min ?? 1},${facts.max ?? 4}}$`));
  const known = facts.format && samples[facts.format];
  if (known) return fc.constantFrom(...known);
  if (facts.pattern?.test('10.00')) return fc.constant('10.00');
  if (facts.pattern?.test('mysql/8.0.26')) return fc.constant('mysql/8.0.26');
  if (facts.pattern) return fc.constantFrom('compute-a', 'acme.b1', 'data');
  const min = facts.min ?? 0;
  const max = Math.min(facts.max ?? 40, 40);
  const text = taste.text ?? fc.string({unit: 'grapheme-composite', maxLength: max});
  return text.map(value => cut(value, min, max));
}

function cut(text: string, min: number, max: number): string {
  const points = [...text].slice(0, max);
  while (points.length < min) points.push('x');
  return points.join('');
}
