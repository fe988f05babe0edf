/** Charts of a resource's metrics, as its service defines them, over a time range that `[` and `]` change. */

import type {MetricDefinition} from '../../../../contract/monitoring/monitor.ts';
import {joinParts} from '../../../../families/format/format.ts';
import {
  axisMinimum,
  chartedAggregate,
  firstMetricRange,
  isPartialReading,
  type MetricAggregate,
  metricFormat,
  metricRanges,
  metricSeries,
  metricTitle,
} from '../../../../families/monitor/metric-series.ts';
import type {AnyRow, AnyTab, Family} from '../../../../families/shape/define-family.ts';
import type {CollectionState} from '../../../../store/cache/collection-state.ts';
import type {QueryState} from '../../../../store/cache/query-spec.ts';
import type {ReadonlyStore} from '../../../../store/core/traced-store.ts';
import type {Session} from '../../../../store/session/session.ts';
import type {KeymapPort, SessionPort, SkinPort} from '../../../context/ports.ts';
import {span} from '../../../widgets/spans.ts';
import {type DetailLine, loadingLine, messageLines, spansLine, type TabContent} from '../../shared/detail-lines.ts';
import {stepHint} from './months.ts';
import {chartLines, type SeriesChart} from './stats.ts';

type Tab = Extract<AnyTab, {metricsOf: unknown}>;
type Tone = 'dim' | 'failed' | 'attention';
type QuestionStore = NonNullable<Session['metric']>;

/** A metric, and its values in the displayed range. */
interface ReadMetric {
  readonly definition: MetricDefinition;
  readonly aggregate: MetricAggregate;
  readonly source: ReadonlyStore<QueryState>;
}

export function metricsTab(
  context: KeymapPort & SessionPort & SkinPort,
  family: Family,
  tab: Tab,
  row: AnyRow,
): TabContent {
  const {metric} = context.session;
  if (metric === undefined)
    return {
      lines: columns => messageLines(context.skin(), 'To see metrics, set metrics_url in the profile.', 'dim', columns),
    };
  const content = new MetricsContent(context, {family, service: tab.metricsOf, entity: tab.entity(row), metric});
  return {
    lines: columns => content.lines(columns),
    subscribe: changed => content.subscribe(changed),
    step: by => content.step(by),
  };
}

interface MetricsSubject {
  readonly family: Family;
  readonly service: string;
  readonly entity: number;
  readonly metric: QuestionStore;
}

class MetricsContent {
  readonly #context: KeymapPort & SessionPort & SkinPort;
  readonly #subject: MetricsSubject;
  readonly #definitions: ReadonlyStore<CollectionState>;
  #range = firstMetricRange;
  #changed: (() => void) | undefined;
  #stops: readonly (() => void)[] = [];

  constructor(context: KeymapPort & SessionPort & SkinPort, subject: MetricsSubject) {
    this.#context = context;
    this.#subject = subject;
    const params = {serviceType: subject.service};
    this.#definitions = context.session.collection('monitor.services.metricDefinitions', params);
  }

  subscribe(changed: () => void): () => void {
    this.#changed = changed;
    const stop = this.#definitions.subscribe(() => {
      this.#listen();
      changed();
    });
    this.#listen();
    return () => {
      stop();
      this.#unlisten();
      this.#changed = undefined;
    };
  }

  /** Returns false at the last range, so that the key moves to the next tab. */
  step(by: number): boolean {
    const next = this.#range - by;
    if (metricRanges[next] === undefined) return false;
    this.#range = next;
    this.#listen();
    return true;
  }

  lines(columns: number): readonly DetailLine[] {
    const skin = this.#context.skin();
    const {title = ''} = metricRanges[this.#range] ?? {};
    const head = spansLine(skin, [span(title, 'strong'), span(`   ${stepHint(this.#context, 'time range')}`, 'dim')]);
    return [head, ...this.#content(columns)];
  }

  #content(columns: number): readonly DetailLine[] {
    const {failure, isComplete, rows} = this.#definitions.getState();
    const say = (text: string, tone: Tone = 'dim') => messageLines(this.#context.skin(), text, tone, columns);
    if (rows.length === 0) {
      if (failure) return say(failure.message, 'failed');
      return isComplete
        ? say(`Your provider defines no metrics of ${this.#subject.family.title}.`)
        : [loadingLine(this.#context.skin())];
    }
    const metrics = this.#metrics();
    const states = metrics.map(({source}) => source.getState());
    const failures = new Set(states.map(state => state.failure?.message));
    const [message] = failures;
    // If the metrics host can't be reached, every metric has the same failure.
    if (failures.size === 1 && message !== undefined && states.every(({value}) => value === undefined))
      return say(message, 'failed');
    const partial = states.some(({value}) => isPartialReading(value))
      ? say('Values are missing: your provider sent a part of them.', 'attention')
      : [];
    return [
      ...partial,
      ...metrics.flatMap(metric => this.#metricLines(metric, columns)),
      ...this.#unreadableLines(columns),
    ];
  }

  #metricLines({definition, aggregate, source}: ReadMetric, columns: number): readonly DetailLine[] {
    const {value, failure} = source.getState();
    const title = metricTitle(definition, aggregate);
    const skin = this.#context.skin();
    const note = (text: string) => [
      spansLine(skin, []),
      spansLine(skin, [span(`${title}  `, 'strong'), span(text, 'dim')]),
    ];
    if (failure !== undefined && value === undefined)
      return [
        spansLine(skin, []),
        spansLine(skin, [span(title, 'strong')]),
        ...messageLines(skin, failure.message, 'failed', columns),
      ];
    if (value === undefined) return note('loading…');
    const series = metricSeries(value);
    if (series.length === 0) return note('No values in this time range.');
    const charts = series.map(
      ({name, points}): SeriesChart => ({
        title: joinParts(title, name),
        points,
        format: metricFormat(definition.unit),
        atLeast: axisMinimum(definition.unit),
      }),
    );
    return chartLines(this.#context, charts, columns - 2);
  }

  /** Lines about metrics for which the API names no function that a request can use. */
  #unreadableLines(columns: number): readonly DetailLine[] {
    return this.#rows()
      .filter(definition => chartedAggregate(definition) === undefined)
      .flatMap(definition => {
        const functions = definition.available_aggregate_functions.join(', ');
        const message = `${metricTitle(definition, undefined)}: no chart, because it has only ${functions}.`;
        return [spansLine(this.#context.skin(), []), ...messageLines(this.#context.skin(), message, 'dim', columns)];
      });
  }

  #rows(): readonly MetricDefinition[] {
    return this.#definitions.getState().rows as readonly MetricDefinition[];
  }

  #metrics(): readonly ReadMetric[] {
    const {service: serviceType, entity, metric} = this.#subject;
    const range = metricRanges[this.#range];
    if (range === undefined) return [];
    const {duration, granularity} = range;
    return this.#rows().flatMap(definition => {
      const aggregate = chartedAggregate(definition);
      if (aggregate === undefined) return [];
      const query = {serviceType, entity, metric: definition.metric, aggregate, duration, granularity};
      return [{definition, aggregate, source: metric(query)}];
    });
  }

  #listen(): void {
    const {changed, stops} = {changed: this.#changed, stops: this.#stops};
    this.#stops = changed ? this.#metrics().map(({source}) => source.subscribe(changed)) : [];
    for (const stop of stops) stop();
  }

  #unlisten(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }
}
