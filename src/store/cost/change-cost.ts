/** The difference that a change makes to the monthly price of its rows, in total. */
import {resourcePrice} from '../../families/cost/resource-prices.ts';
import {monthly} from '../../families/format/format.ts';
import type {AnyRow, FamilyId, Lookup} from '../../families/shape/define-family.ts';

interface ChangedPart {
  readonly row: AnyRow | undefined;
  readonly body: AnyRow | undefined;
}

interface Repricing {
  readonly family: FamilyId;
  /** Fields of the body that take the place of those of the row. */
  readonly fields?: readonly string[];
  /** Values of the row after the change. */
  readonly values?: AnyRow;
  /** The row no longer exists afterwards, or exists twice. */
  readonly becomes?: 'gone' | 'two';
}

const databaseChanges = (engine: 'mysql' | 'postgresql' | 'mongodb'): Readonly<Record<string, Repricing>> => ({
  [`databases.${engine}.update`]: {family: 'databases.instances', fields: ['type', 'cluster_size']},
  [`databases.${engine}.delete`]: {family: 'databases.instances', becomes: 'gone'},
  [`databases.${engine}.suspend`]: {family: 'databases.instances', values: {status: 'suspended'}},
  [`databases.${engine}.resume`]: {family: 'databases.instances', values: {status: 'active'}},
});

/**
 * The operations that change the price of a row. The deletion of a Kubernetes cluster is not among them: its nodes are
 * deleted with it.
 */
const repricings: Readonly<Record<string, Repricing>> = {
  'instances.resize': {family: 'instances', fields: ['type']},
  'instances.rebuild': {family: 'instances', fields: ['type']},
  'instances.migrate': {family: 'instances', fields: ['region']},
  'instances.delete': {family: 'instances', becomes: 'gone'},
  'volumes.resize': {family: 'volumes', fields: ['size']},
  'volumes.clone': {family: 'volumes', becomes: 'two'},
  'volumes.delete': {family: 'volumes', becomes: 'gone'},
  'nodebalancers.delete': {family: 'nodebalancers', becomes: 'gone'},
  ...databaseChanges('mysql'),
  ...databaseChanges('postgresql'),
  ...databaseChanges('mongodb'),
};

/** The difference of the price of a month; undefined if one of the prices is unknown. */
function differenceOf(
  {family, fields = [], values, becomes}: Repricing,
  {row, body}: ChangedPart,
  lookup: Lookup,
): number | undefined {
  if (row === undefined) return undefined;
  const sent = fields.filter(name => body?.[name] !== undefined && body[name] !== null);
  const isSame = values === undefined && sent.every(name => body?.[name] === row[name]);
  if (becomes === undefined && isSame) return 0;
  const before = resourcePrice(family, row, lookup);
  if (before === undefined) return undefined;
  if (becomes !== undefined) return becomes === 'gone' ? -before.monthly : before.monthly;
  const changed = Object.fromEntries(sent.map(name => [name, body?.[name]]));
  const after = resourcePrice(family, {...row, ...changed, ...values}, lookup);
  return after && after.monthly - before.monthly;
}

/**
 * "Cost in total: +$96.00/mo.", "Cost in total: +$80.00/mo for 10 of 12; unknown for the other 2."; undefined for a change
 * that leaves all prices as they are.
 */
export function totalCostText(operation: string, parts: readonly ChangedPart[], lookup: Lookup): string | undefined {
  const repricing = Object.hasOwn(repricings, operation) ? repricings[operation] : undefined;
  if (repricing === undefined) return undefined;
  const differences = parts.map(part => differenceOf(repricing, part, lookup));
  const known = differences.filter(difference => difference !== undefined);
  const unknown = parts.length - known.length;
  if (known.length === 0) return 'Cost in total: unknown.';
  const sum = known.reduce((total, difference) => total + difference, 0);
  const amount = `${sum >= 0.005 ? '+' : ''}${monthly(Math.abs(sum) < 0.005 ? 0 : sum)}`;
  if (unknown > 0)
    return `Cost in total: ${amount} for ${known.length} of ${parts.length}; unknown for the other ${unknown}.`;
  return known.some(difference => difference !== 0) ? `Cost in total: ${amount}.` : undefined;
}
