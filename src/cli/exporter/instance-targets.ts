/**
 * Instances with tags as targets of Prometheus, for its HTTP service discovery.
 * https://prometheus.io/docs/prometheus/latest/http_sd/
 */
import {isIPv4} from 'node:net';
import type {AnyRow} from '../../families/shape/define-family.ts';
import {sanitize} from '../../platform/text/sanitize.ts';

export const addressKinds = ['public', 'private', 'ipv6'] as const;

/** The parameters of `/sd?tag=prod&port=9100&address=private`. */
export interface TargetQuery {
  /** All of these tags are required. */
  readonly tags: readonly string[];
  readonly port: number;
  readonly address: (typeof addressKinds)[number];
}

export interface TargetGroup {
  readonly targets: readonly [string];
  readonly labels: Readonly<Record<string, string>>;
}

/** The port of the node exporter. */
const defaultPort = 9100;
const maxPort = 65_535;

/** Parses the query; returns the text of a mistake. */
export function parseTargetQuery(params: URLSearchParams): TargetQuery | {readonly mistake: string} {
  for (const name of params.keys())
    if (!['tag', 'port', 'address'].includes(name))
      return {mistake: `Unknown parameter ${sanitize(name)}. Use tag, port and address.`};
  const tags = params.getAll('tag');
  if (tags.some(tag => tag === '')) return {mistake: 'tag is empty. Example: /sd?tag=prod'};
  const portText = params.get('port') ?? String(defaultPort);
  const port = Number(portText);
  if (!/^\d+$/.test(portText) || port < 1 || port > maxPort)
    return {mistake: `port is a number from 1 to ${maxPort}, not "${sanitize(portText)}"`};
  const addressText = params.get('address') ?? 'public';
  const address = addressKinds.find(kind => kind === addressText);
  if (!address) return {mistake: `address is ${addressKinds.join(', ')}, not "${sanitize(addressText)}"`};
  return {tags, port, address};
}

/** The instances with the requested address, each as a separate group. Labels start with `__meta_skydeck_`. */
export function targetGroups(
  profile: string,
  rows: readonly AnyRow[],
  {port, address}: Pick<TargetQuery, 'port' | 'address'>,
): readonly TargetGroup[] {
  return rows.flatMap(row => {
    const host = addressOf(row, address);
    if (host === undefined) return [];
    const {id, label, region, status, type, tags} = row;
    const facts = {profile, id, label, region, status, type, tags: tagText(tags)};
    const labels = Object.entries(facts).map(([name, value]) => [
      `__meta_skydeck_${name}`,
      sanitize(value === undefined || value === null ? '' : String(value)),
    ]);
    return [{targets: [`${host}:${port}`], labels: Object.fromEntries(labels)}];
  });
}

/** The tags with a comma before and after each, as other service discoveries of Prometheus write lists: `,prod,web,` */
const tagText = (tags: unknown): string => (Array.isArray(tags) && tags.length > 0 ? `,${tags.join(',')},` : '');

function addressOf({ipv4, ipv6}: AnyRow, kind: TargetQuery['address']): string | undefined {
  if (kind === 'ipv6') {
    const [host] = typeof ipv6 === 'string' ? ipv6.split('/') : [];
    return host ? `[${host}]` : undefined;
  }
  const hosts = Array.isArray(ipv4)
    ? ipv4.filter((host): host is string => typeof host === 'string' && isIPv4(host))
    : [];
  return hosts.find(host => isPrivateAddress(host) === (kind === 'private'));
}

const isPrivateAddress = (host: string): boolean => /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(host);
