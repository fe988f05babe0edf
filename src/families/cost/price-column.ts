/**
 * The column with the monthly price of a resource. It is hidden until the user chooses it, because it needs a price
 * list.
 */
import {type Cell, unknownCell} from '../format/cells.ts';
import {monthly} from '../format/format.ts';
import type {AnyRow, FamilyId, Lookup} from '../shape/resource.ts';
import {resourcePrice} from './resource-prices.ts';

/** An unknown price is a question mark, and never 0. */
export const resourcePriceColumn = (family: FamilyId) =>
  ({
    id: 'price',
    title: 'Price',
    align: 'right',
    optional: true,
    value: (row: AnyRow, lookup: Lookup): Cell => {
      const price = resourcePrice(family, row, lookup);
      return price ? monthly(price.monthly) : unknownCell;
    },
    kind: 'monthly',
    measure: (row: AnyRow, lookup: Lookup): number | undefined => resourcePrice(family, row, lookup)?.monthly,
  }) as const;
