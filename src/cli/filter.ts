/** A filter as a command line gives it: nobody types on, so what is unfinished is a mistake, and no wish for everything. */
import type {Family} from '../families/define.ts';
import {isWord, parse, type Query} from '../store/search.ts';
import {Usage} from './account.ts';
import {columnNames, type FieldNames} from './columns.ts';
import {choice} from './suggest.ts';

/**
 * @param fields what can be named, whether or not there happens to be a row
 * @throws Usage for what it cannot mean
 */
export function filterOf(text: string, family: Family, fields: FieldNames): Query {
  const query = parse(text, family, fields.sample);
  if (query.hint) {
    const typed = /“(.*)”/.exec(query.hint)?.[1] ?? '';
    throw new Usage(`${query.hint}${choice(typed, columnNames(family, fields))}`);
  }
  for (const term of query.terms)
    if (!isWord(term) && term.values.length === 0)
      throw new Usage(`the filter leaves open what ${term.field} is: ${term.field}${term.operator} wants a value`);
  return query;
}
