/** The forms of rules, and the checks for every rule. */

import type {Contract} from '../../contract/index.ts';
import type {FirewallRules} from '../../contract/networking/firewalls.ts';
import type {RequestBody} from '../../contract/schema/endpoint.ts';
import type {FieldError} from '../../contract/schema/field-error.ts';
import type {EntryContext, FormContext} from '../shape/forms.ts';
import * as standard from '../shape/standard.ts';
import {isPortless, ruleSetText} from './rule-words.ts';

/** Adds the prefix length of a single address, because the API refuses an address without one. */
function withPrefixLength(input: string): string {
  const address = input.trim();
  if (/^\d+(\.\d+){3}$/.test(address)) return `${address}/32`;
  return /^[\da-f:.]*:[\da-f:.]*$/i.test(address) ? `${address}/128` : input;
}

/** True for a rule; an entry that refers to a rule set has no fields of a rule. */
const isRule = ({values}: FormContext): boolean => ruleSetText(values) === undefined;

const hasPorts = (context: FormContext): boolean =>
  isRule(context) && !('protocol' in context.values && isPortless(context.values.protocol));

const ruleForm = {
  label: {...standard.labelInput, isVisible: isRule},
  action: {
    title: 'Action',
    input: 'choice',
    labels: {ACCEPT: 'accept', DROP: 'drop'},
    initial: (): 'ACCEPT' => 'ACCEPT',
    isVisible: isRule,
  },
  protocol: {title: 'Protocol', input: 'choice', initial: (): 'TCP' => 'TCP', isVisible: isRule},
  ports: {
    title: 'Ports',
    help: 'like 22, 80-443',
    input: 'text',
    isVisible: hasPorts,
  },
  addresses: {
    title: 'Addresses',
    input: 'group',
    isVisible: isRule,
    inputs: {
      ipv4: {
        title: 'IPv4',
        help: 'like 192.0.2.0/24; without a prefix length, /32 is added',
        input: 'lines',
        normalize: withPrefixLength,
      },
      ipv6: {
        title: 'IPv6',
        help: 'like 2001:db8::/32; without a prefix length, /128 is added',
        input: 'lines',
        normalize: withPrefixLength,
      },
    },
  },
  description: {title: 'Description', input: 'text', isVisible: isRule},
} as const;

const policyLabels = {ACCEPT: 'let through', DROP: 'dropped'} as const;

const order = 'evaluated in order; at most 25 rules in both directions together';

const entryText = ({entry}: EntryContext): string | undefined => ruleSetText(entry);

export const rulesForm = {
  inbound: {title: 'Inbound rules', help: order, input: 'rows', one: 'rule', entryName: entryText, inputs: ruleForm},
  inbound_policy: {title: 'Default inbound', input: 'choice', labels: policyLabels},
  outbound: {title: 'Outbound rules', help: order, input: 'rows', one: 'rule', entryName: entryText, inputs: ruleForm},
  outbound_policy: {title: 'Default outbound', input: 'choice', labels: policyLabels},
} as const;

/** The problems of one rule, by the field; the contract checks the types of the values. */
function problemsOfRule(rule: Partial<NonNullable<Rules['inbound']>[number]>): readonly (readonly [string, string])[] {
  const {ports, protocol, addresses} = rule;
  const lists: readonly unknown[] = [addresses?.ipv4, addresses?.ipv6];
  const hasAddresses = lists.some(list => (Array.isArray(list) ? list.length > 0 : (list ?? undefined) !== undefined));
  return [
    ...['action', 'protocol'].filter(name => !(name in rule)).map(name => [name, 'is required'] as const),
    ...(ports || isPortless(protocol) ? [] : [['ports', `are required for ${protocol ?? 'this protocol'}`] as const]),
    ...(hasAddresses ? [] : [['addresses', 'must name at least one address'] as const]),
  ];
}

/** The checks for every rule, in every kind of request (D2's supplement). */
export const ruleProblems = (rules: Partial<Rules> | undefined, scope: string): readonly FieldError[] =>
  (['inbound', 'outbound'] as const).flatMap(set => {
    const entries: unknown = rules?.[set];
    // The contract refuses a value that isn't a list of rules.
    return (Array.isArray(entries) ? entries : []).flatMap((rule: unknown, index) =>
      typeof rule === 'object' && rule !== null && ruleSetText(rule) === undefined
        ? problemsOfRule(rule).map(([name, reason]) => ({field: `${scope}${set}.${index}.${name}`, reason}))
        : [],
    );
  });

export type Rules = NonNullable<RequestBody<Contract['networking']['firewalls']['rules']['update']>>;

/** The parts of the rules that can be sent. */
export const ruleSets = ['inbound', 'outbound', 'inbound_policy', 'outbound_policy'] as const;

/** Rules in the form of a request: without their version, and otherwise as the API returned them, which it accepts. */
export function sentRules({inbound, outbound, inbound_policy, outbound_policy}: FirewallRules): Required<Rules> {
  return {inbound, outbound, inbound_policy, outbound_policy} as unknown as Required<Rules>;
}
