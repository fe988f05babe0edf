/** Everything that runs, of every family, with the time left as past ones took; and how those that ended went. */
import type {Event} from '../../../contract/account/events.ts';
import {cellText} from '../../../families/cells.ts';
import {entityRef} from '../../../families/entities.ts';
import {ago, clockDuration, formatNumber, toMillis} from '../../../families/format.ts';
import {sentenceOf} from '../../../families/sentence.ts';
import {createLayer} from '../../../keymap/layer.ts';
import type {Operation} from '../../../store/types.ts';
import type {Deck} from '../../deck.ts';
import type {Place} from '../../place.ts';
import {cell, span} from '../../widgets/spans.ts';
import {eventCondition} from '../events/spans.ts';
import {createPage, type PageLine, pageHeading, pageText} from '../page.ts';
import {type Part, partsOf} from '../parts.ts';

/** An event that ended no longer ago is still worth a line; milliseconds. */
const LATELY = 3_600_000;
const ENDED = 15;
const BAR = 10;
/** Times run down by the second while something runs. */
const TICK = 1000;
const SLOW_TICK = 10_000;

interface OperationLine extends PageLine {
  readonly running?: Running;
}

interface Running {
  readonly part: Part;
  readonly operation: Operation;
}

export function createOperationsPage(deck: Deck): Place {
  const {clock} = deck;
  const parts = partsOf(deck, (own): Part => ({deck: own}));
  const runningNow = (): readonly Running[] =>
    parts.all.flatMap(part => part.deck.session.operations.get().map(operation => ({part, operation})));

  function lines(columns: number): readonly OperationLine[] {
    const running = runningNow();
    return [
      pageText(deck, [span('Operations', 'strong'), span(`  ${formatNumber(running.length)} running`)]),
      pageText(deck, []),
      ...(running.length > 0 ? tableOf(running, columns) : [pageText(deck, [span('nothing is running', 'dim')])]),
      ...endedLines(),
    ];
  }

  function tableOf(running: readonly Running[], columns: number): readonly OperationLine[] {
    const skin = deck.skin();
    const now = clock.now();
    const room = columns - parts.columns;
    // What is left of the line belongs to the name.
    const kind = room >= 92 ? 14 : 0;
    const name = Math.max(12, Math.min(32, room - 66 - kind));
    const head = [cell('WHAT', name + 2), kind > 0 ? cell('KIND', kind) : '', cell('ACTION', 16), cell('', BAR + 6)];
    const times = [cell('ELAPSED', 8, 'right'), cell('LEFT', 8, 'right')];
    return [
      pageText(deck, [span([parts.head, ...head, ...times, '  BY'].join(''), 'dim')]),
      ...running.map(({part, operation}): OperationLine => {
        const {label, word, percent, startedAt, secondsLeft, by, target} = operation;
        const family = target && deck.families.find(({id}) => id === target.family);
        const progress = percent === undefined ? '' : `${skin.progress(percent, BAR)} ${percent}%`;
        const watched = part.deck.watching(operation) ? ` ${skin.symbol('notice')}` : '';
        return {
          ...pageText(
            deck,
            [
              ...parts.whose(part),
              span(`${skin.glyph('busy')} `, 'busy'),
              span(cell(label || 'unnamed', name), 'strong'),
              ...(kind > 0 ? [span(cell(family?.one ?? '', kind), 'dim')] : []),
              span(cell(word, 16)),
              span(cell(progress, BAR + 6), 'busy'),
              span(cell(clockDuration((now - startedAt) / 1000), 8, 'right')),
              span(cell(secondsLeft === undefined ? '?' : clockDuration(secondsLeft), 8, 'right'), 'dim'),
              span(`  ${by ?? (operation.id.startsWith('change') ? 'this console' : '')}`, 'dim'),
              span(watched, 'accent'),
            ],
            target && parts.goal(part, target),
          ),
          running: {part, operation},
        };
      }),
    ];
  }

  /** How the last ones went: who comes back to this page wants to know first. */
  function endedLines(): readonly OperationLine[] {
    const ended = parts.all
      .flatMap(part => {
        const {events, look} = part.deck.session;
        return events
          .get()
          .filter(event => hadDuration(event) && look.now - createdAt(event) < LATELY)
          .slice(0, ENDED)
          .map(event => ({part, event}));
      })
      // Those of one account are in their order; between accounts only time tells what is newer.
      .sort((left, right) => (parts.all.length > 1 ? createdAt(right.event) - createdAt(left.event) : 0))
      .slice(0, ENDED);
    if (ended.length === 0) return [];
    const skin = deck.skin();
    return [
      ...pageHeading(deck, 'Ended within the hour'),
      ...ended.map(({part, event}) => {
        const condition = eventCondition(event.status);
        const {look} = part.deck.session;
        const {parts: words, ref} = sentenceOf(event, look);
        const at = toMillis(event.created);
        const took = event.duration ? `  took ${clockDuration(event.duration)}` : '';
        const target = ref ?? entityRef(event.entity);
        return pageText(
          deck,
          [
            ...parts.whose(part),
            span(`${skin.glyph(condition)} `, condition),
            ...words.map(word => span(cellText(word), typeof word === 'string' ? undefined : word.tone)),
            span(`${took}${event.username ? `  by ${event.username}` : ''}`, 'dim'),
            span(at === undefined ? '' : `  ${ago(at, look.now)}`, 'dim'),
          ],
          target && parts.goal(part, target),
        );
      }),
    ];
  }

  return createPage<OperationLine>(deck, {
    page: 'operations',
    title: 'Operations',
    lines,
    sources: () => parts.all.flatMap(part => [part.deck.session.operations, part.deck.session.events]),
    next: () => (runningNow().length === 0 ? SLOW_TICK : deck.preferences.get().lowBandwidth ? SLOW_TICK : TICK),
    keys: page =>
      createLayer(
        'operations',
        {
          open: {run: page.open, unless: page.unopenable},
          watch: {
            run() {
              const running = page.current()?.running;
              running?.part.deck.watchOperation(running.operation);
            },
            unless: () => (page.current()?.running ? undefined : 'choose an operation that is running'),
          },
          refresh: () => deck.refreshAll(),
          back: () => void deck.places.back(),
        },
        {title: 'Operations'},
      ),
  });
}

const createdAt = ({created}: Event): number => toMillis(created) ?? 0;

/** Something that took its time, rather than a note that something happened. */
const hadDuration = ({status, duration: took}: Event): boolean =>
  status === 'failed' || (status === 'finished' && typeof took === 'number' && took > 0);
