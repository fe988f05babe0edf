/**
 * The heartbeat of the wallboard: a spike that steps on with every poll that succeeds, and the moment of the last one.
 * When nothing comes any more it lies flat and says since when: a frozen wall must not look like a calm one.
 */
import {exact, span as lengthOf} from '../../../families/format.ts';
import type {Pulse} from '../../../store/status.ts';
import type {Status} from '../../../store/types.ts';
import type {Skin} from '../../theme/skin.ts';
import {type Span, span} from '../../widgets/spans.ts';

/** Cells that the spike wanders over. */
const LENGTH = 12;

const clockTime = (at: number): string => exact(at).slice(11, 19);

/** No answer for longer than polls are apart, or an answer that no data came with. */
export const isStopped = ({liveness}: Status): boolean => liveness !== 'live' && liveness !== 'paused';

/**
 * @param now milliseconds since 1970, by our own clock
 * @param skew milliseconds that the API's clock is ahead of it
 */
export function heartbeatSpans(skin: Skin, status: Status, {beats, at}: Pulse, now: number, skew: number): Span[] {
  const heard = at === undefined ? '' : clockTime(at + skew);
  if (isStopped(status)) {
    const flat = span(`${skin.symbol('rule').repeat(LENGTH)} `, 'failed');
    if (at === undefined)
      return [flat, span(status.failure ? 'NO DATA YET' : 'waiting for the first answer', 'attention')];
    const retry = status.failure?.retryAt;
    const again = retry === undefined || retry <= now ? '' : `, next try in ${lengthOf(retry - now)}`;
    return [
      flat,
      {text: ` NO DATA FOR ${lengthOf(now - at)} `, style: skin.danger},
      span(` since ${heard} UTC${again}`, 'failed'),
    ];
  }
  const position = beats % LENGTH;
  const line = skin.ascii ? '_' : '▁';
  const spike = skin.ascii ? '^' : '█';
  return [
    span(line.repeat(position), 'ok'),
    span(spike, 'ok'),
    span(line.repeat(LENGTH - position - 1), 'ok'),
    span(` heard ${heard} UTC`, 'dim'),
  ];
}
