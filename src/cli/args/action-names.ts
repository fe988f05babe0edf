/** Finds actions by the names that users type: `volumes.attach`, `instances.disks.resize`. */

import {contract} from '../../contract/index.ts';
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import {endpointsOf} from '../../contract/schema/family.ts';
import {families, findFamily} from '../../families/registry.ts';
import type {AnyAction, Family} from '../../families/shape/define-family.ts';
import {contractIdentifiers, type Identifiers} from '../../store/api/identifiers.ts';
import {UsageError} from '../io/command-errors.ts';
import {suggestion, suggestionAmong} from '../io/did-you-mean.ts';

export interface NamedAction {
  readonly family: Family;
  readonly name: string;
  readonly action: AnyAction;
  readonly endpoint: Endpoint;
  /** The names of the IDs before the flags, parents first. */
  readonly idNames: readonly string[];
  /** The provider's spelling of identifiers. */
  readonly identifiers: Identifiers;
}

/** Every operation of the API, by its ID. */
export const operations: ReadonlyMap<string, Endpoint> = new Map(
  [...endpointsOf(contract)].map(endpoint => [endpoint.id, endpoint]),
);

export function endpointOf(id: string): Endpoint {
  const endpoint = operations.get(id);
  if (!endpoint) throw new Error(`the contract has no operation ${id}`);
  return endpoint;
}

/** The name of a path parameter, spelled like a field: the provider's ID prefix is translated as in names of fields. */
const fieldNameOf = (param: string, identifiers: Identifiers): string =>
  identifiers.fieldName(param.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`));

/** `computeId` as a usage line shows it. */
export const idName = (name: string, identifiers: Identifiers = contractIdentifiers): string =>
  fieldNameOf(name, identifiers).replaceAll('_', '-').toUpperCase();

/** A path with the names of its parameters, in the provider's spelling. */
export const documentedPath = (path: string, identifiers: Identifiers): string =>
  identifiers.path(path).replace(/\{(\w+)\}/g, (_, name: string) => {
    const fieldName = fieldNameOf(name, identifiers).replace(/_([a-z])/g, (__, letter: string) => letter.toUpperCase());
    return `{${fieldName}}`;
  });

/** The path parameters of a family's list, or of one of its rows. */
export function idNamesOf(
  family: Family,
  target: 'list' | 'row',
  identifiers: Identifiers = contractIdentifiers,
): readonly string[] {
  const nameOf = (name: string) => idName(name, identifiers);
  const listParams = Object.keys(endpointOf(family.source).params);
  if (target === 'list' || family.single) return listParams.map(nameOf);
  const endpoint = operations.get(`${family.id}.get`);
  const ownParams = Object.keys(endpoint?.params ?? {}).filter(name => !listParams.includes(name));
  // A bucket is identified by its cluster and its name: both together are its ID.
  return [...listParams.map(nameOf), ownParams.map(nameOf).join('/') || 'ID'];
}

/** `COMPUTE-ID and DISK-ID (IDs or labels)`, for messages about missing IDs. Empty without names. */
export function neededIds(names: readonly string[]): string {
  const hint = names.length === 1 ? 'an ID or a label' : 'IDs or labels';
  return names.some(name => name.endsWith('ID')) ? `${names.join(' and ')} (${hint})` : names.join(' and ');
}

/** True when a line may name several rows for the action. */
export const takesManyRows = ({family, action}: Pick<NamedAction, 'family' | 'action'>): boolean =>
  action.on === 'row' && action.elsewhere === undefined && !family.single;

/** The name of a family on a command line: its short name if that is unique. */
export const familyName = (family: Family): string =>
  findFamily(family.name)?.id === family.id ? family.name.toLowerCase() : family.id;

/** The name of an action on a command line; an operation of another group keeps its own ID. */
export const actionName = ({family, name, action}: Pick<NamedAction, 'family' | 'name' | 'action'>): string =>
  name === action.operation ? name : `${family.id}.${name}`;

function toNamedAction(family: Family, name: string, action: AnyAction): NamedAction {
  return {
    family,
    name,
    action,
    endpoint: endpointOf(action.operation),
    idNames: idNamesOf(family, action.on === 'row' ? 'row' : 'list'),
    identifiers: contractIdentifiers,
  };
}

let namedActions: readonly NamedAction[] | undefined;

/** All actions, in the order of the families. */
export const allActions = (): readonly NamedAction[] =>
  (namedActions ??= families.flatMap(family =>
    Object.entries(family.actions).flatMap(([name, action]) =>
      action.elsewhere === undefined ? [toNamedAction(family, name, action)] : [],
    ),
  ));

export const actionsOf = (family: Family): readonly NamedAction[] =>
  allActions().filter(candidate => candidate.family === family);

/**
 * Finds an action by a typed name.
 * @throws UsageError with suggestions
 */
export function resolveAction(text: string, identifiers: Identifiers = contractIdentifiers): NamedAction {
  const namedAction = findAction(text);
  return {
    ...namedAction,
    identifiers,
    idNames: idNamesOf(namedAction.family, namedAction.action.on === 'row' ? 'row' : 'list', identifiers),
  };
}

function findAction(text: string): NamedAction {
  const lowerCase = text.toLowerCase();
  const all = allActions();
  const exact = all.find(candidate => actionName(candidate).toLowerCase() === lowerCase);
  if (exact) return exact;
  let offeredElsewhere: NamedAction | undefined;
  let unknownAction: {readonly family: Family; readonly rest: string} | undefined;
  for (let dot = lowerCase.lastIndexOf('.'); dot > 0; dot = lowerCase.lastIndexOf('.', dot - 1)) {
    const family = findFamily(lowerCase.slice(0, dot));
    if (!family) continue;
    const rest = lowerCase.slice(dot + 1);
    const [name, action] = Object.entries(family.actions).find(([key]) => key.toLowerCase() === rest) ?? [];
    // The rules of a firewall have the same action as the firewall, and only the firewall offers it.
    if (name && action && action.elsewhere === undefined) return toNamedAction(family, name, action);
    if (name && action) offeredElsewhere ??= toNamedAction(family, name, action);
    else unknownAction ??= {family, rest};
  }
  // The action with the same operation that is offered elsewhere; if none exists, the action itself, which is then
  // refused with a reason.
  if (offeredElsewhere) {
    const {operation} = offeredElsewhere.action;
    return all.find(candidate => candidate.action.operation === operation) ?? offeredElsewhere;
  }
  if (unknownAction) {
    const {family, rest} = unknownAction;
    const names = actionsOf(family).map(candidate => candidate.name);
    const hint =
      names.length === 0 ? childActionsHint(lowerCase.slice(0, -rest.length - 1), rest, all) : suggestion(rest, names);
    throw new UsageError(`${family.title} have no action "${rest}"${hint || `: there are ${names.join(', ')}`}`);
  }
  if (findFamily(lowerCase)) throw new UsageError(`${text} needs an action: skydeck do ${text} --help lists them`);
  const near = suggestionAmong(text, all.map(actionName)) || ': skydeck do --help lists them';
  throw new UsageError(`Unknown action "${text}"${near}`);
}

/** If a family has no actions, its child families may have some: databases, where each engine has its own. */
function childActionsHint(text: string, rest: string, all: readonly NamedAction[]): string {
  const below = all.filter(candidate => candidate.family.id.toLowerCase().startsWith(`${text}.`));
  const sameNamed = below.filter(({name}) => name.toLowerCase() === rest);
  const names = (sameNamed.length > 0 ? sameNamed : below).map(actionName);
  return names.length > 0
    ? `: there are ${names.join(', ')}`
    : ': they have none; skydeck do --help lists those of all families';
}
