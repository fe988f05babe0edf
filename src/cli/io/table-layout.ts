/** The columns and the order of a table by the settings: `--table` shows the same as the console. */

import {findFamily} from '../../families/registry.ts';
import {columnId, type Family} from '../../families/shape/define-family.ts';
import type {Settings} from '../../profiles/settings.ts';
import type {OutputFormat} from './print-rows.ts';

export interface TableLayout {
  readonly columns?: readonly string[] | undefined;
  readonly sort?: string | undefined;
}

/**
 * Unknown columns are omitted, because `skydeck config check` reports them. Columns that need a request for each row
 * are omitted, too, because only a screen has time for them.
 */
export function tableLayoutFor(
  family: Family,
  format: OutputFormat,
  settings: Pick<Settings, 'columns' | 'sorts'> | undefined,
): TableLayout {
  if (!settings || (format !== 'table' && format !== 'markdown')) return {};
  const valueFor = <T>(byFamily: Readonly<Record<string, T>>): T | undefined =>
    Object.entries(byFamily).find(([name]) => findFamily(name)?.id === family.id)?.[1];
  const columnIds = new Set(family.columns.filter(({sample}) => !sample).map(columnId));
  const columns = valueFor(settings.columns)?.filter(name => columnIds.has(name));
  const sort = valueFor(settings.sorts);
  return {
    columns: columns && columns.length > 0 ? columns : undefined,
    sort: sort && columnIds.has(sort.column) ? `${sort.descending ? '-' : ''}${sort.column}` : undefined,
  };
}
