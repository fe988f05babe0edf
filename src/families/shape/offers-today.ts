/** Fields of a form that only the API of today accepts. */
import type {Lookup} from './define-family.ts';

/**
 * True unless the regions show that the provider has an older API: regions of today have further fields. If the regions
 * aren't loaded, the API decides.
 */
export const offersToday = ({lookup}: {readonly lookup: Pick<Lookup, 'complete' | 'rows'>}): boolean =>
  !lookup.complete('regions') || lookup.rows('regions').some(({site_type}) => site_type !== undefined);
