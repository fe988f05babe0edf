/** Names that `get` can read: the families, and every other operation of the API that reads. */
import {type Endpoint, isMutation} from '../../contract/schema/endpoint.ts';
import {families, findFamily} from '../../families/registry.ts';
import type {Family} from '../../families/shape/define-family.ts';
import {nearestNames} from '../../platform/text/nearest-names.ts';
import {contractIdentifiers, type Identifiers} from '../../store/api/identifiers.ts';
import {UsageError} from '../io/command-errors.ts';
import {familyName, idName, idNamesOf, operations} from './action-names.ts';

export type Readable = {readonly family: Family} | {readonly endpoint: Endpoint};

/** Operations that families use: the list, and a single row of it. */
const familyOperations = new Set(families.flatMap(({id, source}) => [source, `${id}.get`]));

/** Reading operations that no family uses. */
export const otherOperations: readonly Endpoint[] = [...operations.values()].filter(
  endpoint => !isMutation(endpoint) && !familyOperations.has(endpoint.id),
);

/** `instances.stats` for `instances.stats.get`: the shortest name that users can type. */
const shortOperationName = ({id}: Endpoint): string => id.replace(/\.(?:get|list|read)$/, '');

/** The usage of a reading operation, without `skydeck`. */
export function usageOfGet(endpoint: Endpoint, identifiers: Identifiers = contractIdentifiers): string {
  const family = families.find(({id, source}) => endpoint.id === source || endpoint.id === `${id}.get`);
  if (!family)
    return [
      'get',
      shortOperationName(endpoint),
      ...Object.keys(endpoint.params).map(name => idName(name, identifiers)),
      ...(endpoint.spec.host === 'metrics' ? ['RESOURCE...'] : []),
    ].join(' ');
  return [
    'get',
    familyName(family),
    ...idNamesOf(family, endpoint.id === family.source ? 'list' : 'row', identifiers),
  ].join(' ');
}

/**
 * Finds a family, or another reading operation, by a typed name.
 * @throws UsageError with suggestions
 */
export function resolveReadable(name: string): Readable {
  const family = findFamily(name);
  if (family) return {family};
  const lowerCase = name.trim().toLowerCase();
  const endpoint = otherOperations.find(operation =>
    [operation.id, shortOperationName(operation)].some(id => id.toLowerCase() === lowerCase),
  );
  if (endpoint) return {endpoint};
  const others = otherOperations.map(shortOperationName);
  throw new UsageError(
    unknownFamilyText(name, new Map([...familyNames(), ...others.map((other): [string, string] => [other, other])])),
  );
}

/** @throws UsageError with suggestions */
export function resolveFamily(name: string): Family {
  const family = findFamily(name);
  if (family) return family;
  throw new UsageError(unknownFamilyText(name, new Map(familyNames())));
}

/** The short name of a nested family, if no other family has it. */
function lastIdPart({id}: Family): string[] {
  const lastPart = id.slice(id.lastIndexOf('.') + 1);
  return findFamily(lastPart) ? [] : [lastPart];
}

/** Every name of a family, with the name for messages. */
const familyNames = (): [string, string][] =>
  families.flatMap(family =>
    [familyName(family), family.id, ...lastIdPart(family), ...family.aliases].map((name): [string, string] => [
      name,
      familyName(family),
    ]),
  );

function unknownFamilyText(name: string, names: ReadonlyMap<string, string>): string {
  const suggestions = [...new Set(nearestNames(name, names.keys()).map(match => names.get(match) ?? match))];
  if (suggestions.length > 0) return `Unknown resource type "${name}". Did you mean ${suggestions.join(' or ')}?`;
  return `Unknown resource type "${name}". Run "skydeck get --help" for the list.`;
}
