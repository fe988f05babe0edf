/** Placement groups: instances of a region that run on different hosts. The API of today has them. */
import type {Contract} from '../../contract/index.ts';
import type {PlacementGroup} from '../../contract/resources/placement.ts';
import type {RequestBody} from '../../contract/schema/endpoint.ts';
import {unlessCapable, unlessInService} from '../catalogue/regions.ts';
import {placementEvents} from '../event-words/cluster-events.ts';
import {amountCell, cellFor, noneCell, type State} from '../format/cells.ts';
import {countText, joinParts} from '../format/format.ts';
import {regionLine} from '../relations/reference-cells.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {restoringBody} from '../shape/undo-body.ts';
import {maxMembers, memberCells, memberIds, memberText, unlessEmpty, unlessJoinable} from './group-members.ts';

type Spec = FamilySpec<'placement.groups', 'placement'>;
type Create = RequestBody<Contract['placement']['groups']['create']>;

const rowParams = (row: PlacementGroup) => ({groupId: row.id});

const states: Readonly<Record<'true' | 'false', State>> = {
  true: {condition: 'ok', word: 'compliant'},
  false: {condition: 'attention', word: 'not compliant'},
};
const stateOf = ({is_compliant: isCompliant}: PlacementGroup): State =>
  typeof isCompliant === 'boolean' ? states[`${isCompliant}`] : {condition: 'unknown', word: 'unknown'};

/** The API also spells the type with a hyphen. */
const typeText = (type: unknown): string =>
  /^anti.affinity:local$/.test(String(type)) ? 'anti-affinity' : String(type);

const policies = {
  strict: 'strict: refuses an instance that needs a shared host',
  flexible: 'flexible: accepts it, and the group isn’t compliant meanwhile',
} as const;

const nonCompliantIds = (row: PlacementGroup): readonly number[] =>
  row.members.filter(({is_compliant: isCompliant}) => !isCompliant).map(({compute_id: id}) => id);
const moving = (list: readonly {readonly compute_id: number}[] | null | undefined): readonly number[] =>
  (list ?? []).map(({compute_id: id}) => id);

const columns: Spec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 14},
  {field: 'is_compliant', title: 'Status', state: true, width: 14, format: (_, row) => stateOf(row).word},
  {field: 'region', title: 'Region', width: 10, max: 14, link: row => ({family: 'regions', id: row.region})},
  {field: 'placement_group_policy', title: 'Policy'},
  {field: 'placement_group_type', title: 'Type', priority: 3, format: typeText},
  {
    id: 'count',
    title: 'Instances',
    ...standard.numberFacts((row: PlacementGroup) => row.members.length),
  },
  {id: 'members', title: 'Members', priority: 2, max: 40, value: (row, lookup) => memberText(memberIds(row), lookup)},
  standard.shownIdColumn(2),
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Placement group',
        lines: [
          ...standard.identityLines,
          regionLine,
          {title: 'Type', value: row => cellFor(row.placement_group_type, typeText)},
          {title: 'Policy', value: row => row.placement_group_policy},
          {title: 'Status', value: row => ({text: stateOf(row).word, tone: stateOf(row).condition})},
          {
            title: 'Instances',
            value: (row, lookup) => [
              amountCell(row.members.length),
              ...(maxMembers(row, lookup) === undefined
                ? []
                : [{text: `of at most ${maxMembers(row, lookup)}`, tone: 'dim'} as const]),
            ],
          },
        ],
      },
      {
        title: 'Members',
        lines: [
          {
            title: 'Members',
            value: (row, lookup) => memberCells(memberIds(row), lookup),
            links: row => memberIds(row).map(id => ({family: 'instances', id})),
          },
          {
            title: 'Not compliant',
            value: (row, lookup) => memberCells(nonCompliantIds(row), lookup),
            links: row => nonCompliantIds(row).map(id => ({family: 'instances', id})),
            isVisible: row => nonCompliantIds(row).length > 0,
          },
          {
            title: 'Moving in',
            value: (row, lookup) => memberText(moving(row.migrations?.inbound), lookup) || noneCell,
            isVisible: row => moving(row.migrations?.inbound).length > 0,
          },
          {
            title: 'Moving out',
            value: (row, lookup) => memberText(moving(row.migrations?.outbound), lookup) || noneCell,
            isVisible: row => moving(row.migrations?.outbound).length > 0,
          },
        ],
      },
    ],
  },
  {
    title: 'Instances',
    list: 'instances',
    params: () => ({}),
    filter: (instance, row) => memberIds(row).includes(instance.id),
  },
  standard.eventsTab('placement_group'),
];

const actions: Spec['actions'] = {
  create: {
    title: 'New placement group…',
    undo: {action: 'delete'},
    eventActions: ['placement_group_create'],
    warnings: () => ['Your provider may charge for placement groups.'],
    form: {
      label: standard.labelInput,
      region: {
        title: 'Region',
        help: 'it can’t be changed later',
        input: 'pick',
        family: 'regions',
        unless: ({candidate: region}) => unlessCapable(region, 'Placement Group') ?? unlessInService(region),
      },
      placement_group_policy: {
        title: 'Policy',
        help: 'it can’t be changed later',
        input: 'choice',
        labels: policies,
      },
      placement_group_type: {
        title: 'Type',
        input: 'choice',
        labels: {'anti_affinity:local': 'anti-affinity: different hosts of the region'},
        initial: () => 'anti_affinity:local',
      },
    },
  },
  update: {
    ...standard.renameAction,
    rowParams,
    eventActions: ['placement_group_update'],
    invalidates: ['instances'],
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    unless: ({row, lookup}) => unlessEmpty(row, lookup),
    // The group is empty, so it can be created again.
    confirm: 'ask',
    eventActions: ['placement_group_delete'],
    undo: {
      action: 'create',
      body: row => restoringBody<Create>(row, 'label', 'region', 'placement_group_type', 'placement_group_policy'),
    },
  },
  assign: {
    title: 'Assign instances…',
    key: 'A',
    rowParams,
    eventActions: ['placement_group_assign'],
    invalidates: ['instances'],
    busyWord: 'assigning',
    sentence: ({row, lookup, body: {computes}}) => `Assign ${memberText(computes, lookup)} to ${row.label}`,
    undo: {action: 'unassign', body: (_, {computes}) => ({computes})},
    problems: ({row, lookup, body: {computes}}) => {
      const limit = maxMembers(row, lookup);
      if (!Array.isArray(computes)) return [];
      if (computes.length === 0) return [{field: 'computes', reason: 'needs at least one instance'}];
      return limit !== undefined && row.members.length + computes.length > limit
        ? [{field: 'computes', reason: `the group has ${row.members.length} of at most ${limit} instances`}]
        : [];
    },
    form: {
      computes: {
        title: 'Instances',
        help: 'instances of the same region',
        input: 'pickMany',
        family: 'instances',
        unless: ({candidate: instance, row}) => unlessJoinable(instance, row),
      },
    },
  },
  unassign: {
    title: 'Unassign instances…',
    key: 'D',
    rowParams,
    unless: ({row}) => (row.members.length === 0 ? 'it has no instances' : undefined),
    eventActions: ['placement_group_unassign'],
    invalidates: ['instances'],
    busyWord: 'unassigning',
    sentence: ({row, lookup, body: {computes}}) => `Unassign ${memberText(computes, lookup)} from ${row.label}`,
    undo: {action: 'assign', body: (_, {computes}) => ({computes})},
    warnings: () => ['Your provider may then run the instances on a shared host.'],
    problems: ({body: {computes}}) =>
      Array.isArray(computes) && computes.length === 0
        ? [{field: 'computes', reason: 'needs at least one instance'}]
        : [],
    form: {
      computes: {
        title: 'Instances',
        input: 'pickMany',
        family: 'instances',
        unless: ({candidate: instance, row}) =>
          row && !memberIds(row).includes(instance.id) ? 'not in the group' : undefined,
      },
    },
  },
};

export const placementGroups = defineFamily('placement.groups', {
  title: 'Placement groups',
  one: 'placement group',
  name: 'placement-groups',
  group: 'compute',
  today: true,
  aliases: ['placement', 'placement-group'],
  entity: 'placement_group',
  events: ['placement'],
  onEvent: placementEvents,
  label: row => row.label,
  state: stateOf,
  stateWords: Object.values(states).map(({word}) => word),
  sort: 'label',
  columns,
  detail,
  actions,
  summary: row => joinParts(row.region, row.placement_group_policy, countText(row.members.length, 'instance')),
  search: (row, lookup) => `${row.id} ${memberText(memberIds(row), lookup)}`,
});
