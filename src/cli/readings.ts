/** What can be read by name: the families, and every other reading operation of the API. */
import type {Endpoint} from '../contract/endpoint.ts';
import type {Family} from '../families/define.ts';
import {families, findFamily} from '../families/registry.ts';
import {nearestNames} from '../platform/text/nearest.ts';
import {contractIdentifiers, type Identifiers} from '../store/identifiers.ts';
import {Usage} from './account.ts';
import {idName, idsOf, operations, shortName} from './actions.ts';

export type Reading = {readonly family: Family} | {readonly endpoint: Endpoint};

/** Operations that a family reads by itself: its list, and one of it. */
const ofFamilies = new Set(families.flatMap(({id, source}) => [source, `${id}.get`]));

/** What no family reads, by its operation. */
export const otherReadings: readonly Endpoint[] = [...operations.values()].filter(
  ({id, method}) => method === 'GET' && !ofFamilies.has(id),
);

/** `instances.stats` for `instances.stats.get`: as short as it can be typed. */
const readingName = ({id}: Endpoint): string => id.replace(/\.(?:get|list)$/, '');

/** How a reading operation is asked for on the command line, without `skydeck`. */
export function readingUsage(endpoint: Endpoint, identifiers: Identifiers = contractIdentifiers): string {
  const family = families.find(({id, source}) => endpoint.id === source || endpoint.id === `${id}.get`);
  if (!family)
    return ['get', readingName(endpoint), ...Object.keys(endpoint.params).map(name => idName(name, identifiers))].join(
      ' ',
    );
  return ['get', shortName(family), ...idsOf(family, endpoint.id !== family.source, identifiers)].join(' ');
}

/** A family, or an operation that answers something else, as typed. @throws Usage with what is near */
export function readingNamed(name: string): Reading {
  const family = findFamily(name);
  if (family) return {family};
  const wanted = name.trim().toLowerCase();
  const endpoint = otherReadings.find(one => [one.id, readingName(one)].some(id => id.toLowerCase() === wanted));
  if (endpoint) return {endpoint};
  const others = otherReadings.map(readingName);
  throw new Usage(
    unknown(name, new Map([...familyNames(), ...others.map((other): [string, string] => [other, other])])),
  );
}

/** @throws Usage with what is near */
export function familyNamed(name: string): Family {
  const family = findFamily(name);
  if (family) return family;
  throw new Usage(unknown(name, new Map(familyNames())));
}

/** What one below others is called without them, where nothing else is. */
function ownName({id}: Family): string[] {
  const own = id.slice(id.lastIndexOf('.') + 1);
  return findFamily(own) ? [] : [own];
}

/** Every name of a family, with the one that is said back. */
const familyNames = (): [string, string][] =>
  families.flatMap(family =>
    [shortName(family), family.id, ...ownName(family), ...family.aliases].map((name): [string, string] => [
      name,
      shortName(family),
    ]),
  );

function unknown(name: string, names: ReadonlyMap<string, string>): string {
  const near = [...new Set(nearestNames(name, names.keys()).map(found => names.get(found) ?? found))];
  if (near.length > 0) return `there is no family "${name}": did you mean ${near.join(' or ')}?`;
  const shown = families.filter(({group}) => group !== undefined).map(shortName);
  return `there is no family "${name}": there are ${shown.join(', ')}; skydeck do --help has all of them`;
}
