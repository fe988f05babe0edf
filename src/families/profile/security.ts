/** Proofs of a user's identity besides the password: trusted browsers, and the answers to security questions. */
import type {TrustedDevice} from '../../contract/profile/security.ts';
import {ageCell, ageOrder, type Cell, cellFor, momentCell} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';
import type {FormCandidateContext} from '../shape/forms.ts';
import * as standard from '../shape/standard.ts';

const browsers = ['Firefox', 'Edg', 'OPR', 'Chrome', 'Safari', 'curl'] as const;
const names: Readonly<Record<string, string>> = {Edg: 'Edge', OPR: 'Opera'};
const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'] as const;

/** "Firefox on Linux", derived from the user agent of a browser. */
function browserOf(agent: string): string {
  // A user agent also names related browsers: the first match in this list is the browser itself.
  const browser = browsers.find(name => agent.includes(name));
  const system = systems.find(name => agent.includes(name));
  if (!browser) return agent;
  return system ? `${names[browser] ?? browser} on ${system}` : (names[browser] ?? browser);
}
const browser = (row: TrustedDevice): Cell => cellFor(row.user_agent, browserOf);

const deviceActions: FamilySpec<'profile.devices', never>['actions'] = {
  delete: {
    title: 'Remove',
    rowParams: row => ({deviceId: row.id}),
    // The browser's user must enter a code at the next login, and no data is lost.
    confirm: 'ask',
    busyWord: 'forgetting',
    warnings: () => ['The next login there requires 2FA.'],
  },
};

export const trustedDevices = defineFamily('profile.devices', {
  title: 'Trusted devices',
  one: 'device',
  byName: true,
  aliases: ['devices', 'browsers'],
  label: row => joinParts(row.user_agent && browserOf(row.user_agent), row.last_remote_addr),
  columns: [
    {id: 'browser', title: 'Browser', grow: true, width: 18, value: browser},
    {field: 'last_remote_addr', title: 'Last from', width: 15, max: 40},
    {
      id: 'used',
      title: 'Last used',
      align: 'right',
      value: (row, lookup) => ageCell(row.last_authenticated, lookup.now),
      kind: 'moment',
      measure: row => row.last_authenticated,
      sortBy: (row, lookup) => ageOrder(row.last_authenticated, lookup.now),
    },
    {
      field: 'expiry',
      title: 'Expires',
      align: 'right',
      priority: 2,
      format: (date, _, lookup) => ageCell(date, lookup.now),
    },
    {
      field: 'created',
      title: 'Trusted since',
      align: 'right',
      priority: 3,
      format: (date, _, lookup) => ageCell(date, lookup.now),
    },
    standard.idColumn,
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Device',
          lines: [
            {title: 'Browser', value: browser},
            {title: 'User agent', value: row => row.user_agent},
            standard.idLine,
          ],
        },
        {
          title: 'History',
          lines: [
            {title: 'Trusted', value: (row, lookup) => momentCell(row.created, lookup.now)},
            {title: 'Last used', value: (row, lookup) => momentCell(row.last_authenticated, lookup.now)},
            {title: 'Last from', value: row => row.last_remote_addr},
            {title: 'Expires', value: (row, lookup) => momentCell(row.expiry, lookup.now)},
          ],
        },
      ],
    },
  ],
  actions: deviceActions,
  search: row => row.user_agent,
});

type Values = Readonly<Record<string, unknown>>;

/** The reason why a question can't be chosen: the three questions must be different. */
const unlessUnused = ({candidate, values: ownValues, formValues}: FormCandidateContext<{readonly id: number}>) => {
  const answers = formValues.security_questions as readonly Values[] | undefined;
  const isTaken = candidate.id !== ownValues.question_id && answers?.some(({question_id: id}) => id === candidate.id);
  return isTaken ? 'is already answered' : undefined;
};

/** The API refuses fewer and more answers. */
const requiredAnswers = 3;

const questionActions: FamilySpec<'profile.securityQuestions', never>['actions'] = {
  answer: {
    title: 'Answer three of them…',
    key: 'A',
    warnings: () => ['Support uses the answers to verify your identity. These answers replace the current ones.'],
    invalidates: ['profile.securityQuestions'],
    problems: ({body: {security_questions: answers = []}}) =>
      answers.length === requiredAnswers
        ? []
        : [{field: 'security_questions', reason: `needs ${requiredAnswers} answers, has ${answers.length}`}],
    form: {
      security_questions: {
        title: 'Answers',
        help: 'Three answers to three different questions. Each has 3 to 17 characters.',
        input: 'rows',
        one: 'answer',
        inputs: {
          question_id: {title: 'Question', input: 'pick', family: 'profile.securityQuestions', unless: unlessUnused},
          response: {title: 'Answer', input: 'secret'},
        },
      },
    },
  },
};

export const securityQuestions = defineFamily('profile.securityQuestions', {
  title: 'Security questions',
  one: 'security question',
  byName: true,
  aliases: ['questions'],
  readOperation: 'get',
  rows: answer => answer.security_questions,
  label: row => row.question,
  columns: [
    {field: 'id', title: 'No', align: 'right', width: 3, kind: 'number'},
    {field: 'question', title: 'Question', grow: true, width: 24},
    {
      id: 'answered',
      title: 'Answered',
      value: row => cellFor(row.response, () => 'yes'),
    },
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Security question',
          lines: [
            {title: 'Question', value: row => row.question},
            {title: 'Answer', value: row => row.response, secret: true},
          ],
        },
      ],
    },
  ],
  actions: questionActions,
  reconcileSeconds: 3600,
});
