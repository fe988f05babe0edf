/** Events, finished and running, as sentences (D3 §6). */
import type {Event} from '../../contract/account/events.ts';
import {eventMeaning} from '../event-words/index.ts';
import {
  ageCell,
  ageOrder,
  amountCell,
  type Cell,
  cellFor,
  defineStates,
  minuteCell,
  type State,
  yesNoCell,
} from '../format/cells.ts';
import {clockDuration, clockText} from '../format/format.ts';
import {identifierCell} from '../shape/column.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {entityIdLabel, entityOf, entityRef} from './event-entities.ts';
import {headline, sentenceOf, sentenceText} from './event-sentence.ts';

type Spec = FamilySpec<'account.events', never>;

const condition = defineStates<Event['status']>({
  failed: {condition: 'failed', word: 'failed'},
  finished: {condition: 'ok', word: 'finished'},
  notification: {condition: 'ok', word: 'notification'},
  scheduled: {condition: 'busy', word: 'scheduled'},
  started: {condition: 'busy', word: 'started'},
});

/** True for an event that reports a problem and is not a failed operation. */
const isAlarm = (row: Event): boolean => eventMeaning(row.action)?.alarm !== undefined;

function stateOf(row: Event): State {
  const state = condition(row.status);
  if (state.condition === 'ok' && isAlarm(row)) return {condition: 'attention', word: 'problem'};
  const percent = row.percent_complete;
  return row.status === 'started' && typeof percent === 'number' ? {...state, percent} : state;
}

const targetRef = (row: Event) => entityRef(entityOf(row)) ?? entityRef(row.secondary_entity);

/** "web-01  instance 123" */
function entityCell(entity: Event['entity'] | Event['secondary_entity'], lookup: Lookup): Cell | readonly Cell[] {
  if (!entity) return cellFor(entity);
  const kind = entityIdLabel(entity, lookup);
  return entity.label ? [entity.label, {text: kind, tone: 'dim'}] : kind;
}

/** True for a new event, which the user has neither seen nor read. */
const isNew = (row: Event): boolean => row.seen === false && row.read !== true;
const tone = (row: Event) => (row.status === 'failed' || isAlarm(row) ? 'failed' : isNew(row) ? 'strong' : 'plain');

/** A full mark for a new event, a small one for a seen but unread event, and none for a read one. */
function unseenMark(row: Event): Cell {
  if (row.read === true) return '';
  return row.seen === false ? {text: '•', tone: 'accent', word: 'new'} : {text: '·', tone: 'dim', word: 'not read'};
}

const columns: Spec['columns'] = [
  {
    field: 'seen',
    title: '',
    width: 1,
    format: (_, row) => unseenMark(row),
  },
  {
    id: 'when',
    title: 'When',
    align: 'right',
    width: 4,
    value: (row, lookup) => ageCell(row.created, lookup.now),
    kind: 'moment',
    measure: row => row.created,
    sortBy: (row, lookup) => ageOrder(row.created, lookup.now),
  },
  {
    field: 'created',
    title: 'Date UTC',
    width: 11,
    priority: 4,
    format: (date, _, lookup) => minuteCell(date, lookup.now),
  },
  {
    id: 'event',
    title: 'Event',
    grow: true,
    value: (row, lookup) => ({text: sentenceText(row, lookup), tone: tone(row)}),
    link: targetRef,
  },
  {field: 'username', title: 'By', priority: 2, max: 20},
  {field: 'status', title: 'Status', state: true, width: 14, priority: 3},
  {field: 'action', title: 'Action', optional: true, max: 36, identifier: 'action'},
  {
    id: 'entity',
    title: 'Entity',
    optional: true,
    max: 32,
    value: row => cellFor(row.entity?.label ?? null),
    link: targetRef,
  },
  {
    field: 'duration',
    title: 'Duration',
    align: 'right',
    optional: true,
    kind: 'duration',
    format: seconds => amountCell(seconds, clockDuration),
  },
  standard.idColumn,
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Event',
        lines: [
          {title: 'Event', value: (row, lookup) => sentenceOf(row, lookup).parts},
          {
            title: 'Entity',
            value: (row, lookup) => entityCell(entityOf(row), lookup),
            link: row => entityRef(entityOf(row)),
          },
          {
            title: 'Also',
            value: (row, lookup) => entityCell(row.secondary_entity, lookup),
            link: row => entityRef(row.secondary_entity),
            isVisible: row => Boolean(row.secondary_entity),
          },
          {
            title: 'Record',
            value: () => ({text: 'the API doesn’t name the record', tone: 'dim'}),
            isVisible: row => row.action?.startsWith('domain_record_') === true,
          },
          {title: 'By', value: row => row.username},
          {title: 'Message', value: row => row.message},
        ],
      },
      {
        title: 'Progress',
        lines: [
          standard.createdLine,
          {title: 'Duration', value: row => amountCell(row.duration, clockDuration)},
          {title: 'Progress', value: row => amountCell(row.percent_complete, progress => `${progress}%`)},
          {title: 'Rate', value: row => row.rate, isVisible: row => Boolean(row.rate)},
          {
            title: 'Remaining',
            value: row => cellFor(row.time_remaining, clockText),
            isVisible: row => Boolean(row.time_remaining),
          },
        ],
      },
      {
        title: 'Read state',
        lines: [
          standard.idLine,
          {title: 'Action', value: (row, lookup) => identifierCell('action', row.action, lookup)},
          {title: 'Read', value: row => yesNoCell(row.read)},
          {title: 'Seen', value: row => yesNoCell(row.seen)},
        ],
      },
    ],
  },
];

const rowParams = (row: Event) => ({eventId: row.id});

const actions: Spec['actions'] = {
  markRead: {
    title: 'Mark as read',
    key: 'm',
    rowParams,
    unless: ({row}) => (row.read === true ? 'already read' : undefined),
    already: ({row}) => (row.read === true ? 'is already read' : undefined),
    confirm: 'none',
    expectedFields: () => ({read: true}),
  },
  markSeen: {
    title: 'Mark as seen up to this event',
    key: 'M',
    rowParams,
    unless: ({row}) => (row.seen === true ? 'already seen' : undefined),
    already: ({row}) => (row.seen === true ? 'is already seen' : undefined),
    confirm: 'ask',
    expectedFields: () => ({seen: true}),
    invalidates: ['account.events'],
  },
};

export const events = defineFamily('account.events', {
  title: 'Events',
  one: 'event',
  group: 'account',
  aliases: ['event', 'log'],
  label: headline,
  state: stateOf,
  stateWords: condition.words,
  link: targetRef,
  columns,
  detail,
  actions,
  search: (row, lookup) =>
    [lookup.spell('action', row.action ?? ''), row.entity?.label, row.secondary_entity?.label, row.message]
      .filter(Boolean)
      .join(' '),
});
