/** A filter as a command line gives it: nobody types on, so what is unfinished is a mistake, and no wish for everything. */
import {type AnyRow, columnId, type Family} from '../families/define.ts';
import {isWord, parse, type Query} from '../store/search.ts';
import {Usage} from './account.ts';
import {suggestion} from './suggest.ts';

/**
 * @param fields what can be named, whether or not there happens to be a row
 * @throws Usage for what it cannot mean
 */
export function filterOf(text: string, family: Family, fields: readonly string[]): Query {
  const sample: AnyRow = Object.fromEntries(fields.map(name => [name, null]));
  const query = parse(text, family, sample);
  if (query.hint) {
    const names = [...new Set([...family.columns.map(columnId), ...fields])];
    const near = suggestion(/“(.*)”/.exec(query.hint)?.[1] ?? '', names) || `: there are ${names.join(', ')}`;
    throw new Usage(`${query.hint}${near}`);
  }
  for (const term of query.terms)
    if (!isWord(term) && term.values.length === 0)
      throw new Usage(`the filter leaves open what ${term.field} is: ${term.field}${term.operator} wants a value`);
  return query;
}
