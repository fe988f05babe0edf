/** Fields of a form that only the API of today takes. */
import type {Lookup} from './define-family.ts';

/**
 * True unless the regions show that the provider has an older API: they have more fields today. Regions that weren't
 * read leave the field to the API.
 */
export const offersToday = ({lookup}: {readonly lookup: Pick<Lookup, 'complete' | 'rows'>}): boolean =>
  !lookup.complete('regions') || lookup.rows('regions').some(({site_type}) => site_type !== undefined);
