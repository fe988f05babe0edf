/** The families of described lists. */
import type {Family} from '../shape/define-family.ts';
import type {DescribedId} from '../shape/resource.ts';
import {describedFamily} from './described-family.ts';
import {describedLists} from './described-lists.ts';

export const describedFamilies: readonly Family[] = Object.entries(describedLists).map(([id, list]) =>
  describedFamily(id as DescribedId, list),
);
