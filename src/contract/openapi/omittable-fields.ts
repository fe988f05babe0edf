/** Fields that a response may omit, or return as null, although the documents don't state it. */
import {FirewallRule} from '../networking/firewalls.ts';
import type {ObjectField} from '../schema/field.ts';

/** By model; `*` stands for all of its fields. */
const omittable: Readonly<Record<string, readonly string[]>> = {
  // A config has only the slots that were sent.
  RescueDevices: ['*'],
  ConfigDevices: ['*'],
  // A rule has only the fields that were sent; a rule that names a rule set has no other field.
  FirewallRule: ['*'],
  // A user-defined field has only the attributes that the author of the script set.
  UserDefinedField: ['oneOf', 'manyOf', 'default'],
};

/** True for a field that a response may omit, including a text whose empty value stands for an absent one. */
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

/** A rule for a protocol without ports has null ports. */
const nullInResponses: Readonly<Record<string, readonly string[]>> = {FirewallRule: ['ports']};

export const isNullInResponses = ({name}: ObjectField, member: string): boolean =>
  name !== undefined && nullInResponses[name]?.includes(member) === true;
