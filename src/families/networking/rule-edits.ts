/**
 * Edits of single rules, although the API replaces only whole sets: the request contains the set with one changed rule.
 */

import type {Contract} from '../../contract/index.ts';
import type {Firewall} from '../../contract/networking/firewalls.ts';
import type {RequestBody} from '../../contract/schema/endpoint.ts';
import type {ActionContext} from '../shape/contexts.ts';
import type {FamilySpec, ListParamsOf, Lookup} from '../shape/define-family.ts';
import type {PositionedRule} from '../shape/derived-rows.ts';
import {ruleSetText} from './rule-words.ts';

type ListParams = ListParamsOf<'networking.firewalls.rules'>;
type EditContext = ActionContext<PositionedRule | undefined, ListParams>;
type Rules = NonNullable<RequestBody<Contract['networking']['firewalls']['rules']['update']>>;
type Rule = NonNullable<Rules['inbound']>[number];
type Direction = PositionedRule['direction'];
type BorrowedActions = NonNullable<FamilySpec<'networking.firewalls.rules', never>['borrowedActions']>;

/** The maximum for both directions together (D2's supplement; the API refuses more). */
const maxRules = 25;

const firewallOf = (lookup: Lookup, params: ListParams): Firewall | undefined =>
  lookup.find('networking.firewalls', params.firewallId);
/** The API accepts the values that it returned. */
const setOf = (lookup: Lookup, params: ListParams, direction: Direction): readonly Rule[] =>
  (firewallOf(lookup, params)?.rules[direction] ?? []) as unknown as readonly Rule[];

/** The current index of the rule: other rules may have been added before it since its table was read. */
function indexOf(row: PositionedRule | undefined, lookup: Lookup, params: ListParams): number {
  if (!row) return -1;
  const {direction, place} = row;
  const words = ({label, action, protocol, ports, addresses, ruleset}: Partial<PositionedRule> | Rule) =>
    JSON.stringify([label, action, protocol, ports, addresses, ruleset]);
  const rules = setOf(lookup, params, direction);
  const currentRule = rules[place - 1];
  return currentRule && words(currentRule) === words(row)
    ? place - 1
    : rules.findIndex(rule => words(rule) === words(row));
}

const unlessEditable = ({row, lookup, params}: EditContext): string | undefined => {
  const firewall = firewallOf(lookup, params);
  if (!firewall) return 'the firewall is not read yet';
  if (firewall.status === 'deleted') return 'the firewall is being deleted';
  if (!row || indexOf(row, lookup, params) >= 0) return undefined;
  // Until the API returns the sent rules in its own spelling, a rule of the table can't be found in them.
  if (lookup.pending('networking.firewalls', params.firewallId)) return 'the rules are still being saved';
  return 'the rules changed; press r to refresh';
};

const unlessBelowMaximum = (lookup: Lookup, params: ListParams): string | undefined => {
  const {inbound = [], outbound = []} = firewallOf(lookup, params)?.rules ?? {};
  return inbound.length + outbound.length >= maxRules ? `a firewall has ${maxRules} rules at most` : undefined;
};

const emptyRule = {action: 'ACCEPT', protocol: 'TCP', addresses: {}} as Rule;

const onFirewall = {
  family: 'networking.firewalls',
  action: 'rules.update',
  target: ({params}: EditContext) => params.firewallId,
} as const;

const add = (direction: Direction, title: string, key?: string) =>
  ({
    ...onFirewall,
    title,
    ...(key !== undefined && {key}),
    on: 'list',
    unless: ({lookup, params}: EditContext) =>
      unlessEditable({row: undefined, lookup, params}) ?? unlessBelowMaximum(lookup, params),
    presetValues: ({lookup, params}: EditContext) => ({[direction]: [...setOf(lookup, params, direction), emptyRule]}),
    only: ({lookup, params}: EditContext) => `${direction}.${setOf(lookup, params, direction).length}`,
  }) as const;

/** The row's set after an edit of the rule at that index. */
const editWith =
  (edit: (rules: readonly Rule[], index: number) => readonly Rule[]) =>
  ({row, lookup, params}: EditContext): Partial<Rules> => {
    const index = indexOf(row, lookup, params);
    return row && index >= 0 ? {[row.direction]: edit(setOf(lookup, params, row.direction), index)} : {};
  };

const move = (title: string, key: string, step: -1 | 1) =>
  ({
    ...onFirewall,
    title,
    key,
    on: 'row',
    unless({row, lookup, params}: EditContext) {
      const index = indexOf(row, lookup, params);
      const last = row ? setOf(lookup, params, row.direction).length - 1 : 0;
      return (
        unlessEditable({row, lookup, params}) ??
        (index + step < 0 || index + step > last ? (step < 0 ? 'already first' : 'already last') : undefined)
      );
    },
    presetValues: editWith((rules, index) =>
      rules.toSpliced(index, 1).toSpliced(index + step, 0, ...rules.slice(index, index + 1)),
    ),
  }) as const;

export const ruleEdits = {
  create: add('inbound', 'New inbound rule…'),
  createOutbound: add('outbound', 'New outbound rule…', 'O'),
  update: {
    ...onFirewall,
    title: 'Edit rule…',
    on: 'row',
    unless: ({row, lookup, params}) =>
      unlessEditable({row, lookup, params}) ??
      (row && ruleSetText(row) !== undefined ? 'refers to a rule set; it can be moved and removed' : undefined),
    presetValues: editWith(rules => rules),
    only: ({row, lookup, params}) => `${row?.direction}.${indexOf(row, lookup, params)}`,
  },
  delete: {
    ...onFirewall,
    title: 'Remove rule',
    on: 'row',
    unless: unlessEditable,
    presetValues: editWith((rules, index) => rules.toSpliced(index, 1)),
  },
  earlier: move('Move up', 'K', -1),
  later: move('Move down', 'J', 1),
} as const satisfies BorrowedActions;
