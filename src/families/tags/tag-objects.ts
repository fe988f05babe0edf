/** Objects with a tag: a mixed list whose rows represent resources of other families (D1 §2.6). */
import type {TaggedObject} from '../../contract/tags.ts';
import {entityNoun, entityRef} from '../events/event-entities.ts';
import {cellFor, listCell} from '../format/cells.ts';
import {defineFamily} from '../shape/define-family.ts';

const labelOf = (row: TaggedObject): string => ('domain' in row.data ? row.data.domain : row.data.label);
const idOf = (row: TaggedObject): number => row.data.id;
const keyOf = (type: string | undefined, row: TaggedObject): string => `${type ?? '?'}/${idOf(row) ?? '?'}`;

export const tagObjects = defineFamily('tags.objects', {
  title: 'Tagged resources',
  one: 'tagged object',
  key: row => keyOf(row.type, row),
  idText: (row, lookup) => keyOf(row.type && lookup.spell('entity-type', row.type), row),
  label: labelOf,
  columns: [
    {id: 'label', title: 'Label', grow: true, value: row => cellFor(labelOf(row))},
    {field: 'type', title: 'Type', identifier: 'entity-type', format: type => entityNoun(type)},
    {id: 'status', title: 'Status', value: row => cellFor('status' in row.data ? row.data.status : null)},
    {id: 'region', title: 'Region', priority: 2, value: row => cellFor('region' in row.data ? row.data.region : null)},
    {id: 'tags', title: 'Tags', priority: 3, max: 30, value: row => listCell(row.data.tags)},
    {
      id: 'id',
      title: 'ID',
      align: 'right',
      priority: 2,
      value: row => cellFor(idOf(row)),
      kind: 'number',
      measure: idOf,
    },
  ],
  detail: [],
  actions: {},
  represents: row => {
    const ref = entityRef({type: row.type, id: idOf(row)});
    return ref && {ref, row: row.data};
  },
  search: row => String(idOf(row) ?? ''),
});
