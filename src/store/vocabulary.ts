/** What the settings may name of the account's families: views, columns, actions with their keys. */
import {columnId, type Family} from '../families/define.ts';
import {findFamily} from '../families/registry.ts';
import type {NamedFamily, Vocabulary} from '../profiles/vocabulary.ts';

const told = ({id, columns, actions}: Family): NamedFamily => ({
  id,
  columns: columns.map(columnId),
  actions: Object.entries(actions).map(([name, {key}]) => ({name, key})),
});

export const vocabulary: Vocabulary = {
  family(name) {
    const family = findFamily(name);
    return family && told(family);
  },
};
