/** The lines of a page as data: spans, some with a target. */
import type {Tone} from '../../../families/format/cells.ts';
import {formatNumber} from '../../../families/format/format.ts';
import type {Destination} from '../../context/navigation.ts';
import {type Span, span, wrap} from '../../widgets/spans.ts';

export interface PageLine {
  readonly spans: readonly Span[];
  /** The place that enter opens. */
  readonly destination?: Destination;
  /** True if data of the line is still being read. */
  readonly isLoading?: true;
}

/** The lines of a page: below each other, or in two columns. */
export interface PageContent<L extends PageLine = PageLine> {
  readonly left: readonly L[];
  readonly right?: readonly L[];
}

export const pageText = (spans: readonly Span[], destination?: Destination): PageLine =>
  destination === undefined ? {spans} : {spans, destination};

/** The minimum number of cells in which a message is wrapped. */
const MIN_MESSAGE_CELLS = 20;

/** A sentence for the user, such as a failure, in as many lines as it needs. */
export const pageMessage = (text: string, tone: Tone, columns: number): PageLine[] =>
  wrap(text, Math.max(MIN_MESSAGE_CELLS, columns - 2)).map(line => pageText([span(line, tone)]));

/** The number of lines that are not listed above; no line if all are listed. */
export const pageMore = (left: number, destination?: Destination): PageLine[] =>
  left > 0 ? [pageText([span(`and ${formatNumber(left)} more`, 'dim')], destination)] : [];

/** An empty line and a title. */
export const pageHeading = (title: string): PageLine[] => [pageText([]), pageText([span(title.toUpperCase(), 'dim')])];
