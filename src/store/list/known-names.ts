/** Names of the account's families that the settings may use: views, columns, and actions with their keys. */

import {families, findFamily} from '../../families/registry.ts';
import {columnId, type Family} from '../../families/shape/define-family.ts';
import type {KnownFamily, KnownNames} from '../../profiles/settings.ts';
import {contractFields} from './filter-fields.ts';
import {filterProblem} from './filter-problem.ts';

const namedFamily = (family: Family): KnownFamily => ({
  id: family.id,
  columns: family.columns.map(columnId),
  actions: Object.entries(family.actions).map(([name, {key}]) => ({name, key})),
  fields: () => contractFields(family),
});

export const knownNames: KnownNames = {
  family(name) {
    const family = findFamily(name);
    return family && namedFamily(family);
  },
  families: () => families.map(namedFamily),
  filterProblem(filter, name) {
    const family = name === undefined ? undefined : findFamily(name);
    return filterProblem(filter, family ? [family] : families);
  },
};
