/**
 * The resources that a change affects besides its row, from the lists of other families. Missing lists are reported as
 * unknown.
 */

import {effectSubjects, effectsOf} from '../../../families/relations/effects.ts';
import {
  type AffectedResources,
  type AnyReference,
  addressesOf,
  references,
} from '../../../families/relations/references.ts';
import type {
  AnyAction,
  AnyRow,
  Family,
  FamilyId,
  Lookup,
  PathParams,
  RowId,
} from '../../../families/shape/define-family.ts';
import type {Collection} from '../../cache/collection-state.ts';
import {joinLabels} from './batch-warnings.ts';
import type {Impact} from './preview-content.ts';

/** The maximum number of lists of one kind that a preview reads: more would use up the rate limit of other requests. */
const maxLists = 60;
/** With this number of rows or more, one list of all resources takes fewer requests than a list for each row. */
const minRowsForWholeList = 5;

export interface ImpactHost {
  /** A lookup that records each list that it reads, so that the list is read from the API and followed. */
  readonly lookup: Lookup;
  list(family: FamilyId, params: PathParams): Collection | undefined;
}

export interface ImpactInput {
  readonly family: Family;
  readonly action: AnyAction;
  /** All rows that the change applies to. */
  readonly rows: readonly AnyRow[];
  /** The path parameters of their list. */
  readonly params: PathParams;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

export function impactOf(touching: ImpactInput, host: ImpactHost): Impact[] {
  if (touching.action.isDryRun?.(touching.body)) return [];
  const kinds = effectsOf(touching.action.operation, touching.body);
  const affected = kinds.length === 0 ? undefined : affectedRows(touching, host);
  if (!affected) return [];
  return references.flatMap(reference => {
    if (!reference.to.includes(affected.family)) return [];
    const {ofMany} = reference;
    const reported = ofMany && affected.ids.size >= minRowsForWholeList ? ofMany : reference;
    return kinds.flatMap(kind => {
      const effect = reference.effects[kind];
      return effect === undefined ? [] : [findImpact(reported, effect, affected, host)];
    });
  });
}

interface AffectedRows extends AffectedResources {
  /** The list that contains the rows, if it isn't the change's list. */
  readonly source?: Collection | undefined;
}

/** The rows of the change, or the rows that its request names. */
function affectedRows({family, action, rows, params, body}: ImpactInput, {list}: ImpactHost): AffectedRows | undefined {
  const subjects = effectSubjects[action.operation]?.(body ?? {}, params);
  if (!subjects)
    return rows.length === 0
      ? undefined
      : toAffectedRows(
          family.id,
          params,
          rows,
          rows.map(row => family.key(row)),
        );
  const source = subjects.ids.length === 0 ? undefined : list(subjects.family, {});
  const knownRows = subjects.ids.flatMap((id): AnyRow[] => {
    const row = source?.getState().byId.get(id);
    return row ? [row] : [];
  });
  return {
    ...toAffectedRows(subjects.family, {}, knownRows, subjects.ids),
    ...(knownRows.length < subjects.ids.length && {source}),
  };
}

const toAffectedRows = (
  family: FamilyId,
  params: PathParams,
  rows: readonly AnyRow[],
  ids: readonly RowId[],
): AffectedRows => ({
  family,
  params,
  rows,
  ids: new Set(ids),
  addresses: new Set(rows.flatMap(addressesOf)),
});

function findImpact(
  reference: AnyReference,
  effect: string,
  affected: AffectedRows,
  {lookup, list}: ImpactHost,
): Impact {
  const {from, title, parentFamily, refersTo, label, unknowable} = reference;
  const parents = parentFamily && list(parentFamily, {});
  const listParams = reference.listParams(affected, lookup);
  const lists = listParams.slice(0, maxLists).map(params => ({params, collection: list(from, params)}));
  // A NodeBalancer that serves two of the rows is in the lists of both.
  const names = new Map<RowId, string>();
  for (const {params, collection} of lists)
    for (const row of collection?.getState().rows ?? [])
      if (refersTo(row, affected, params))
        names.set(collection?.family.key(row) ?? '', label(row, params, lookup, affected));
  const {source} = affected;
  const sources = [
    ...(source ? [source.getState()] : []),
    ...(parentFamily ? [parents?.getState()] : []),
    ...lists.map(({collection}) => collection?.getState()),
  ];
  const failedSources = sources.filter(state => !state || (state.phase === 'failed' && !state.isComplete));
  const loading = sources.some(state => state && !state.isComplete && state.phase !== 'failed');
  const unread = listParams.length - lists.length;
  const failure = failedSources.find(state => state?.failure)?.failure?.message;
  const gaps = [
    ...(failedSources.length > 0 ? [failure ?? 'they could not be read'] : []),
    ...(unknowable === undefined ? [] : [unknowable]),
    ...(unread > 0 ? [`${unread} further lists of them were not read`] : []),
  ];
  const state = loading ? 'loading' : gaps.length > 0 ? 'unknown' : 'known';
  return {family: from, title, names: [...names.values()], effect, state, gap: gaps.join('; ')};
}

/**
 * "2 volumes will be detached: data, logs", and a line about lists that are not loaded. No lines if the change affects
 * no resource.
 */
export function impactLines({title, names, effect, state, gap}: Impact): string[] {
  const count =
    names.length === 1 && title.endsWith('s') ? `1 ${title.replace(/(?<=ss)es$|s$/, '')}` : `${names.length} ${title}`;
  // Backups of one day are all called "auto", so their names add nothing to their number.
  const isNamed = names.length === 1 || new Set(names).size > 1;
  const lines = names.length > 0 ? [`${count} ${effect}${isNamed ? `: ${joinLabels(names)}` : ''}`] : [];
  const adjective = names.length > 0 ? 'further ' : '';
  if (state === 'loading') return [...lines, `Checking ${adjective}${title}…`];
  if (state === 'unknown') return [...lines, `Couldn’t check ${adjective}${title}: ${gap}`];
  return lines;
}
