/** Access: the user's tokens, and the programs that may act on behalf of the user. */
import type {PersonalAccessToken} from '../../contract/profile/tokens.ts';
import {ageCell, type Cell, cellFor, dateOrder, listCell, momentCell, type State} from '../format/cells.ts';
import {toMillis} from '../format/format.ts';
import {typedDateNote, withTime} from '../format/typed-dates.ts';
import {ageColumn, identifierCell} from '../shape/column.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';
import type {InputValues} from '../shape/forms.ts';
import {revealSecret, shownOnceWarning} from '../shape/shown-once.ts';
import * as standard from '../shape/standard.ts';
import {hasAllScopes} from './scopes.ts';

type Spec = FamilySpec<'profile.tokens', never>;

const week = 7 * 86_400_000;

/** Providers return a date of another millennium for a token that never expires. */
const isEndless = (expiry: string | null): boolean => expiry === null || (toMillis(expiry) ?? 0) > Date.UTC(2900, 0);

/** A token that expires unnoticed breaks the programs that use it, so an approaching expiry needs attention. */
function expiryState({expiry}: {readonly expiry: string | null}, lookup: Lookup): State {
  const at = toMillis(expiry);
  if (isEndless(expiry)) return {condition: 'ok', word: 'good'};
  if (at === undefined) return {condition: 'unknown', word: 'unknown'};
  if (at <= lookup.now) return {condition: 'off', word: 'expired'};
  return at - lookup.now < week ? {condition: 'attention', word: 'expires soon'} : {condition: 'ok', word: 'good'};
}

const expiryWords = ['good', 'expires soon', 'expired'];

/** "everything", or a list of scopes. */
const scopeList = (scopes: string, lookup: Lookup): readonly string[] =>
  hasAllScopes(scopes)
    ? ['everything']
    : lookup
        .spell('scopes', scopes)
        .split(/[\s,]+/)
        .filter(Boolean);
const scopesCell = (scopes: string, lookup: Lookup): Cell =>
  hasAllScopes(scopes) ? {text: 'everything', tone: 'accent'} : listCell(scopeList(scopes, lookup));
const scopeLines = (row: {readonly scopes: string}, lookup: Lookup) =>
  cellFor(row.scopes, scopes => scopeList(scopes, lookup).join('\n'));

const scopesColumn = {
  field: 'scopes',
  title: 'Scopes',
  width: 12,
  max: 34,
  priority: 2,
  identifier: 'scopes',
  format: (scopes: string, _: unknown, lookup: Lookup): Cell => scopesCell(scopes, lookup),
} as const;

const expires = (expiry: string | null, lookup: Lookup): Cell =>
  isEndless(expiry) ? 'never' : ageCell(expiry, lookup.now);

const expiryChoices: Readonly<Record<string, number>> = {'30 days': 30, '90 days': 90, '1 year': 365};
const defaultTerm = '30 days';
/** The choice of a token without an expiry, which is never the default. */
const noEnd = 'never expires';
/** The term of a typed date. */
const customTerm = 'custom date';

/** The term that fits a typed date: the choice and the date never contradict each other. */
function termOf({expiry}: InputValues): string {
  if (expiry === undefined) return defaultTerm;
  return expiry === '' ? noEnd : customTerm;
}

/** The start of the last day of a term, in UTC; undefined for a term without an end. */
function endOf(term: unknown, now: number): string | undefined {
  const days = typeof term === 'string' && Object.hasOwn(expiryChoices, term) ? expiryChoices[term] : undefined;
  return days === undefined ? undefined : `${new Date(now + days * 86_400_000).toISOString().slice(0, 10)}T00:00:00`;
}

/** True for a token with all scopes, or without an expiry. */
const isBroad = ({scopes, expiry}: {readonly scopes?: string | undefined; readonly expiry?: string | undefined}) =>
  scopes === undefined || hasAllScopes(scopes) || expiry === undefined;

const rowParams = (row: PersonalAccessToken) => ({tokenId: row.id});

const actions: Spec['actions'] = {
  create: {
    title: 'New token…',
    risk: ({body}) => (isBroad(body) ? 'opens' : undefined),
    undo: {action: 'delete'},
    eventActions: ['token_create'],
    problems: ({lookup, body: {expiry}}) =>
      expiry !== undefined && (toMillis(expiry) ?? lookup.now) < lookup.now
        ? [{field: 'expiry', reason: 'must be in the future'}]
        : [],
    warnings: ({body}) => [
      ...(body.scopes === undefined || hasAllScopes(body.scopes)
        ? ['FULL access: the token can do everything that you can do.']
        : []),
      ...(body.expiry === undefined ? ['The token never expires. It works until you revoke it.'] : []),
      shownOnceWarning('token'),
    ],
    secretName: 'token',
    revealedValues: ({response}) => [revealSecret('Token', response.token)],
    inputs: {
      valid_for: {
        title: 'Valid for',
        input: 'choice',
        values: [...Object.keys(expiryChoices), noEnd],
        derivedValue: ({values}) => termOf(values),
        replaces: 'expiry',
      },
    },
    form: {
      label: {...standard.labelInput, help: 'Name of the program or person that uses the token'},
      scopes: {
        title: 'Scopes',
        help: 'area by area; “everything” is FULL access',
        input: 'scopes',
        required: true,
      },
      expiry: {
        title: 'Expires',
        help: 'UTC, like 2027-01-31, 2027-01-31T18:30:00 or 30d',
        input: 'text',
        normalize: (text, now) => withTime(text, now, 'future'),
        note: ({values: {expiry}, lookup}) => typedDateNote(expiry, lookup.now, 'future'),
        derivedValue: ({values: {valid_for: term = defaultTerm}, lookup}) => endOf(term, lookup.now),
        replaces: 'valid_for',
      },
    },
  },
  update: {
    ...standard.renameAction,
    rowParams,
    eventActions: ['token_update'],
  },
  delete: {
    ...standard.revokeAction,
    rowParams,
    eventActions: ['token_delete'],
    warnings: () => ['Programs that use this token lose access immediately, including Skydeck if this is its token.'],
  },
};

export const tokens = defineFamily('profile.tokens', {
  title: 'Tokens',
  one: 'token',
  byName: true,
  aliases: ['token list', 'pat'],
  entity: 'token',
  label: row => row.label,
  state: expiryState,
  stateWords: expiryWords,
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 14},
    {id: 'state', title: 'Status', state: true, width: 14, value: (row, lookup) => expiryState(row, lookup).word},
    scopesColumn,
    {
      id: 'expires',
      title: 'Expires',
      align: 'right',
      value: (row, lookup) => expires(row.expiry, lookup),
      kind: 'deadline',
      measure: row => (isEndless(row.expiry) ? null : row.expiry),
      sortBy: row => (isEndless(row.expiry) ? Number.POSITIVE_INFINITY : dateOrder(row.expiry)),
    },
    {...ageColumn, priority: 3},
    standard.idColumn,
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Token',
          lines: [
            ...standard.identityLines,
            {title: 'Prefix', value: row => row.token, secret: true},
            {title: 'Scopes', value: scopeLines},
          ],
        },
        {
          title: 'History',
          lines: [
            standard.createdLine,
            {
              title: 'Expires',
              value: (row, lookup) => (isEndless(row.expiry) ? 'never' : momentCell(row.expiry, lookup.now)),
            },
          ],
        },
      ],
    },
  ],
  actions,
});

const appActions: FamilySpec<'profile.apps', never>['actions'] = {
  delete: {
    ...standard.revokeAction,
    rowParams: row => ({appId: row.id}),
    warnings: ({row}) => [`${row.label || 'The app'} loses access immediately, until you authorize it again.`],
  },
};

export const authorizedApps = defineFamily('profile.apps', {
  title: 'Authorized apps',
  one: 'app',
  byName: true,
  aliases: ['apps', 'app'],
  label: row => row.label,
  state: expiryState,
  stateWords: expiryWords,
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 14},
    {id: 'state', title: 'Status', state: true, width: 14, value: (row, lookup) => expiryState(row, lookup).word},
    scopesColumn,
    {field: 'website', title: 'Website', priority: 3, max: 40},
    {...ageColumn, priority: 3},
    standard.idColumn,
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'App',
          lines: [
            ...standard.identityLines,
            {title: 'Website', value: row => row.website},
            {title: 'Picture', value: (row, lookup) => identifierCell('api-url', row.thumbnail_url, lookup)},
            {title: 'Scopes', value: scopeLines},
          ],
        },
        {
          title: 'History',
          lines: [
            {title: 'Authorized', value: (row, lookup) => momentCell(row.created, lookup.now)},
            {
              title: 'Until',
              value: (row, lookup) => (isEndless(row.expiry) ? 'revoked' : momentCell(row.expiry, lookup.now)),
            },
          ],
        },
      ],
    },
  ],
  actions: appActions,
});
