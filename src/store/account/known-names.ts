/** Names of the account's families that the settings may use: views, columns, and actions with their keys. */

import {families, findFamily} from '../../families/registry.ts';
import {columnId, type Family} from '../../families/shape/define-family.ts';
import type {KnownFamily, KnownNames} from '../../profiles/settings.ts';

const namedFamily = ({id, columns, actions}: Family): KnownFamily => ({
  id,
  columns: columns.map(columnId),
  actions: Object.entries(actions).map(([name, {key}]) => ({name, key})),
});

export const knownNames: KnownNames = {
  family(name) {
    const family = findFamily(name);
    return family && namedFamily(family);
  },
  families: () => families.map(namedFamily),
};
