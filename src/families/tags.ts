/** Tags: labels that hold resources of several families together (D1 §4.5). */
import type {Tag} from '../contract/tags.ts';
import {defineFamily, type FamilySpec, type Look} from './define.ts';
import {tagEvents} from './event-words/account.ts';
import {count} from './format.ts';
import {lastChange} from './sentence.ts';

type Spec = FamilySpec<'tags', 'tag'>;

interface Tagged {
  readonly tags: readonly string[];
}
const carrying = (rows: readonly Tagged[], tag: Tag): number => rows.filter(row => row.tags.includes(tag.label)).length;

/** How many resources of a list carry the tag; a list that is not read to its end gives "at least". */
function carriers(tag: Tag, look: Look, family: 'instances' | 'volumes', one: string): string | undefined {
  const here = carrying(look.rows(family), tag);
  if (look.complete(family)) return count(here, one);
  return here > 0 ? `at least ${count(here, one)}` : undefined;
}

const detail: Spec['detail'] = [
  {title: 'Objects', list: 'tags.objects', params: row => ({label: row.label})},
  {
    title: 'Overview',
    sections: [
      {
        title: 'Tag',
        lines: [
          {title: 'Label', value: row => row.label},
          {title: 'Instances', value: (row, look) => carriers(row, look, 'instances', 'instance')},
          {title: 'Volumes', value: (row, look) => carriers(row, look, 'volumes', 'Volume')},
          {title: 'Last change', value: (row, look) => lastChange(look, 'tag', row.label)},
        ],
      },
    ],
  },
  {title: 'Events', events: row => ({type: 'tag', id: row.label})},
];

const actions: Spec['actions'] = {
  create: {
    title: 'New Tag…',
    tracks: ['tag_create'],
    refresh: ['instances', 'volumes'],
    form: {
      label: {title: 'Label', input: 'text'},
      computes: {title: 'Instances', input: 'pickMany', from: 'instances'},
      volumes: {title: 'Volumes', input: 'pickMany', from: 'volumes'},
      domains: {title: 'Domains', help: 'their IDs, one a line', input: 'lines'},
      nodebalancers: {title: 'NodeBalancers', help: 'their IDs, one a line', input: 'lines'},
    },
  },
  delete: {
    title: 'Delete',
    params: row => ({label: row.label}),
    confirm: {typing: 'label'},
    tracks: ['tag_delete'],
    busy: 'deleting',
    refresh: ['instances', 'volumes'],
    warns: (row, look) => {
      const known = [carriers(row, look, 'instances', 'instance'), carriers(row, look, 'volumes', 'Volume')];
      const from = known.filter(part => part !== undefined).join(' and ');
      return [`The Tag is taken off everything that carries it${from ? `: ${from}` : ''}; the resources stay.`];
    },
  },
};

export const tags = defineFamily('tags', {
  title: 'Tags',
  one: 'Tag',
  group: 'catalogue',
  aliases: ['tag'],
  key: row => row.label,
  label: row => row.label,
  entity: 'tag',
  events: ['tag'],
  onEvent: tagEvents,
  sort: 'label',
  columns: [
    {field: 'label', title: 'Label', grow: true},
    {
      id: 'instances',
      title: 'Instances',
      align: 'right',
      value: (row, look) => carriers(row, look, 'instances', 'instance') ?? {text: '?', tone: 'unknown'},
      sortBy: (row, look) => carrying(look.rows('instances'), row),
    },
  ],
  detail,
  actions,
});
