/** Lines for values that only newer providers return. */
import type {Cell} from '../format/cells.ts';
import type {Line, Lookup} from './define-family.ts';

/** A line that is omitted if the response lacks the field; null is shown as a dash. */
export const addedLine = <Row, F extends keyof Row & string, ListParams = never>(
  title: string,
  field: F,
  format: (value: NonNullable<Row[F]>, lookup: Lookup, row: Row) => Cell | readonly Cell[] = value => String(value),
): Line<Row, ListParams> => ({
  title,
  value(row, lookup) {
    const value = row[field];
    return value === null || value === undefined ? null : format(value, lookup, row);
  },
  isVisible: row => row[field] !== undefined,
});
