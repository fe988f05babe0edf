/** The lines of the sidebar: the families in groups. */
import type {Family, SidebarGroup} from '../../families/shape/define-family.ts';
import type {Destination} from '../context/navigation.ts';
import {clampScroll} from '../widgets/scroll.ts';

export interface SidebarHeading {
  readonly heading: string;
}

export interface SidebarItem {
  readonly title: string;
  /** Undefined for the overview. */
  readonly family: Family | undefined;
  readonly destination: Destination;
}

export type SidebarEntry = SidebarHeading | SidebarItem;

export const isItem = (entry: SidebarEntry): entry is SidebarItem => 'title' in entry;

const groups: Readonly<Record<SidebarGroup, string>> = {
  overview: '',
  compute: 'COMPUTE',
  storage: 'STORAGE',
  network: 'NETWORK',
  databases: 'DATABASES',
  monitoring: 'MONITORING',
  support: 'SUPPORT',
  account: 'ACCOUNT',
  catalog: 'CATALOG',
  more: 'MORE',
};

export function sidebarEntries(families: readonly Family[]): readonly SidebarEntry[] {
  const entries: SidebarEntry[] = [{title: 'Overview', family: undefined, destination: {page: 'overview'}}];
  for (const [group, heading] of Object.entries(groups)) {
    const members = families.filter(family => family.group === group);
    if (members.length === 0) continue;
    if (heading !== '') entries.push({heading});
    for (const family of members)
      entries.push({title: family.entry ?? family.title, family, destination: {family: family.id}});
  }
  return entries;
}

/** The index of the item that is closest to a destination; -1 if none is related to it. */
export function closestItem(items: readonly SidebarItem[], destination: Destination): number {
  const place = 'family' in destination ? destination.family : destination.page;
  const ranks = items.map(({family}) => kinship(family?.id ?? 'overview', place));
  const closest = Math.max(...ranks);
  return closest === 0 ? -1 : ranks.indexOf(closest);
}

/** The kinship of an item with a place that may have no item: its parent comes before its siblings. */
function kinship(item: string, place: string): number {
  if (item === place) return Number.POSITIVE_INFINITY;
  const [names, others] = [item.split('.'), place.split('.')];
  const differs = names.findIndex((name, at) => name !== others[at]);
  return differs < 0 ? names.length : Math.max(0, differs - 0.5);
}

/** The index of the first visible entry: the scroll position, moved as little as possible to show the current item. */
export function firstEntry(
  entries: readonly SidebarEntry[],
  current: SidebarItem | undefined,
  scrolled: number,
  rows: number,
): number {
  const line = current === undefined ? 0 : entries.indexOf(current);
  const {top} = clampScroll({cursor: line, top: scrolled}, entries.length, rows);
  // The overview stays visible as long as the current item fits below it.
  return top === 1 && line > 0 && line < rows ? 0 : top;
}
