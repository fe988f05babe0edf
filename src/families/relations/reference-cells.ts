/** Texts about the target of a reference, if the target is loaded. */
import type {Region} from '../../contract/resources/regions.ts';
import {type Cell, cellFor} from '../format/cells.ts';
import {countryName, monthly} from '../format/format.ts';
import {monthlyIn} from '../format/prices.ts';
import type {Lookup, Ref} from '../shape/define-family.ts';

const withDetail = (text: string, detail: string | undefined): Cell | readonly Cell[] =>
  detail ? [text, {text: detail, tone: 'dim'}] : text;

/** The location of a region: its label, or, if the provider doesn't return labels, its country. */
export const regionLocation = ({label, country: code}: Pick<Region, 'label' | 'country'>): string | undefined =>
  label || (code ? countryName(code) : undefined);

/** "us-east  Newark, NJ" */
export function regionCell(id: string | undefined, lookup: Lookup): Cell | readonly Cell[] {
  if (id === undefined) return cellFor(id);
  const region = lookup.find('regions', id);
  const outage = region?.status === 'outage';
  const cell = withDetail(id, region && regionLocation(region));
  return outage ? [...(Array.isArray(cell) ? cell : [cell as Cell]), {text: 'outage', tone: 'failed'}] : cell;
}

/** The region of a row, with its location. */
export const regionLine = {
  title: 'Region',
  value: ({region}: {readonly region: string}, lookup: Lookup) => regionCell(region, lookup),
  link: ({region}: {readonly region: string}): Ref => ({family: 'regions', id: region}),
} as const;

/** "Standard 4 GB  g6-standard-2 · $24.00/mo" */
export function planCell(id: string | undefined, lookup: Lookup, region?: string): Cell | readonly Cell[] {
  if (id === undefined) return cellFor(id);
  const plan = lookup.find('types', id);
  if (!plan) return id;
  const price = monthlyIn(plan, region);
  return withDetail(plan.label || id, [id, ...(price === undefined ? [] : [monthly(price)])].join(' · '));
}

/** "Debian 11  compute/debian11" */
export function imageCell(id: string | null | undefined, lookup: Lookup): Cell | readonly Cell[] {
  if (id === undefined || id === null) return cellFor(id);
  const label = lookup.find('images', id)?.label;
  const shownId = lookup.spell('image-or-kernel', id);
  return label ? withDetail(label, shownId) : shownId;
}
