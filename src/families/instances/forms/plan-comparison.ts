/** Comparison of plans: the resources of an instance now and after the change, and the prices. */
import type {Instance} from '../../../contract/instances/index.ts';
import type {InstanceType} from '../../../contract/resources/types.ts';
import {hasNewBackups} from '../../cost/new-backups.ts';
import {allotment, costText, megabytes, money, monthly} from '../../format/format.ts';
import {monthlyIn, monthlyTextIn} from '../../format/prices.ts';
import type {Comparison} from '../../shape/actions.ts';
import type {Lookup} from '../../shape/define-family.ts';

const backupPriceIn = (plan: InstanceType | undefined, region: string | undefined): number | undefined =>
  monthlyIn(plan?.addons?.backups, region);

const monthlyText = (price: number | undefined): string => (price === undefined ? 'unknown' : monthly(price));

/** The region that the user has chosen in a form. */
export const formRegion = ({region}: Readonly<Record<string, unknown>>): string | undefined =>
  typeof region === 'string' ? region : undefined;

/**
 * "8 GB RAM", "4 VCPU", "160 GB", "$40.00/mo", "+$20.00": on a narrow screen the RAM is hidden first, because the name
 * contains it, and the price last.
 */
export function planComparison(
  plan: InstanceType,
  row?: Instance,
  lookup?: Lookup,
  region = row?.region,
): readonly string[] {
  const before = row && lookup?.find('types', row.type);
  const [now, then] = [monthlyIn(plan, region), monthlyIn(before, region)];
  const isDifferent = now !== undefined && then !== undefined && now !== then;
  const difference = isDifferent ? `${now > then ? '+' : ''}${money(now - then)}` : '';
  const use = lookup && diskUse(row, lookup);
  const note = use !== undefined && use.total > plan.disk ? 'disks shrink' : '';
  return [
    `${megabytes(plan.memory)} RAM`,
    `${plan.vcpus ?? '?'} VCPU`,
    megabytes(plan.disk),
    note,
    monthlyTextIn(plan, region),
    ...(before ? [difference] : []),
  ];
}

/** Changes by another plan, one per line; unchanged values are omitted, except the price. */
export function planChanges(row: Instance, targetType: string | undefined, lookup: Lookup): readonly Comparison[] {
  const before = lookup.find('types', row.type);
  const after = lookup.find('types', targetType);
  if (!before || !after || before === after) return [];
  const compare = (title: string, part: (plan: InstanceType) => string): readonly Comparison[] =>
    part(before) === part(after) ? [] : [{title, before: part(before), after: part(after)}];
  return [
    ...compare('VCPU', ({vcpus}) => String(vcpus)),
    ...compare('RAM', ({memory}) => megabytes(memory)),
    ...compare('Disk', ({disk}) => megabytes(disk)),
    ...compare('Transfer a month', ({transfer}) => allotment(transfer)),
    {
      title: 'Price',
      before: monthlyText(monthlyIn(before, row.region)),
      after: monthlyText(monthlyIn(after, row.region)),
    },
    ...(row.backups.enabled ? compare('Backups', plan => monthlyText(backupPriceIn(plan, row.region))) : []),
  ];
}

/** "Cost: +$24.00/mo. The price goes from $24.00/mo to $48.00/mo." */
export const priceChange = (row: Instance, targetType: string, lookup: Lookup): string =>
  priceWords(
    monthlyIn(lookup.find('types', row.type), row.region),
    monthlyIn(lookup.find('types', targetType), row.region),
  );

/** The price change by a move to another region; undefined if the price doesn't change. */
export function priceOfMove(row: Instance, region: string, lookup: Lookup): string | undefined {
  const plan = lookup.find('types', row.type);
  const total = (regionId: string): number | undefined => {
    const price = monthlyIn(plan, regionId);
    const backups = row.backups.enabled ? backupPriceIn(plan, regionId) : 0;
    return price === undefined || backups === undefined ? undefined : price + backups;
  };
  const [before, after] = [total(row.region), total(region)];
  return before === undefined || after === undefined || before === after ? undefined : priceWords(before, after);
}

function priceWords(before: number | undefined, after: number | undefined): string {
  const text = `The price goes from ${monthlyText(before)} to ${monthlyText(after)}.`;
  if (before === undefined || after === undefined || before === after) return text;
  return `${costText(after - before)}. ${text}`;
}

/** "Cost: +$24.00/mo, and +$5.00/mo for backups, billed from creation." */
export function costSentence(targetType: unknown, requestedBackups: unknown, lookup: Lookup, region: unknown): string {
  const plan = typeof targetType === 'string' ? lookup.find('types', targetType) : undefined;
  const regionId = typeof region === 'string' ? region : undefined;
  const price = monthlyIn(plan, regionId);
  if (price === undefined) return 'Couldn’t read the price. Billing starts immediately.';
  const backupPrice = backupPriceIn(plan, regionId);
  const hasBackups = hasNewBackups(requestedBackups, lookup);
  const condition = hasBackups === undefined ? ' if the account enables them' : '';
  const backupText =
    hasBackups === false
      ? ''
      : `, and ${backupPrice === undefined ? 'an unknown price' : `+${monthly(backupPrice)}`} for backups${condition}`;
  return `${costText(price)}${backupText}, billed from creation.`;
}

/** The space that the disks use, in MB; undefined until all disks are loaded. */
function diskUse(
  row: Instance | undefined,
  lookup: Lookup,
): {readonly total: number; readonly largest: number} | undefined {
  const params = row && {computeId: row.id};
  if (!params || !lookup.complete('instances.disks', params)) return undefined;
  const disks = lookup.rows('instances.disks', params);
  const sizes = disks.map(({size}) => size);
  const movable = disks.filter(({filesystem}) => filesystem !== 'swap').map(({size}) => size);
  return {total: sizes.reduce((sum, size) => sum + size, 0), largest: Math.max(0, ...movable)};
}

/**
 * D2 §3, §4.1 r4: without automatic resizing, the disks must fit the plan unchanged; with it, one disk shrinks if its
 * content fits, and the others must fit.
 */
export function unlessPlanFits(
  plan: InstanceType,
  row: Instance | undefined,
  lookup: Lookup,
  {canResizeDisk}: {readonly canResizeDisk: boolean},
) {
  if (plan.id === row?.type) return 'current plan';
  const use = diskUse(row, lookup);
  const requiredMb = use === undefined ? 0 : canResizeDisk ? use.total - use.largest : use.total;
  if (use === undefined || requiredMb < plan.disk || (!canResizeDisk && requiredMb === plan.disk)) return undefined;
  return cannotHold(plan, canResizeDisk ? 'the other disks' : 'disks', requiredMb);
}

/** A copy must fit the plan of the new instance without resizing. */
export function unlessPlanFitsCopy(plan: InstanceType, row: Instance | undefined, lookup: Lookup): string | undefined {
  const use = diskUse(row, lookup);
  return use && use.total > plan.disk ? cannotHold(plan, 'disks', use.total) : undefined;
}

const cannotHold = (plan: InstanceType, subject: string, requiredMb: number): string =>
  `its ${megabytes(plan.disk)} cannot hold ${subject} of ${megabytes(requiredMb)}`;

/** The reduction of the largest disk by automatic resizing, if any. */
export function diskShrinkage(row: Instance, targetType: string | undefined, lookup: Lookup): readonly string[] {
  const use = diskUse(row, lookup);
  const plan = lookup.find('types', targetType);
  if (use === undefined || plan === undefined) return ['Going smaller, the data on its disks must fit.'];
  if (use.total <= plan.disk) return [];
  const availableMb = plan.disk - (use.total - use.largest);
  return [
    `The largest disk shrinks from ${megabytes(use.largest)} to ${megabytes(availableMb)}. The resize fails if its data doesn’t fit.`,
  ];
}
