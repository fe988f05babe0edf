/** Lists are filtered and sorted again when their texts change without their rows. */
import type {SessionEvents, SessionParts} from './session-parts.ts';

/**
 * Rows of an earlier session were filtered by the contract's names, because the provider's names were not known yet.
 */
export function refilterLists({identifiers, collections}: SessionParts): void {
  if (identifiers.hasPrefix) for (const collection of collections.all()) collection.refilter();
}

/** Filters find a resource by the labels of others, which arrive with their own list. */
export function refilterDependents({collections}: SessionParts, {collection}: SessionEvents['listFetched']): void {
  for (const other of collections.all()) other.refilterAfter(collection);
}

export function refilterForLabel(
  {collections}: SessionParts,
  {collection: {family}, hasNewLabel}: SessionEvents['rowRead'],
): void {
  if (hasNewLabel) for (const other of collections.all()) other.refilterForLabel(family.id);
}
