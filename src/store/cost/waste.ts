/**
 * Waste: resources that cost money and seem unused. Each check needs lists; a check without all of its lists reports
 * that, because its result may be incomplete.
 */
import {type Price, resourcePrice} from '../../families/cost/resource-prices.ts';
import {addCost, type CostSum, noCost} from '../../families/cost/run-rate.ts';
import {countText, monthly} from '../../families/format/format.ts';
import {nounInSentence} from '../../families/format/nouns.ts';
import {familyOf} from '../../families/registry.ts';
import type {AnyRow, FamilyId, Lookup, PathParams, RowOf} from '../../families/shape/define-family.ts';

export type WasteCheckId = 'volumes' | 'instances' | 'addresses' | 'nodebalancers' | 'images';

/** A resource that a check found. */
export interface WasteItem {
  readonly check: WasteCheckId;
  readonly family: FamilyId;
  readonly row: AnyRow;
  /** "attached to no instance" */
  readonly reason: string;
  /** Undefined if the API has no price for it. */
  readonly price: Price | undefined;
}

/** A list that a check needs. */
interface NeededList {
  readonly family: FamilyId;
  readonly params?: PathParams;
}

interface WasteCheck {
  readonly id: WasteCheckId;
  /** "Volumes that are attached to no instance" */
  readonly title: string;
  readonly family: FamilyId;
  /** The lists that the check needs. */
  readonly needs: (lookup: Lookup) => readonly NeededList[];
  /** The rows in the loaded lists, each with its reason. */
  readonly find: (lookup: Lookup) => readonly {readonly row: object; readonly reason: string}[];
}

export interface WasteCheckResult extends Pick<WasteCheck, 'id' | 'title' | 'family'> {
  /** True if all lists that the check needs are loaded. */
  readonly isDone: boolean;
  /** The lists that are not loaded completely, by resource type, with the number of lists. */
  readonly unread: ReadonlyMap<FamilyId, number>;
  /** True if one of these lists could not be read; otherwise they are being read. */
  readonly hasFailed: boolean;
}

export interface WasteReport {
  readonly checks: readonly WasteCheckResult[];
  /** Sorted by price, highest first; items without a known price are last. */
  readonly items: readonly WasteItem[];
  readonly total: CostSum;
}

const findUnattachedVolumes = (lookup: Lookup) =>
  lookup
    .rows('volumes')
    .filter(({compute_id: instance}) => instance === null)
    .map(row => ({row, reason: 'attached to no instance'}));

const findPoweredOffInstances = (lookup: Lookup) =>
  lookup
    .rows('instances')
    .filter(({status}) => status === 'offline' || status === 'stopped')
    .map(row => ({row, reason: 'powered off, and still billed'}));

/**
 * The row of an instance's address has the instance's ID, and the address of a NodeBalancer is in the NodeBalancer's
 * row.
 */
function findUnusedAddresses(lookup: Lookup) {
  if (!lookup.complete('nodebalancers')) return [];
  const balanced = new Set(lookup.rows('nodebalancers').map(({ipv4}) => ipv4));
  const isUnused = ({type, compute_id: instance, vpc_nat_1_1: vpc, address}: RowOf<'networking.ips'>): boolean =>
    type === 'ipv4' && (instance as number | null) === null && !vpc && !balanced.has(address);
  return lookup
    .rows('networking.ips')
    .filter(isUnused)
    .map(row => ({row, reason: 'used by no instance and no NodeBalancer'}));
}

const configsOf = ({id}: RowOf<'nodebalancers'>, lookup: Lookup) => {
  const params = {nodeBalancerId: id};
  return lookup.complete('nodebalancers.configs', params) ? lookup.rows('nodebalancers.configs', params) : undefined;
};

/** Without health checks the API counts every node as up, so the node may be healthy. */
const findIdleBalancers = (lookup: Lookup) =>
  lookup.rows('nodebalancers').flatMap(row => {
    const configs = configsOf(row, lookup);
    const counts = configs?.map(({nodes_status: nodes}) => nodes?.up);
    if (counts === undefined || !counts.every(count => count === 0)) return [];
    return [{row, reason: counts.length === 0 ? 'no port is configured' : 'no healthy node'}];
  });

const isShared = ({is_shared: shared, image_sharing: sharing}: RowOf<'images'>): boolean =>
  shared === true || (sharing?.shared_with?.sharegroup_count ?? 0) > 0;

/** Only the account's own images cost money, not public images, recovery images and images that others share. */
function findUnusedImages(lookup: Lookup) {
  if (!lookup.complete('instances')) return [];
  const used = new Set(lookup.rows('instances').map(({image}) => image));
  return lookup
    .rows('images')
    .filter(row => row.is_public === false && row.type === 'manual' && row.status === 'available')
    .filter(row => !isShared(row) && !used.has(row.id))
    .map(row => ({row, reason: 'no instance uses it'}));
}

const lists = (...families: readonly FamilyId[]): readonly NeededList[] => families.map(family => ({family}));

const wasteChecks: readonly WasteCheck[] = [
  {
    id: 'volumes',
    title: 'Volumes that are attached to no instance',
    family: 'volumes',
    needs: () => lists('volumes'),
    find: findUnattachedVolumes,
  },
  {
    id: 'instances',
    title: 'Instances that are powered off',
    family: 'instances',
    needs: () => lists('instances'),
    find: findPoweredOffInstances,
  },
  {
    id: 'addresses',
    title: 'IPv4 addresses that nothing uses',
    family: 'networking.ips',
    needs: () => lists('networking.ips', 'nodebalancers'),
    find: findUnusedAddresses,
  },
  {
    id: 'nodebalancers',
    title: 'NodeBalancers without a healthy node',
    family: 'nodebalancers',
    needs: lookup => [
      ...lists('nodebalancers'),
      ...lookup
        .rows('nodebalancers')
        .map(({id}) => ({family: 'nodebalancers.configs' as const, params: {nodeBalancerId: id}})),
    ],
    find: findIdleBalancers,
  },
  {
    id: 'images',
    title: 'Images that no instance uses',
    family: 'images',
    needs: () => lists('images', 'instances'),
    find: findUnusedImages,
  },
];

/** The lists that the checks read first. */
export const wasteFamilies: readonly FamilyId[] = ['volumes', 'instances', 'networking.ips', 'nodebalancers', 'images'];

const byPrice = ({price: left}: WasteItem, {price: right}: WasteItem): number =>
  (right?.monthly ?? -1) - (left?.monthly ?? -1);

function countLists(unread: readonly NeededList[]): ReadonlyMap<FamilyId, number> {
  const counts = new Map<FamilyId, number>();
  for (const {family} of unread) counts.set(family, (counts.get(family) ?? 0) + 1);
  return counts;
}

/**
 * The results of all checks, from the loaded lists.
 * @param hasUnreadable true if some items of a list could not be read
 */
export function findWaste(lookup: Lookup, hasUnreadable: (family: FamilyId) => boolean = () => false): WasteReport {
  const checks = wasteChecks.map(({id, title, family, needs}): WasteCheckResult => {
    const unread = needs(lookup).filter(
      ({family, params}) => !lookup.complete(family, params) || (params === undefined && hasUnreadable(family)),
    );
    return {
      ...{id, title, family},
      isDone: unread.length === 0,
      unread: countLists(unread),
      hasFailed: unread.some(({family, params}) => lookup.failed(family, params) || lookup.complete(family, params)),
    };
  });
  const items = wasteChecks
    .flatMap(({id: check, family, find}) =>
      find(lookup).map(({row, reason}): WasteItem => {
        const found = row as AnyRow;
        return {check, family, row: found, reason, price: resourcePrice(family, found, lookup)};
      }),
    )
    .sort(byPrice);
  return {checks, items, total: items.reduce((sum, {price}) => addCost(sum, price), noCost)};
}

/** "3 of 5 checks done." */
export function checksSentence(checks: readonly WasteCheckResult[]): string {
  const done = checks.filter(({isDone}) => isDone).length;
  return `${done} of ${checks.length} checks done.`;
}

/** "5 resources cost $61.00/mo in total. The price of 2 more is unknown." */
export function totalSentence({items, total, checks}: Pick<WasteReport, 'items' | 'total' | 'checks'>): string {
  const isWhole = checks.every(({isDone}) => isDone);
  if (items.length === 0) return isWhole ? 'No waste found.' : 'No waste found in the checks that were done.';
  const {count, unknown} = total;
  const known = count - unknown;
  if (known === 0) return `Found ${countText(count, 'resource')} whose price is unknown.`;
  const sum = `${countText(known, 'resource')} ${known === 1 ? 'costs' : 'cost'} ${monthly(total.monthly)} in total.`;
  return unknown === 0 ? sum : `${sum} The price of ${unknown} more is unknown.`;
}

/**
 * The reasons why a check is incomplete.
 * @param reasonOf the reason why a list of a resource type could not be read
 */
export const unreadReasons = (
  {unread}: WasteCheckResult,
  reasonOf: (family: FamilyId) => string | undefined,
): readonly string[] =>
  [...unread].map(([family, count]) => {
    const reason = reasonOf(family);
    const lists =
      count === 1
        ? nounInSentence(familyOf(family).title)
        : `${count} lists of ${nounInSentence(familyOf(family).title)}`;
    return reason === undefined ? `Couldn’t read ${lists}.` : `Couldn’t read ${lists}: ${reason}`;
  });
