/** The condition of a row as it is shown wherever it is: what is being done to it comes before what the API last said. */
import type {State} from '../families/cells.ts';
import type {AnyRow, Look} from '../families/define.ts';
import type {Annotation, Collection} from './types.ts';

/** Something was done to it, and reading it again failed. */
export const unconfirmed: State = {is: 'unknown', word: 'unconfirmed'};

export function conditionOf(
  {family, params}: Pick<Collection, 'family' | 'params'>,
  row: AnyRow,
  look: Look,
  annotation: Annotation | undefined,
): State | undefined {
  return (annotation && underWay(annotation)) ?? family.state?.(row, look, params);
}

function underWay({gone, checking, busy, pending, stale}: Annotation): State | undefined {
  if (gone) return {is: 'off', word: 'gone'};
  if (checking) return {is: 'unknown', word: 'checking'};
  if (busy) return {is: 'busy', word: busy.word, ...(busy.percent !== undefined && {percent: busy.percent})};
  if (pending !== undefined) return {is: 'busy', word: pending};
  return stale ? unconfirmed : undefined;
}
