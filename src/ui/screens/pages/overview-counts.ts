/** The number of rows and the states of each list of the overview. */

import {type Family, isCounted} from '../../../families/shape/define-family.ts';
import {type Collection, isListOffered} from '../../../store/cache/collection-state.ts';
import {countConditions} from '../../../store/cache/row-condition.ts';
import type {AccountPort, SessionPort, SkinPort} from '../../context/ports.ts';
import {cell, type Span, span} from '../../widgets/spans.ts';
import {isUnloaded, rowCountWords} from '../shared/list-title.ts';
import type {TrackedLookup} from '../shared/tracked-families.ts';
import {type PageLine, pageHeading, pageText} from './page-lines.ts';

/** The width of the longest title of a list, "Kubernetes clusters", and a space. */
const TITLE_CELLS = 20;

export const countedFamilies = ({families}: AccountPort): readonly Family[] => families.filter(isCounted);

/** @param trackedLookup - Conditions may depend on child lists of a row: the ports of a NodeBalancer. */
export const countLines = (context: AccountPort & SkinPort, trackedLookup: TrackedLookup): PageLine[] => [
  ...pageHeading('Everything'),
  ...countedFamilies(context)
    .filter(family => isListOffered(family, context.session.collection(family.id).getState()))
    .map(family => countLine(context, trackedLookup, family)),
];

function countLine(context: SessionPort & SkinPort, trackedLookup: TrackedLookup, family: Family): PageLine {
  const list = context.session.collection(family.id);
  const state = list.getState();
  // For a family with a single row, a count of 1 adds nothing.
  const text = family.single && state.isComplete ? '' : rowCountWords(state);
  const failed = state.failure === undefined ? [] : [span(`  ${state.failure.message}`, 'failed')];
  const spans = [
    span(cell(family.title, TITLE_CELLS)),
    span(cell(text, 9, 'right')),
    span('  '),
    ...stateCounts(context, trackedLookup, list),
    ...failed,
  ];
  const line = pageText(spans, {family: family.id});
  return isUnloaded(state) ? {...line, isLoading: true as const} : line;
}

function stateCounts(context: SkinPort, trackedLookup: TrackedLookup, list: Collection): Span[] {
  const skin = context.skin();
  return countConditions(list, list.getState().rows, trackedLookup.lookup).flatMap(({word, condition, count}) => [
    span(`${skin.glyph(condition)} `, condition),
    span(`${count} ${word}   `),
  ]);
}
