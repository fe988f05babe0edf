/**
 * A family for several accounts: the same columns and a column PROFILE. Every function of the family uses the lookup of
 * the row's account, so that it never gets a name or plan of another account.
 */
import type {Tone} from '../../families/format/cells.ts';
import {cellOf} from '../../families/shape/column.ts';
import type {AnyColumn, AnyRow, Family, Lookup, PathParams, RowId} from '../../families/shape/define-family.ts';

/** The account of a row. */
export interface RowOrigin {
  /** The name of its profile. */
  readonly name: string;
  readonly lookup: Lookup;
  /** True if the session of all accounts has the child lists of this account, by `parseQualifiedParams`. */
  readonly hasChildLists?: boolean;
  /** The color of an account's name: a warning while its rows are out of date. */
  readonly tone?: () => Tone | undefined;
}

export type OriginOf = (row: AnyRow) => RowOrigin;

export const profileColumn = 'profile';

/** Rows of two accounts may have the same ID, so the ID starts with the profile's name. */
export const qualifyId = (profile: string, id: RowId): string => `${encodeURIComponent(profile)}/${id}`;

/**
 * The profile and the ID of a qualified ID; undefined for any other ID. The profile ends at the first slash; an ID may
 * contain further slashes.
 */
export function parseQualifiedId(id: RowId): {readonly profile: string; readonly id: string} | undefined {
  const [, profile, rest] = /^([^/]+)\/(.*)$/s.exec(String(id)) ?? [];
  if (profile === undefined || rest === undefined) return undefined;
  try {
    return {profile: decodeURIComponent(profile), id: rest};
  } catch {
    return undefined;
  }
}

/** The path parameter with the profile of a child list: child lists of two accounts may have the same other parameters. */
const profileParam = 'profile';

const qualifyParams = (profile: string, params: PathParams): PathParams => ({...params, [profileParam]: profile});

/** The profile and the own parameters of a child list; undefined for parameters without a profile. */
export function parseQualifiedParams(
  params: PathParams,
): {readonly profile: string; readonly params: PathParams} | undefined {
  const {[profileParam]: profile, ...own} = params;
  return profile === undefined ? undefined : {profile: String(profile), params: own};
}

/** The search text of a row, which includes the profile's name if several accounts are open. */
export const textWithProfile = (profile: string, text: string): string => `${profile.toLowerCase()}\n${text}`;

/** True if a family is a top-level list. A child list belongs to the account of its parent resource. */
export const isMergeable = ({group, byName, single, source}: Family): boolean =>
  (group !== undefined || byName === true) && !single && source.endsWith('.list');

export function mergedFamily(family: Family, of: OriginOf): Family {
  const {state, summary} = family;
  return {
    ...family,
    key: row => qualifyId(of(row).name, family.key(row)),
    label: (row, lookup) => family.label(row, lookup && of(row).lookup),
    spelled: row => family.spelled(row, of(row).lookup),
    now: row => of(row).lookup.now,
    idText: row => qualifyId(of(row).name, family.idText(row, of(row).lookup)),
    valueIn: (column, row) => family.valueIn(column, row, of(row).lookup),
    columns: [
      createProfileColumn(of),
      ...family.columns.filter(({sample}) => sample === undefined).map(column => withOwnerLookup(column, of)),
    ],
    ...(state && {state: (row, lookup, params) => state(row, ownerLookup(row, lookup, of), params)}),
    ...(summary && {summary: (row, lookup) => summary(row, ownerLookup(row, lookup, of))}),
  };
}

const createProfileColumn = (of: OriginOf): AnyColumn => ({
  id: profileColumn,
  title: 'Profile',
  max: 16,
  value(row) {
    const {name, tone} = of(row);
    const profileTone = tone?.();
    return profileTone === undefined ? name : {text: name, tone: profileTone};
  },
});

function withOwnerLookup(column: AnyColumn, of: OriginOf): AnyColumn {
  const {sortBy, measure} = column;
  const facts = {
    ...(sortBy && {
      sortBy: (row: AnyRow, lookup: Lookup, params: PathParams) => sortBy(row, ownerLookup(row, lookup, of), params),
    }),
    ...(measure && {
      measure: (row: AnyRow, lookup: Lookup, params: PathParams) => measure(row, ownerLookup(row, lookup, of), params),
    }),
  };
  if (column.field === undefined)
    return {
      ...column,
      ...facts,
      value: (row, lookup, params) => column.value(row, ownerLookup(row, lookup, of), params),
    } as AnyColumn;
  const {format, identifier, ...rest} = column;
  if (format === undefined && identifier === undefined) return {...column, ...facts};
  if (format === undefined)
    return {
      ...column,
      ...facts,
      format: (_: unknown, row: AnyRow, lookup: Lookup, params: PathParams) =>
        cellOf(column, row, ownerLookup(row, lookup, of), params),
    };
  const formatWithOwner: typeof format = (value, row, lookup, params) =>
    format(value, row, ownerLookup(row, lookup, of), params);
  return {...rest, ...facts, ...(identifier && {identifier}), format: formatWithOwner};
}

/**
 * The lookup of the row's account. It reports the lists that it reads to the outer lookup, child lists with their profile,
 * so that a caller that records lists has them read.
 */
function ownerLookup(row: AnyRow, outer: Lookup, of: OriginOf): Lookup {
  const {name, lookup, hasChildLists} = of(row);
  const report = (params: PathParams | undefined, read: (qualified: PathParams | undefined) => void): void => {
    if (params === undefined) read(undefined);
    else if (hasChildLists) read(qualifyParams(name, params));
  };
  return {
    get now() {
      return lookup.now;
    },
    find(family, id, params) {
      report(params, qualified => outer.find(family, id, qualified));
      return lookup.find(family, id, params);
    },
    rows(family, params) {
      report(params, qualified => outer.rows(family, qualified));
      return lookup.rows(family, params);
    },
    complete(family, params) {
      report(params, qualified => outer.complete(family, qualified));
      return lookup.complete(family, params);
    },
    failed(family, params) {
      report(params, qualified => outer.failed(family, qualified));
      return lookup.failed(family, params);
    },
    pending: (family, id, params) => lookup.pending(family, id, params),
    sampled: () => undefined,
    lastEvent: (entity, id) => lookup.lastEvent(entity, id),
    running: (entity, id) => lookup.running(entity, id),
    isExpected: (action, id) => lookup.isExpected(action, id),
    spell: (position, text, siblings) => lookup.spell(position, text, siblings),
    spelled: (family, row) => lookup.spelled(family, row),
  };
}
