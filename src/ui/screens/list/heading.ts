/**
 * The two lines above the rows: the title of the list, and the titles of its columns. Most key presses change neither.
 */

import type {Family} from '../../../families/shape/define-family.ts';
import {hasSameItems, memoizeLast} from '../../../platform/runtime/memoize.ts';
import type {CollectionState} from '../../../store/cache/collection-state.ts';
import {countConditions} from '../../../store/cache/row-condition.ts';
import type {ListModel, ListModelState} from '../../../store/list/list-model.ts';
import type {ClockPort, MergedAccountsPort, SessionPort} from '../../context/ports.ts';
import {cellWidth, sanitize, truncate} from '../../terminal/index.ts';
import {inFullWords, paintEnds, type Span, span, spansWidth} from '../../widgets/spans.ts';
import {ageFacts, stateCountWords, titleSpans} from '../shared/list-title.ts';
import type {SampleProgress} from '../shared/list-view-types.ts';
import {paintTableHeader, type TableStyle} from '../shared/row-painter.ts';

export interface ListHeading {
  paint(state: CollectionState, view: ListModelState, table: TableStyle, sampled?: SampleProgress): readonly string[];
  /** Drops the counts, because conditions may have changed although the rows are the same. */
  forget(): void;
}

/**
 * The title of the sorted column with the direction, if the column is hidden: nothing else on the screen explains the
 * order of the rows.
 */
function hiddenSortTitle({columns}: Family, table: TableStyle, sort: ListModelState['sort']): string | undefined {
  if (sort === undefined || table.columns.some(({id}) => id === sort.column)) return undefined;
  const title = columns.find(({id, field}) => (id ?? field) === sort.column)?.title;
  return title === undefined || !sort.descending ? title : `${title}, descending`;
}

/** Replaces the end of a reason that doesn't fit by the command that shows the whole reason. */
function withFailureFitted(title: readonly Span[], columns: number): readonly Span[] {
  const at = title.findLastIndex(({tone}) => tone === 'failed');
  const reason = title[at];
  if (reason === undefined || spansWidth(title) < columns) return title;
  const head = title.slice(0, at);
  const room = columns - spansWidth(head) - cellWidth(inFullWords) - 1;
  if (room < 1) return title;
  return [
    ...head,
    {...reason, text: truncate(sanitize(reason.text), room).replace(/[ …]+$/, '')},
    span(inFullWords, 'dim'),
  ];
}

export function createListHeading(
  context: ClockPort & MergedAccountsPort & SessionPort,
  model: Pick<ListModel, 'collection' | 'edition' | 'shown' | 'hiddenSelectedCount'>,
): ListHeading {
  const {collection} = model;
  const {family} = collection;
  let painted: {readonly key: readonly unknown[]; readonly lines: readonly string[]} | undefined;
  /**
   * The states of the shown rows. Beside "4 of 42", users would take the states of all 42 rows for those of the 4.
   * Pending changes may start and end while the rows stay the same.
   */
  const counts = memoizeLast((_version: number, _edition: number): string =>
    stateCountWords(countConditions(collection, model.shown, context.session.lookup)),
  );

  return {
    paint(state, view, table, sampled) {
      const age = ageFacts(context);
      const {ids, filter, problemsOnly, sort, selection, isFuzzy, hint, isSearching} = view;
      // Ages change at intervals far longer than a second.
      const second = Math.floor(age.now / 1000);
      const read = sampled?.readCount;
      const key = [
        state,
        table,
        ids,
        filter,
        problemsOnly,
        sort,
        selection,
        isFuzzy,
        hint,
        isSearching,
        second,
        age.isUnconfirmed,
        read,
      ];
      if (painted && hasSameItems(painted.key, key)) return painted.lines;
      const {skin, columnsWide} = table;
      const hiddenSort = hiddenSortTitle(family, table, sort);
      const facts = {...age, hidden: model.hiddenSelectedCount(), sampled, hiddenSort};
      const title = titleSpans({family, params: table.params, state, view}, facts);
      const text = counts(state.version, model.edition);
      const end = [span(filter === '' ? '' : `/${filter} `, 'accent')];
      const tail = span(` · ${text}`, 'dim');
      // The typed filter is shown completely before the counts of its matches.
      const fits = filter === '' || spansWidth([...title, tail, ...end]) < columnsWide;
      if (text !== '' && selection.size === 0 && fits) title.push(tail);
      const shown = state.failure === undefined ? title : withFailureFitted(title, columnsWide - spansWidth(end));
      const lines = [paintEnds(skin, shown, end, columnsWide), paintTableHeader(table, sort)];
      painted = {key, lines};
      return lines;
    },
    forget() {
      painted = undefined;
      counts.forget();
    },
  };
}
