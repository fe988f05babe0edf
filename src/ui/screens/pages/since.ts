/** The recorded changes of the account since a given time, newest first. */
import {createStore} from 'zustand/vanilla';
import {utcTimestamp} from '../../../families/format/format.ts';
import {createLayer} from '../../../keymap/layer.ts';
import {errorMessage} from '../../../platform/text/error-message.ts';
import {changeTexts, changeWord, isNotable, isShownGap, summaryOf} from '../../../store/history/change-summary.ts';
import type {ListedVersionRecord} from '../../../store/history/history-types.ts';
import type {Destination} from '../../context/navigation.ts';
import type {PagePorts} from '../../context/ports.ts';
import {cell, span, wrap} from '../../widgets/spans.ts';
import {LinePage} from './line-page.ts';
import {type PageLine, pageHeading, pageMore, pageText} from './page-lines.ts';

/** The maximum number of changes to list; the summary counts all of them. */
const MAX_CHANGES = 500;
const DEFAULT_SPAN_MS = 24 * 3_600_000;
const [TIME, NOUN, LABEL, INDENT] = [24, 14, 22, 4];

interface SinceState {
  readonly records?: readonly ListedVersionRecord[];
  readonly gaps?: readonly {readonly from: number; readonly to: number}[];
  readonly readAt?: number;
  readonly failure?: string;
}

export function createSincePage(context: PagePorts, destination: Destination): LinePage {
  const {session, clock} = context;
  const since = ('past' in destination ? destination.past?.at : undefined) ?? clock.now() - DEFAULT_SPAN_MS;
  const state = createStore<SinceState>(() => ({}));
  const load = async (): Promise<void> => {
    if (!session.openHistory)
      return state.setState({failure: 'No history is recorded: it is off in the settings.'}, true);
    try {
      const reader = await session.openHistory();
      const records = reader.changesSince(since).filter(isNotable).reverse();
      const readAt = clock.now();
      state.setState({records, gaps: reader.gapsBetween(since, readAt).filter(isShownGap), readAt}, true);
    } catch (error) {
      state.setState({failure: `Couldn’t read the history: ${errorMessage(error)}`}, true);
    }
  };
  return new LinePage(context, {
    kind: 'since',
    title: 'Since',
    destination,
    content: columns => ({left: sinceLines(context, since, state.getState(), columns)}),
    sources: () => [state],
    follow() {
      void load();
      return () => {};
    },
    keys: page =>
      createLayer('since', {
        open: {run: page.open, unless: page.openRefusal},
        refresh: load,
        back: () => void context.navigation.back(),
      }),
  });
}

function sinceLines(context: PagePorts, since: number, state: SinceState, columns: number): readonly PageLine[] {
  const {records, gaps = [], readAt, failure} = state;
  const title = pageText([span('Since', 'strong'), span(`  ${utcTimestamp(since)}`, 'dim')]);
  if (failure !== undefined) return [title, pageText([span(failure, 'attention')])];
  if (records === undefined || readAt === undefined)
    return [title, {...pageText([span('Reading the history…', 'dim')]), isLoading: true}];
  return [
    title,
    ...wrap(summaryOf(records, readAt - since), columns).map(line => pageText([span(line)])),
    ...gaps.map(({from, to}) =>
      pageText([span(`Not recorded: ${utcTimestamp(from)} to ${utcTimestamp(to)}`, 'attention')]),
    ),
    ...(records.length > 0 ? pageHeading('Changes') : []),
    ...records.slice(0, MAX_CHANGES).flatMap(record => changeLines(context, record)),
    ...pageMore(records.length - MAX_CHANGES),
  ];
}

function changeLines(context: PagePorts, record: ListedVersionRecord): readonly PageLine[] {
  // Another version of Skydeck may have recorded a type that this one doesn't have.
  const family = context.families.find(({id}) => id === record.family);
  const row = record.after ?? record.before;
  const label = row && family ? family.label(row, context.session.lookup) : String(record.id);
  const by = record.users.length > 0 ? ` by ${record.users.join(', ')}` : '';
  const place = {family: record.family, id: record.id, ...(hasParams(record) && {params: record.params})};
  const destination = record.after === undefined || family === undefined ? undefined : place;
  const head = [
    span(cell(utcTimestamp(record.at), TIME), 'dim'),
    span(`${cell(family?.one ?? record.family, NOUN - 1)} `, 'dim'),
    span(cell(label, LABEL), 'strong'),
    span(` ${changeWord(record)}${by}`),
  ];
  // On 80 columns, the values of a field need a separate line.
  const fields = record.kind === 'changed' ? changeTexts(record) : [];
  return [
    pageText(head, destination),
    ...fields.map(text => pageText([span(cell('', INDENT)), span(text)], destination)),
  ];
}

const hasParams = ({params}: ListedVersionRecord): boolean => Object.keys(params).length > 0;
