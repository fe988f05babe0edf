/** Texts about firewall rules. */
import type {FirewallRule, FirewallRules} from '../../contract/networking/firewalls.ts';

/** A rule as read or as sent, with most fields optional. */
type AnyRule = {readonly [K in keyof FirewallRule]?: unknown};
interface Addresses {
  /** The API may return nulls among the addresses. */
  readonly ipv4?: readonly (string | null)[];
  readonly ipv6?: readonly (string | null)[];
}

/** "rule set 5" for an entry that refers to a rule set; undefined for a rule. */
export const ruleSetText = (entry: object): string | undefined =>
  'ruleset' in entry && entry.ruleset !== undefined && entry.ruleset !== null ? `rule set ${entry.ruleset}` : undefined;

/** True for a protocol without ports. */
export const isPortless = (protocol: unknown): boolean => protocol === 'ICMP' || protocol === 'IPENCAP';

const actions: Readonly<Record<string, string>> = {ACCEPT: 'accept', DROP: 'drop'};
const actionWord = (action: unknown): string => actions[String(action)] ?? String(action ?? '?');

/** The addresses of a rule; all addresses of both IP versions are "everywhere". */
export function addressList({ipv4 = [], ipv6 = []}: Addresses): readonly string[] {
  const all = [...ipv4, ...ipv6].filter(address => address !== null);
  return all.length === 2 && ipv4[0] === '0.0.0.0/0' && ipv6[0] === '::/0' ? ['everywhere'] : all;
}

/** "accept TCP 22 from 192.0.2.0/24 (ssh)" */
function ruleText(rule: AnyRule, way: 'from' | 'to'): string {
  const ruleSet = ruleSetText(rule);
  if (ruleSet !== undefined) return ruleSet;
  const addresses = addressList((rule.addresses ?? {}) as Addresses);
  const visible = addresses.length > 3 ? [...addresses.slice(0, 2), `${addresses.length - 2} more`] : addresses;
  const label = rule.label ? ` (${rule.label})` : '';
  const ports = rule.ports ? ` ${rule.ports}` : '';
  return `${actionWord(rule.action)} ${rule.protocol ?? '?'}${ports} ${way} ${visible.join(', ') || 'nowhere'}${label}`;
}

/** The order of rules that only moved; added and removed rules are shown separately. */
export function ruleOrderText(
  before: readonly AnyRule[],
  after: readonly AnyRule[],
  direction: string,
): readonly string[] {
  const words = (rules: readonly AnyRule[]) => rules.map(rule => ruleText(rule, 'from'));
  const [old, now] = [words(before), words(after)];
  if (old.join('\n') === now.join('\n') || old.toSorted().join('\n') !== now.toSorted().join('\n')) return [];
  const names = after.map(rule => ruleSetText(rule) ?? String(rule.label ?? rule.action));
  return [`${direction}, in this order: ${names.join(', ')}.`];
}

/** The rules of both directions as text, each in order and with the default policy. */
export function rulesText({inbound, outbound, inbound_policy, outbound_policy}: FirewallRules): string {
  const setText = (title: string, rules: readonly AnyRule[], way: 'from' | 'to', policy: unknown) =>
    [
      `${title}:`,
      ...rules.map((rule, index) => `  ${index + 1}  ${ruleText(rule, way)}`),
      `  ${rules.length === 0 ? 'all packets' : 'other packets'}: ${actionWord(policy)}`,
    ].join('\n');
  return `${setText('Inbound', inbound, 'from', inbound_policy)}\n\n${setText('Outbound', outbound, 'to', outbound_policy)}`;
}
