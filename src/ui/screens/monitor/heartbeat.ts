/**
 * The heartbeat of the wallboard: a spike that moves with every successful poll, and the time of the last poll. Without
 * polls it is flat and shows since when, because a frozen wallboard must not look like a normal one.
 */
import {shortSpan as lengthOf, utcTimestamp} from '../../../families/format/format.ts';
import {freshnessWords, livenessWord} from '../../../store/sync/freshness-text.ts';
import type {Liveness, Pulse, Status} from '../../../store/sync/status.ts';
import type {Skin} from '../../theme/skin.ts';
import {type Span, span} from '../../widgets/spans.ts';

/** The number of cells that the spike moves over. */
const BEAT_CELLS = 12;

const clockTime = (at: number): string => utcTimestamp(at).slice(11, 19);

/** True after a longer time without a response than the polling interval, or after a response without data. */
export const hasStopped = ({liveness}: Pick<Status, 'liveness'>): boolean =>
  liveness !== 'live' && liveness !== 'paused';

/**
 * The time without data after which the wallboard shows an alarm; before that it only shows missed polls. Milliseconds.
 */
const ALARM_AFTER_MS = 60_000;

/** True if the wallboard shows an alarm: data has been missing for a long time, or can't arrive. */
export function isAlarm(status: Pick<Status, 'liveness' | 'failure'>, {at}: Pulse, now: number): boolean {
  if (!hasStopped(status)) return false;
  if (status.liveness !== 'stale') return status.liveness !== 'connecting' || status.failure !== undefined;
  return at === undefined || now - at >= ALARM_AFTER_MS;
}

/** States that waiting doesn't end. */
const refusedStates: readonly Liveness[] = ['unauthorized', 'closed'];

export interface Heartbeat {
  /** The part that is never cut off. */
  readonly beat: readonly Span[];
  /** Additional parts that are shown if they fit, most important first. */
  readonly more: readonly (readonly Span[])[];
}

interface HeartbeatTime {
  /** Milliseconds since 1970, by this machine's clock. */
  readonly now: number;
  /** The API's clock minus this machine's clock, milliseconds. */
  readonly skew: number;
}

export function heartbeat(skin: Skin, status: Status, {beats, at}: Pulse, {now, skew}: HeartbeatTime): Heartbeat {
  const updated = at === undefined ? '' : clockTime(at + skew);
  if (!hasStopped(status)) {
    const position = beats % BEAT_CELLS;
    const line = skin.isAscii ? '_' : '▁';
    const spike = skin.isAscii ? '^' : '█';
    const spikes = `${line.repeat(position)}${spike}${line.repeat(BEAT_CELLS - position - 1)}`;
    return {beat: [span(spikes, 'ok'), span(` updated ${updated} UTC`, 'dim')], more: []};
  }
  const {failure, liveness} = status;
  const flat = span(`${skin.symbol('rule').repeat(BEAT_CELLS)} `, 'failed');
  if (at === undefined && failure === undefined)
    return {
      beat: [
        flat,
        span(
          status.lateSince === undefined ? 'waiting for the first answer' : freshnessWords(status, now),
          'attention',
        ),
      ],
      more: [],
    };
  const refusal = refusedStates.includes(liveness) ? livenessWord(status).toUpperCase() : undefined;
  const length = at === undefined ? undefined : lengthOf(now - at);
  if (!isAlarm(status, {beats, at}, now) && at !== undefined)
    return {
      beat: [
        span(`${skin.symbol('rule').repeat(BEAT_CELLS)} `, 'attention'),
        span(freshnessWords(status, now), 'attention'),
      ],
      more: [[span(`, last data ${updated} UTC`, 'dim')]],
    };
  const alarm = refusal ?? (length === undefined ? 'NO DATA YET' : `NO DATA FOR ${length}`);
  const retry = failure?.retryAt;
  return {
    beat: [flat, {text: ` ${alarm} `, style: skin.danger}],
    more: [
      ...(refusal !== undefined && length !== undefined ? [[span(` no data for ${length}`, 'failed')]] : []),
      ...(at === undefined ? [] : [[span(` since ${updated} UTC`, 'failed')]]),
      // A rejected token needs an action of the user, so the retry time isn't shown.
      ...(refusal !== undefined || retry === undefined || retry <= now
        ? []
        : [[span(`${at === undefined ? '' : ','} next try in ${lengthOf(retry - now)}`, 'failed')]]),
    ],
  };
}
