// @ts-check
/**
 * Writes src/families/described/described-lists.ts from the contract: the facts of each list of today's API that has no
 * family written by hand. `--check` writes nothing and fails if the file differs.
 */
import {contract} from '../src/contract/index.ts';
import {endpointsOf} from '../src/contract/schema/family.ts';
import {keyOf} from '../src/contract/schema/field.ts';
import {handWrittenFamilies} from '../src/families/registry.ts';
import {keepDocument} from './document.mjs';

/** @typedef {import('../src/contract/schema/field.ts').Field} Field */
/** @typedef {import('../src/contract/schema/field.ts').Model} Model */
/** @typedef {{readonly title: string, readonly one: string, readonly name: string, readonly key?: readonly string[]}} Words */

/** Words for lists, which the contract does not have. A list without an entry is called by its ID. */
/** @type {Readonly<Record<string, Words>>} */
const words = {
  'volumes.types': {title: 'Volume prices', one: 'price', name: 'volume-prices'},
  'objectStorage.types': {title: 'Object storage prices', one: 'price', name: 'object-storage-prices'},
  'objectStorage.endpoints': {
    title: 'Storage endpoints',
    one: 'endpoint',
    name: 'storage-endpoints',
    key: ['region', 'endpoint_type', 's3_endpoint'],
  },
  'nodebalancers.types': {title: 'NodeBalancer prices', one: 'price', name: 'nodebalancer-prices'},
  'longview.types': {title: 'Longview prices', one: 'price', name: 'longview-prices'},
  'networkTransfer.prices': {title: 'Transfer prices', one: 'price', name: 'transfer-prices'},
  'regions.availability': {
    title: 'Plan availability',
    one: 'plan in a region',
    name: 'plan-availability',
    key: ['region', 'plan'],
  },
  'maintenance.policies': {title: 'Maintenance policies', one: 'policy', name: 'maintenance-policies'},
};

/** Titles of fields that do not follow from their names. @type {Readonly<Record<string, string>>} */
const titles = {
  id: 'ID',
  slug: 'ID',
  is_default: 'Default',
  notification_period_sec: 'Notice',
  region_prices: 'In other regions',
};

/** @type {Readonly<Record<string, string>>} */
const kindsByUnit = {seconds: 'duration', percent: 'percent', bytes: 'bytes', MB: 'megabytes', GB: 'gigabytes'};

const capitalize = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);
const titleOf = (/** @type {string} */ name) => titles[name] ?? capitalize(name.replaceAll('_', ' '));

/** @param {Field} field @param {string} name */
function kindOf(field, name) {
  if (field.facts.wire !== undefined) return `@${field.facts.wire}`;
  switch (field.kind) {
    case 'integer':
    case 'number':
      return name === 'hourly' || name === 'monthly' ? name : (kindsByUnit[field.facts.unit ?? ''] ?? 'number');
    case 'flag':
    case 'list':
    case 'object':
    case 'choice':
      return field.kind;
    case 'text':
      return field.facts.format === 'date-time' ? 'moment' : 'text';
    default:
      throw new Error(`A described list has a field of the kind ${field.kind}: ${name}`);
  }
}

/** @param {Readonly<Record<string, Field>>} fields @param {string} [before] @returns {string[]} */
function entries(fields, before = '') {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = before + name;
    const own = `${path} ${kindOf(field, name)} ${titleOf(name)}`;
    if (field.kind === 'object') return [own, ...entries(field.fields, `${path}.`)];
    if (field.kind === 'list' && field.item.kind === 'object')
      return [own, ...entries(field.item.fields, `${path}[].`)];
    return [own];
  });
}

/** The operations that families written by hand read, as their list or in a tab. */
const readByHand = new Set(
  handWrittenFamilies.flatMap(({source, detail}) => [
    source,
    ...detail.flatMap(tab =>
      'operation' in tab ? [tab.operation] : 'requests' in tab ? tab.requests.map(({operation}) => operation) : [],
    ),
  ]),
);

const described = [...endpointsOf(contract)].filter(
  ({id, method, params, spec}) =>
    spec.today && method === 'GET' && spec.page && Object.keys(params).length === 0 && !readByHand.has(id),
);

const quote = (/** @type {string} */ text) => `'${text.replaceAll("'", "\\'")}'`;
const quoteAll = (/** @type {readonly string[]} */ texts) => `[${texts.map(quote).join(', ')}]`;

const fieldsLine = (/** @type {string} */ text) =>
  text.length > 105 ? `    fields:\n      ${text},` : `    fields: ${text},`;

/** @param {import('../src/contract/schema/endpoint.ts').Endpoint} endpoint */
function listOf({id, spec}) {
  const page = /** @type {Model} */ (spec.page);
  const family = id.replace(/\.list$/, '');
  const {title, one, name, key} = words[family] ?? {
    title: capitalize(family.replaceAll('.', ' ')),
    one: 'entry',
    name: family.replaceAll('.', '-').toLowerCase(),
  };
  const keys = key ?? [keyOf(page) ?? Object.keys(page.fields)[0] ?? 'id'];
  const position = keys.length === 1 ? page.fields[keys[0] ?? '']?.facts.wire : undefined;
  const columns = spec.columns ?? Object.keys(page.fields).filter(field => page.fields[field]?.kind !== 'list');
  return [
    `  ${quote(family)}: {`,
    `    title: ${quote(title)},`,
    `    one: ${quote(one)},`,
    `    name: ${quote(name)},`,
    `    key: ${quoteAll(keys)},`,
    ...(position === undefined ? [] : [`    identifier: ${quote(position)},`]),
    ...('label' in page.fields ? [`    label: 'label',`] : []),
    `    columns: ${quoteAll(columns)},`,
    fieldsLine(quote(entries(page.fields).join(';'))),
    `  },`,
  ].join('\n');
}

keepDocument(
  'src/families/described/described-lists.ts',
  `/** Generated from src/contract/ by \`node scripts/generate-described.mjs\`: the lists that have no family written by hand. */
import type {DescribedId} from '../shape/resource.ts';
import type {ListDescription} from './list-description.ts';

export const describedLists: Readonly<Record<DescribedId, ListDescription>> = {
${described.map(listOf).join('\n')}
};
`,
);
