/** Fields that a response may leave out, or give as null, although the documents do not state it. */
import {FirewallRule} from '../networking/firewalls.ts';
import type {ObjectField} from '../schema/field.ts';

/** By model; `*` stands for all of its fields. */
const omittable: Readonly<Record<string, readonly string[]>> = {
  // A profile has the slots that were sent.
  RescueDevices: ['*'],
  ConfigDevices: ['*'],
  // A rule is kept as it was sent; one that names a rule set has no other field.
  FirewallRule: ['*'],
  // A question has what its author gave it.
  UserDefinedField: ['oneOf', 'manyOf', 'default'],
};

/** True for a field of a response that may be missing: so may a text of which the empty value stands for an absent one. */
export function isOmittable(model: ObjectField, member: string): boolean {
  // The addresses of one IP version are enough.
  if (model === FirewallRule.fields.addresses) return true;
  const {name, fields} = model;
  const names = (name !== undefined && omittable[name]) || [];
  const field = fields[member];
  return (
    names.includes('*') ||
    names.includes(member) ||
    (field?.kind === 'text' && field.facts.acceptedValues?.includes('') === true)
  );
}

/** A protocol without ports has null for them. */
const nullInResponses: Readonly<Record<string, readonly string[]>> = {FirewallRule: ['ports']};

export const isNullInResponses = ({name}: ObjectField, member: string): boolean =>
  name !== undefined && nullInResponses[name]?.includes(member) === true;
