/**
 * Texts about traffic that a set of rules accepts, and the effect on ssh: a user who is locked out may have no other
 * access.
 */
import {addressList, isPortless, ruleSetText} from './rule-words.ts';

interface Rule {
  readonly action?: string;
  readonly protocol?: string;
  readonly ports?: string | null;
  readonly addresses?: {readonly ipv4?: readonly (string | null)[]; readonly ipv6?: readonly (string | null)[]};
  readonly ruleset?: number | undefined;
}

export interface InboundRules {
  readonly inbound?: readonly Rule[];
  readonly inbound_policy?: string;
}

interface OutboundRules {
  readonly outbound?: readonly Rule[];
  readonly outbound_policy?: string;
}

const SSH = 22;
/** The maximum number of sources to name; further sources are counted. */
const maxNamedSources = 4;

/** True if the ranges contain all addresses of their IP version. */
const isWhole = (ranges: readonly (string | null)[]): boolean => ranges.some(range => range?.endsWith('/0'));

/** True for a rule about all addresses of at least one IP version. */
const isEverywhere = ({addresses: {ipv4 = [], ipv6 = []} = {}}: Rule): boolean => isWhole(ipv4) || isWhole(ipv6);

/** "22, 80-443" */
export const coversPort = (ports: string | null | undefined, port: number): boolean =>
  ports === undefined || ports === null || ports.trim() === ''
    ? true
    : ports.split(',').some(part => {
        const [from = Number.NaN, to = from] = part.split('-').map(Number);
        return port >= from && port <= to;
      });

const isAboutSsh = ({protocol, ports}: Rule): boolean => protocol === 'TCP' && coversPort(ports, SSH);

/** The sources that may use ssh: everywhere, some addresses, or none. */
function sshFrom({inbound = [], inbound_policy}: InboundRules): 'everywhere' | readonly string[] {
  const from: string[] = [];
  for (const rule of inbound.filter(isAboutSsh)) {
    if (rule.action === 'ACCEPT' && isEverywhere(rule)) return 'everywhere';
    if (rule.action === 'ACCEPT') from.push(...addressList(rule.addresses ?? {}));
    else if (isEverywhere(rule)) return from;
  }
  return inbound_policy === 'DROP' ? from : 'everywhere';
}

/** "everywhere", "all IPv4 addresses, 2001:db8::/32", "203.0.113.5/32" */
function sourceText({addresses: {ipv4 = [], ipv6 = []} = {}}: Rule): string {
  const parts = (['IPv4', 'IPv6'] as const).map(version => {
    const ranges = version === 'IPv4' ? ipv4 : ipv6;
    return isWhole(ranges) ? [`all ${version} addresses`] : addressList({[version.toLowerCase()]: ranges});
  });
  return isWhole(ipv4) && isWhole(ipv6) ? 'everywhere' : parts.flat().join(', ') || 'nowhere';
}

/** "TCP 443 from 203.0.113.5/32" */
function opening({protocol, ports, ...rule}: Rule): string {
  const from = sourceText(rule);
  return `${[protocol ?? 'packets', isPortless(protocol) ? '' : ports].filter(Boolean).join(' ')} from ${from}`;
}

/** True if no packet can leave. A rule set may accept traffic. */
const isOutboundBlocked = ({outbound = [], outbound_policy}: OutboundRules): boolean =>
  outbound_policy === 'DROP' && outbound.every(rule => rule.action !== 'ACCEPT' && ruleSetText(rule) === undefined);

/**
 * Sources that a default policy of drop still accepts, the effect on ssh, and a block of all outbound traffic; empty if
 * all traffic is accepted.
 * @param subject owner of the traffic, at the start of each sentence
 */
export function openAccessText(rules: InboundRules & OutboundRules, subject?: string): readonly string[] {
  const ruleSets = (rules.inbound ?? []).flatMap(rule => ruleSetText(rule) ?? []);
  const from = sshFrom(rules);
  // A rule set may open any port.
  const ssh =
    from === 'everywhere' || ruleSets.length > 0
      ? []
      : [from.length === 0 ? 'SSH (port 22) is blocked.' : `SSH (port 22) is limited to ${from.join(', ')}.`];
  const open = [...(rules.inbound ?? []).filter(({action}) => action === 'ACCEPT').map(opening), ...ruleSets];
  const suffix = open.length > maxNamedSources ? ` and ${open.length - maxNamedSources} more` : '';
  const sources = `${open.slice(0, maxNamedSources).join('; ')}${suffix}`;
  const all = open.length === 0 ? 'All inbound traffic is blocked.' : `Inbound traffic is limited to ${sources}.`;
  const inbound = rules.inbound_policy === 'DROP' ? [all, ...ssh] : ssh;
  const words = isOutboundBlocked(rules) ? [...inbound, 'All outbound traffic is blocked.'] : inbound;
  return words.map(text =>
    subject === undefined ? text : `${subject}: ${text.replace(/^[AI]/, first => first.toLowerCase())}`,
  );
}
