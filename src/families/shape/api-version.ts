/** The version of the account's API, as far as its rows show it. */
import type {Lookup} from './define-family.ts';

type Rows = Pick<Lookup, 'complete' | 'rows'>;

/**
 * True for the API of today, false for an older one, and undefined until the regions are loaded: today's regions have
 * further fields. No other list is read, because a form loads the lists that it reads.
 */
export function isCurrentApi(lookup: Rows): boolean | undefined {
  const regions = lookup.rows('regions');
  if (regions.some(({site_type}) => site_type !== undefined)) return true;
  return lookup.complete('regions') && regions.length > 0 ? false : undefined;
}

/** The condition of what only the API of today accepts. Until the version is known, the API decides. */
export const mayBeCurrentApi = ({lookup}: {readonly lookup: Rows}): boolean => isCurrentApi(lookup) !== false;
