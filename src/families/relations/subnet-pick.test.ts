import {expect, it} from 'vitest';
import type {Vpc} from '../../contract/resources/vpcs.ts';
import {familyOf} from '../registry.ts';
import type {AnyInput, InputValues} from '../shape/forms.ts';
import type {PathParams} from '../shape/resource.ts';
import {formContext} from '../testing/form-context.ts';
import {lookupFrom} from '../testing/test-lookup.ts';

const vpc = {id: 7, label: 'production', region: 'us-west', subnets: [{id: 71, label: 'web', ipv4: '10.0.0.0/24'}]};
const lookup = lookupFrom({lists: {nodebalancers: [{id: 1, label: 'front', region: 'us-east'}], vpcs: [vpc]}} as never);

/** The input of a form by its path. */
function inputAt(
  family: 'nodebalancers.configs.nodes' | 'databases.mysql',
  action: string,
  ...path: string[]
): AnyInput {
  let inputs = familyOf(family).actions[action]?.form as Readonly<Record<string, AnyInput>> | undefined;
  let input: AnyInput | undefined;
  for (const name of path) {
    input = inputs?.[name];
    inputs = input?.inputs as typeof inputs;
  }
  if (!input) throw new Error(`no input ${path.join('.')}`);
  return input;
}

const reason = (input: AnyInput, groupValues: InputValues, values: InputValues, params: PathParams = {}) =>
  input.unless?.(
    formContext({candidate: vpc as unknown as Vpc, values: groupValues, formValues: values, lookup, params}),
  );

it('the subnet of a node belongs to a VPC in the region of its NodeBalancer', () => {
  const input = inputAt('nodebalancers.configs.nodes', 'create', 'subnet_id');
  expect(reason(input, {}, {}, {nodeBalancerId: 1})).toBe('is in us-west');
  expect(reason(input, {}, {region: 'us-west'})).toBeUndefined();
  expect(input.parts?.(vpc as never)).toEqual([
    {value: 71, text: 'web of production', detail: '10.0.0.0/24 · us-west'},
  ]);
});

it('a database accepts a VPC of its region, and a subnet of this VPC', () => {
  const vpcInput = inputAt('databases.mysql', 'create', 'private_network', 'vpc_id');
  expect(reason(vpcInput, {}, {region: 'us-east'})).toBe('is in us-west');
  expect(reason(vpcInput, {}, {region: 'us-west'})).toBeUndefined();
  const subnet = inputAt('databases.mysql', 'create', 'private_network', 'subnet_id');
  expect(reason(subnet, {vpc_id: 8}, {region: 'us-west'})).toBe('of another VPC');
  expect(reason(subnet, {vpc_id: 7}, {region: 'us-west'})).toBeUndefined();
  expect(reason(subnet, {vpc_id: 7}, {region: 'us-east'})).toBe('is in us-west');
});
