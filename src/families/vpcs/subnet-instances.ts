/** The instances with an interface in a subnet. */
import type {VpcSubnet} from '../../contract/resources/vpcs.ts';
import {type Cell, cellText, noneCell} from '../format/cells.ts';
import type {Lookup} from '../shape/define-family.ts';

/** The IDs of the instances in some subnets, each once. */
export const instanceIds = (subnets: readonly VpcSubnet[]): readonly number[] => [
  ...new Set(subnets.flatMap(({computes}) => computes.map(({id}) => id))),
];

/** The labels of instances, or their IDs until they are loaded. */
export const instanceCells = (ids: readonly number[], lookup: Lookup): readonly Cell[] =>
  ids.length === 0 ? [noneCell] : ids.map(id => lookup.find('instances', id)?.label ?? `instance ${id}`);

/** "web-01, web-02" */
export const instanceText = (ids: readonly number[], lookup: Lookup): string =>
  instanceCells(ids, lookup).map(cellText).join(', ');

/** The reason why a subnet with interfaces, or its VPC, can't be deleted. */
export function unlessUnused(subnets: readonly VpcSubnet[], lookup: Lookup): string | undefined {
  const ids = instanceIds(subnets);
  return ids.length === 0 ? undefined : `it is used by ${instanceText(ids, lookup)}: remove the interfaces first`;
}
