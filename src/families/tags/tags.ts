/** Tags: labels that group resources of several families (D1 §4.5). */
import type {Tag} from '../../contract/tags.ts';
import {tagEvents} from '../event-words/account-events.ts';
import {countText} from '../format/format.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';

type Spec = FamilySpec<'tags', 'tag'>;

interface Tagged {
  readonly tags: readonly string[];
}
const countTagged = (rows: readonly Tagged[], tag: Tag): number =>
  rows.filter(row => row.tags.includes(tag.label)).length;

/** Types that can have a tag (D1 §2.6). */
const taggable = {
  instances: 'instance',
  volumes: 'Volume',
  domains: 'Domain',
  nodebalancers: 'NodeBalancer',
} as const;
const taggedFamilies = Object.keys(taggable) as (keyof typeof taggable)[];

/** The number of resources in a list that have the tag; for a list that is not loaded completely, "at least". */
function taggedCell(
  tag: Tag,
  lookup: Lookup,
  family: keyof typeof taggable,
  words: (n: number) => string = String,
): string | undefined {
  const count = countTagged(lookup.rows(family), tag);
  if (lookup.complete(family)) return words(count);
  return count > 0 ? `at least ${words(count)}` : undefined;
}

const taggedColumn = (
  family: keyof typeof taggable,
  title: string,
  priority: 1 | 2 | 3 | 4,
): NonNullable<Spec['columns']>[number] => ({
  id: family,
  title,
  align: 'right',
  priority,
  value: (row, lookup) => taggedCell(row, lookup, family) ?? {text: '?', tone: 'unknown'},
  kind: 'number',
  measure: (row, lookup) => (lookup.complete(family) ? countTagged(lookup.rows(family), row) : undefined),
  sortBy: (row, lookup) => countTagged(lookup.rows(family), row),
});

const detail: Spec['detail'] = [
  {title: 'Objects', list: 'tags.objects', params: row => ({label: row.label})},
  {
    title: 'Overview',
    sections: [
      {
        title: 'Tag',
        lines: [
          standard.labelLine,
          {title: 'Instances', value: (row, lookup) => taggedCell(row, lookup, 'instances')},
          {title: 'Volumes', value: (row, lookup) => taggedCell(row, lookup, 'volumes')},
          {title: 'Domains', value: (row, lookup) => taggedCell(row, lookup, 'domains')},
          {title: 'NodeBalancers', value: (row, lookup) => taggedCell(row, lookup, 'nodebalancers')},
        ],
      },
    ],
  },
  {title: 'Events', events: row => ({type: 'tag', id: row.label})},
];

const actions: Spec['actions'] = {
  create: {
    title: 'New tag…',
    undo: {action: 'delete'},
    eventActions: ['tag_create'],
    invalidates: taggedFamilies,
    form: {
      label: standard.labelInput,
      computes: {title: 'Instances', input: 'pickMany', family: 'instances'},
      volumes: {title: 'Volumes', input: 'pickMany', family: 'volumes'},
      domains: {title: 'Domains', input: 'pickMany', family: 'domains'},
      nodebalancers: {title: 'NodeBalancers', input: 'pickMany', family: 'nodebalancers'},
    },
  },
  delete: {
    ...standard.deleteAction,
    rowParams: row => ({label: row.label}),
    eventActions: ['tag_delete'],
    invalidates: taggedFamilies,
    warnings: ({row, lookup}) => {
      const counts = taggedFamilies.map(family => taggedCell(row, lookup, family, n => countText(n, taggable[family])));
      const from = counts.filter(part => part !== undefined).join(', ');
      return [`The tag is removed from all resources${from ? `: ${from}` : ''}. The resources are kept.`];
    },
  },
};

export const tags = defineFamily('tags', {
  title: 'Tags',
  one: 'tag',
  group: 'catalog',
  aliases: ['tag'],
  key: row => row.label,
  label: row => row.label,
  entity: 'tag',
  events: ['tag'],
  onEvent: tagEvents,
  sort: 'label',
  columns: [
    {field: 'label', title: 'Label', grow: true},
    taggedColumn('instances', 'Instances', 1),
    taggedColumn('volumes', 'Volumes', 2),
    taggedColumn('domains', 'Domains', 3),
    taggedColumn('nodebalancers', 'NodeBalancers', 4),
  ],
  detail,
  actions,
});
