import {expect, test} from 'vitest';
import {contract} from '../../contract/index.ts';
import {endpointsOf} from '../../contract/schema/family.ts';
import {familyOf} from '../../families/registry.ts';
import type {FamilyId} from '../../families/shape/define-family.ts';
import {flagsOf} from './action-flags.ts';
import {describeFlag} from './describe-flag.ts';

function flagHelpOf(family: FamilyId, name: string): Record<string, string> {
  const action = familyOf(family).actions[name];
  const endpoint = [...endpointsOf(contract)].find(({id}) => id === action?.operation);
  if (!action || !endpoint) throw new Error(`${family} has no ${name}`);
  return Object.fromEntries(flagsOf(endpoint, action).map(flag => [flag.name, describeFlag(flag, action)]));
}

test('the help of a flag names the flags that it depends on, not the API fields', () => {
  expect(flagHelpOf('volumes', 'create').region).toContain('required when --compute-id is absent');
  expect(flagHelpOf('nodebalancers.configs', 'create')['ssl-key']).toContain('required when --protocol is https');
  expect(flagHelpOf('databases.mysql', 'update')['updates.week-of-month']).toContain(
    'required when --updates.frequency is monthly',
  );
  // A condition that refers to no field is shown as a sentence.
  expect(flagHelpOf('instances', 'create')['stackscript-data']).toContain('required when the StackScript needs');
});

test('the help of a flag names the unit of its number', () => {
  expect(flagHelpOf('instances.configs', 'create')['memory-limit']).toContain('Memory limit · in MB');
  // The bounds already have the unit.
  expect(flagHelpOf('instances.disks', 'resize').size).toBe('New size · required · at least 1 MB');
});
