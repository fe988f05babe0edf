import {expect, test} from 'vitest';
import {firewall, positionedRule} from '../testing/network-rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {ruleEdits} from './rule-edits.ts';

test("a changed rule can't be edited, and the reason differs while a save is pending", () => {
  const set = {...firewall(), rules: {...firewall().rules, inbound: []}};
  const context = {row: positionedRule(), params: {firewallId: set.id}};
  const lists = {'networking.firewalls': [set]};
  const {unless} = ruleEdits.update;
  expect(unless({...context, lookup: lookupFrom({lists})})).toMatch(/the rules changed/);
  const pending = [{family: 'networking.firewalls', id: set.id}] as const;
  expect(unless({...context, lookup: lookupFrom({lists, pending})})).toBe('the rules are still being saved');
});
