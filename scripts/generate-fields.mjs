// @ts-check
/**
 * Writes src/families/shape/field-facts.ts from the contract, because filters check fields before the contract is loaded.
 * `--check` writes nothing and fails if the file differs.
 */
import {contract} from '../src/contract/index.ts';
import {families} from '../src/families/registry.ts';
import {keepDocument} from './document.mjs';

/** @typedef {import('../src/contract/schema/field.ts').Field} Field */

const byUnit = new Map([
  ['GB', 'gigabytes'],
  ['GiB', 'gigabytes'],
  ['MB', 'megabytes'],
  ['bytes', 'bytes'],
  ['seconds', 'duration'],
  ['percent', 'percent'],
  ['Mbit/s', 'megabits'],
]);
/** Times in the future. A duration in a filter is the time until then. */
const ahead = /^(?:expiry|eol|until)$/;

/** @param {Field} field @param {string} name */
function kindOf(field, name) {
  if (field.kind === 'integer' || field.kind === 'number') return byUnit.get(field.facts.unit ?? '') ?? 'number';
  if (field.kind === 'flag') return 'flag';
  // Providers spell identifiers differently, so their values aren't those of the contract.
  if (field.facts.wire !== undefined) return 'text';
  if (field.kind === 'choice')
    return field.values.every(value => typeof value === 'number') ? 'number' : `choice ${field.values.join('|')}`;
  if (field.kind !== 'text' || field.facts.format !== 'date-time') return 'text';
  return ahead.test(name) ? 'deadline' : 'moment';
}

/** @param {Readonly<Record<string, Field>>} fields @param {string} [before] @returns {string[]} */
function entries(fields, before = '') {
  return Object.entries(fields).flatMap(([name, field]) => [
    `${before}${name} ${kindOf(field, name)}`.replace(/ text$/, ''),
    ...(field.kind === 'object' ? entries(field.fields, `${before}${name}.`) : []),
  ]);
}

/** The model of the family's rows; undefined if rows are computed from the response. @param {import('../src/families/shape/define-family.ts').Family} family */
function itemOf({rows, single, source}) {
  if (rows && !single) return undefined;
  /** @type {any} */
  let endpoint = contract;
  for (const part of source.split('.')) endpoint = endpoint?.[part];
  const {page, responseModel, pagedBy} = endpoint.spec;
  return pagedBy === 'marker' ? responseModel.fields.data.item : (page ?? responseModel);
}

/** @param {string} id @param {string} facts */
function line(id, facts) {
  const key = id.includes('.') ? `'${id}'` : id;
  const text = facts.includes("'") ? JSON.stringify(facts) : `'${facts}'`;
  const long = `  ${key}: ${text},`.length > 120;
  return `  ${key}:${long ? '\n    ' : ' '}${text},`;
}

const lines = families.flatMap(family => {
  const item = itemOf(family);
  return item ? [line(family.id, entries(item.fields).join(';'))] : [];
});

keepDocument(
  'src/families/shape/field-facts.ts',
  `/** Generated from src/contract/ by \`node scripts/generate-fields.mjs\`: the fields of each family’s rows, with kind and known values. */
export const fieldFacts: Readonly<Record<string, string>> = {
${lines.join('\n')}
};
`,
);
