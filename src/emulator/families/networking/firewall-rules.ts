/** Rules of a firewall and their checks. */
import type {Contract} from '../../../contract/index.ts';
import type {FirewallRules} from '../../../contract/networking/firewalls.ts';
import type {RequestBody} from '../../../contract/schema/endpoint.ts';
import type {FieldErrors} from '../../engine/http/refusal.ts';

type RulesRequest = NonNullable<RequestBody<Contract['networking']['firewalls']['rules']['update']>>;
type RuleWish = NonNullable<RulesRequest['inbound']>[number];

const ruleLimits = {rules: 25, addresses: 255, pieces: 15} as const;

/** The number of ports in a text; a range counts as two. */
const piecesOf = (ports: string): number =>
  ports.split(',').reduce((sum, part) => sum + (part.includes('-') ? 2 : 1), 0);

function ruleProblems(rule: RuleWish, at: string, fieldErrors: FieldErrors): void {
  const {protocol, ports, action, addresses, ruleset} = rule;
  if (ruleset !== undefined) {
    const names = Object.keys(rule).filter(name => name !== 'ruleset');
    for (const name of names) fieldErrors.add('is not for a reference to a rule set', `${at}.${name}`);
    return;
  }
  fieldErrors.addIf(protocol === undefined, 'is required', `${at}.protocol`);
  fieldErrors.addIf(action === undefined, 'is required', `${at}.action`);
  const hasPorts = ports !== undefined && ports !== '';
  const isPortless = protocol === 'ICMP' || protocol === 'IPENCAP';
  if (isPortless) fieldErrors.addIf(hasPorts, `are not for ${protocol}`, `${at}.ports`);
  else if (!hasPorts) fieldErrors.add(`are required for ${protocol ?? 'this protocol'}`, `${at}.ports`);
  fieldErrors.addIf(
    !isPortless && hasPorts && piecesOf(ports) > ruleLimits.pieces,
    `must have at most ${ruleLimits.pieces} pieces; a range counts as two`,
    `${at}.ports`,
  );
  const {ipv4 = [], ipv6 = []} = addresses ?? {};
  fieldErrors.addIf(ipv4.length + ipv6.length === 0, 'must name at least one address', `${at}.addresses`);
  fieldErrors.addIf(
    ipv4.length + ipv6.length > ruleLimits.addresses,
    `must be at most ${ruleLimits.addresses} in all`,
    `${at}.addresses`,
  );
}

/** Merges the rules of a request; fields that the request lacks stay unchanged. */
export function mergeRules(
  request: RulesRequest,
  before: FirewallRules,
  fieldErrors: FieldErrors,
  prefix = '',
): FirewallRules {
  const sets = {inbound: request.inbound ?? before.inbound, outbound: request.outbound ?? before.outbound};
  for (const set of ['inbound', 'outbound'] as const)
    for (const [index, rule] of (request[set] ?? []).entries())
      ruleProblems(rule, `${prefix}${set}.${index}`, fieldErrors);
  fieldErrors.addIf(
    sets.inbound.length + sets.outbound.length > ruleLimits.rules,
    `must be at most ${ruleLimits.rules} rules in all`,
    `${prefix}inbound`,
  );
  return {
    ...sets,
    inbound_policy: request.inbound_policy ?? before.inbound_policy,
    outbound_policy: request.outbound_policy ?? before.outbound_policy,
  } as FirewallRules;
}
