/** What a change touches besides its own row, from what is known of other families; what is not known is said to be so. */
import type {AnyAction, AnyRow, Family, FamilyId, Look, PathParams} from '../../families/define.ts';
import {type Affected, type AnyReference, addressesOf, effects, references} from '../../families/references.ts';
import type {Collection, Impact} from '../types.ts';

/** Beyond so many only their number is told. */
const namedAtMost = 5;
/** Lists of one kind that are read for a preview: more would cost the request budget of everything else. */
const listsAtMost = 60;

export interface ImpactHost {
  /** Notes what it is asked for: that is then read, and followed. */
  readonly look: Look;
  list(family: FamilyId, params: PathParams): Collection | undefined;
}

export function impactOf(
  {family, action, row}: {readonly family: Family; readonly action: AnyAction; readonly row: AnyRow | undefined},
  host: ImpactHost,
): Impact[] {
  const effect = effects[action.operation];
  if (!effect || !row) return [];
  const affected: Affected = {family: family.id, id: family.key(row), row, addresses: addressesOf(row)};
  return references.flatMap(reference => {
    const becomes = reference.effects[effect];
    const concerns = becomes !== undefined && reference.to.includes(family.id);
    return concerns ? [found(reference, becomes, affected, host)] : [];
  });
}

function found(reference: AnyReference, becomes: string, affected: Affected, {look, list}: ImpactHost): Impact {
  const {from, title, above, points, label} = reference;
  const parents = above && list(above, {});
  const places = reference.places(affected, look);
  const read = places.slice(0, listsAtMost);
  const lists = read.map(at => ({at, state: list(from, at)?.get()}));
  const names = lists.flatMap(({at, state}) =>
    (state?.rows ?? []).filter(row => points(row, affected, at)).map(row => label(row, at, look)),
  );
  const sources = [...(above ? [parents?.get()] : []), ...lists.map(({state}) => state)];
  const failed = sources.filter(state => !state || (state.phase === 'failed' && !state.complete));
  const loading = sources.some(state => state && !state.complete && state.phase !== 'failed');
  const unread = places.length - read.length;
  const failure = failed.find(state => state?.failure)?.failure?.words;
  const gaps = [
    ...(failed.length > 0 ? [failure ?? 'they could not be read'] : []),
    ...(unread > 0 ? [`${unread} further lists of them were not read`] : []),
  ];
  const state = loading ? 'loading' : gaps.length > 0 ? 'unknown' : 'known';
  return {family: from, title, names, becomes, state, gap: gaps.join('; ')};
}

/** "2 Volumes will detach: data, logs" — and what is not known. One line or two; none where nothing is touched. */
export function impactLines({title, names, becomes, state, gap}: Impact): string[] {
  const shown = names.slice(0, namedAtMost).join(', ');
  const more = names.length > namedAtMost ? ` and ${names.length - namedAtMost} more` : '';
  const count = names.length === 1 && title.endsWith('s') ? `1 ${title.replace(/s$/, '')}` : `${names.length} ${title}`;
  const told = names.length > 0 ? [`${count} ${becomes}: ${shown}${more}`] : [];
  const further = names.length > 0 ? 'further ' : '';
  if (state === 'loading') return [...told, `${further}${title}: being looked for…`];
  if (state === 'unknown') return [...told, `whether ${further}${title} are touched is unknown: ${gap}`];
  return told;
}
