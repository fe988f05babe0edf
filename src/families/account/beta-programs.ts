/** Beta programs: all programs of the provider, and those that the account takes part in. The API of today has them. */
import type {BetaProgram, EnrolledBeta} from '../../contract/account/programs.ts';
import {dayCell, momentCell, type State, yesNoCell} from '../format/cells.ts';
import {toMillis} from '../format/format.ts';
import {defineFamily, type FamilySpec, type Line, type Lookup} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';

type Programs = FamilySpec<'betas', never>;
type Enrolled = FamilySpec<'account.betas', never>;
type Dated = Pick<BetaProgram, 'started' | 'ended'>;

const states: Readonly<Record<'open' | 'ended' | 'later', State>> = {
  open: {condition: 'ok', word: 'open'},
  ended: {condition: 'off', word: 'ended'},
  later: {condition: 'off', word: 'not started'},
};
function stateOf({started, ended}: Dated, {now}: Lookup): State {
  const end = toMillis(ended);
  if (end !== undefined && end <= now) return states.ended;
  return (toMillis(started) ?? 0) > now ? states.later : states.open;
}
const joined: State = {condition: 'ok', word: 'joined'};
const stateWords = Object.values(states).map(({word}) => word);

const dates: readonly Line<Dated, unknown>[] = [
  {title: 'Start', value: (row, {now}) => momentCell(row.started, now)},
  {title: 'End', value: (row, {now}) => momentCell(row.ended, now)},
];

/** A program that the account takes part in has the state "joined" while it runs. */
function programState(row: BetaProgram, lookup: Lookup): State {
  const state = stateOf(row, lookup);
  return state === states.open && lookup.find('account.betas', row.id) ? joined : state;
}

/** The reason why the account can't join. */
function unlessOpenToJoin(row: BetaProgram, lookup: Lookup): string | undefined {
  if (lookup.find('account.betas', row.id)) return 'already joined';
  const state = stateOf(row, lookup);
  return state === states.open ? undefined : `the program is ${state.word}`;
}

export const betaPrograms = defineFamily('betas', {
  title: 'Beta programs',
  one: 'beta program',
  group: 'account',
  today: true,
  aliases: ['beta-programs'],
  label: row => row.label,
  state: programState,
  stateWords: [joined.word, ...stateWords],
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 16},
    {id: 'state', title: 'Status', state: true, width: 12, value: (row, lookup) => programState(row, lookup).word},
    {field: 'greenlight_only', title: 'By invitation', priority: 2, format: yesNoCell},
    {field: 'started', title: 'Started', priority: 3, format: dayCell},
    {field: 'id', title: 'ID', priority: 2, max: 32},
    {field: 'description', title: 'Description', priority: 3, max: 60},
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Beta program',
          lines: [
            standard.labelLine,
            {title: 'ID', value: row => row.id},
            {title: 'Description', value: row => row.description},
            {title: 'By invitation', value: row => yesNoCell(row.greenlight_only)},
            {title: 'More information', value: row => row.more_info},
            ...dates,
          ],
        },
      ],
    },
  ] satisfies Programs['detail'],
  actions: {},
  borrowedActions: {
    enroll: {
      title: 'Join…',
      key: 'J',
      on: 'row',
      family: 'account.betas',
      action: 'enroll',
      unless: ({row, lookup}) => row && unlessOpenToJoin(row, lookup),
      presetValues: ({row}) => (row ? {id: row.id} : {}),
    },
  },
  summary: row => row.id,
});

const actions: Enrolled['actions'] = {
  enroll: {
    title: 'Join a beta program…',
    risk: 'opens',
    confirm: 'ask',
    invalidates: ['account.betas'],
    warnings: ({lookup, body}) => [
      ...(lookup.find('betas', body?.id)?.greenlight_only
        ? ['The program is by invitation. Your provider refuses accounts that it didn’t invite.']
        : []),
      'Your provider refuses if the program is full.',
    ],
    form: {
      id: {
        title: 'Program',
        input: 'pick',
        family: 'betas',
        unless: ({candidate: program, lookup}) => unlessOpenToJoin(program, lookup),
      },
    },
  },
};

export const enrolledBetas = defineFamily('account.betas', {
  title: 'Joined beta programs',
  one: 'joined beta program',
  name: 'joined-betas',
  byName: true,
  today: true,
  aliases: ['joined-betas'],
  label: row => row.label,
  state: stateOf,
  stateWords,
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 16},
    {id: 'state', title: 'Status', state: true, width: 12, value: (row, lookup) => stateOf(row, lookup).word},
    {field: 'enrolled', title: 'Joined', format: dayCell},
    {field: 'id', title: 'ID', priority: 2, max: 32},
    {field: 'description', title: 'Description', priority: 3, max: 60},
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Beta program',
          lines: [
            standard.labelLine,
            {title: 'ID', value: row => row.id},
            {title: 'Description', value: row => row.description},
            {title: 'Joined', value: (row: EnrolledBeta, {now}) => momentCell(row.enrolled, now)},
            ...dates,
          ],
        },
      ],
    },
  ],
  actions,
  summary: row => row.id,
});
