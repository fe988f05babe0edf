/**
 * All running operations of every family, with the remaining time estimated from past ones, and the outcomes of ended
 * operations.
 */

import {entityRef} from '../../../families/events/event-entities.ts';
import {sentenceOf} from '../../../families/events/event-sentence.ts';
import {cellText} from '../../../families/format/cells.ts';
import {ago, clockDuration, formatNumber, toMillis} from '../../../families/format/format.ts';
import {createLayer, type Layer} from '../../../keymap/layer.ts';
import {accountPart} from '../../../store/session/account-state.ts';
import type {EventRow} from '../../../store/sync/event-log.ts';
import type {Operation} from '../../../store/sync/operation.ts';
import type {NavigationPort, PagePorts, PreferencesPort, RefetchPort} from '../../context/ports.ts';
import {cell, span} from '../../widgets/spans.ts';
import {eventCondition} from '../shared/event-line.ts';
import {type PageAccount, type PageAccounts, pageAccounts} from '../shared/page-accounts.ts';
import {LinePage} from './line-page.ts';
import {type PageLine, pageHeading, pageText} from './page-lines.ts';

/** The maximum age of ended events in the list, milliseconds. */
const ENDED_WITHIN_MS = 3_600_000;
const MAX_ENDED = 15;
const BAR_CELLS = 10;
/** Countdowns change every second while an operation runs. */
const RUNNING_REPAINT_MS = 1000;
const IDLE_REPAINT_MS = 10_000;

interface OperationLine extends PageLine {
  readonly running?: RunningOperation;
}

interface RunningOperation {
  readonly part: PageAccount;
  readonly operation: Operation;
}

export function createOperationsPage(context: PagePorts & PreferencesPort & RefetchPort): LinePage {
  const parts = pageAccounts(context, (own): PageAccount => ({context: own}));
  return new LinePage<OperationLine>(context, {
    kind: 'operations',
    title: 'Operations',
    content: columns => ({left: operationsLines(parts, columns)}),
    sources: () =>
      parts.all.flatMap(part => [
        accountPart(part.context.session.account, 'operations'),
        accountPart(part.context.session.account, 'events'),
      ]),
    nextRepaintMs: () =>
      runningOperations(parts).length === 0 || context.preferences.getState().lowBandwidth
        ? IDLE_REPAINT_MS
        : RUNNING_REPAINT_MS,
    keys: page => operationsLayer(context, page),
  });
}

const operationsLayer = (context: NavigationPort & RefetchPort, page: LinePage<OperationLine>): Layer =>
  createLayer('operations', {
    open: {run: page.open, unless: page.openRefusal},
    watch: {
      run() {
        const running = page.current()?.running;
        running?.part.context.toggleOperationWatch(running.operation);
      },
      unless: () => (page.current()?.running ? undefined : 'choose an operation that is running'),
    },
    refresh: () => context.refetchAll(),
    back: () => void context.navigation.back(),
  });

const runningOperations = (parts: PageAccounts): readonly RunningOperation[] =>
  parts.all.flatMap(part => part.context.session.account.getState().operations.map(operation => ({part, operation})));

function operationsLines(parts: PageAccounts, columns: number): readonly OperationLine[] {
  const running = runningOperations(parts);
  return [
    pageText([span('Operations', 'strong'), span(`  ${formatNumber(running.length)} running`)]),
    pageText([]),
    ...(running.length > 0 ? runningLines(parts, running, columns) : [pageText([span('nothing is running', 'dim')])]),
    ...endedLines(parts),
  ];
}

/** The widths of the columns that depend on the width of the page. */
interface OperationColumns {
  readonly name: number;
  /** 0 if the column has no room. */
  readonly kind: number;
}

function runningLines(
  parts: PageAccounts,
  running: readonly RunningOperation[],
  columns: number,
): readonly OperationLine[] {
  const room = columns - parts.columns;
  // The remaining width of the line belongs to the name.
  const kind = room >= 92 ? 14 : 0;
  const name = Math.max(12, Math.min(32, room - 66 - kind));
  const head = [
    cell('WHAT', name + 2),
    kind > 0 ? cell('TYPE', kind) : '',
    cell('ACTION', 16),
    cell('', BAR_CELLS + 6),
  ];
  const times = [cell('ELAPSED', 8, 'right'), cell('LEFT', 8, 'right')];
  return [
    pageText([span([parts.head, ...head, ...times, '  BY'].join(''), 'dim')]),
    ...running.map(one => runningLine(parts, one, {name, kind})),
  ];
}

function runningLine(parts: PageAccounts, running: RunningOperation, {name, kind}: OperationColumns): OperationLine {
  const {context} = parts;
  const {part, operation} = running;
  const {label, word, percent, startedAt, secondsLeft, by, target} = operation;
  const skin = context.skin();
  const family = target && context.families.find(({id}) => id === target.family);
  const progress = percent === undefined ? '' : `${skin.progress(percent, BAR_CELLS)} ${percent}%`;
  const watched = part.context.isWatched(operation) ? ` ${skin.symbol('notice')}` : '';
  const spans = [
    ...parts.nameSpans(part),
    span(`${skin.glyph('busy')} `, 'busy'),
    span(cell(label || 'unnamed', name), 'strong'),
    ...(kind > 0 ? [span(cell(family?.one ?? '', kind), 'dim')] : []),
    span(cell(word, 16)),
    span(cell(progress, BAR_CELLS + 6), 'busy'),
    span(cell(clockDuration((context.clock.now() - startedAt) / 1000), 8, 'right')),
    span(cell(secondsLeft === undefined ? '?' : clockDuration(secondsLeft), 8, 'right'), 'dim'),
    span(`  ${by ?? (operation.id.startsWith('change') ? 'this console' : '')}`, 'dim'),
    span(watched, 'accent'),
  ];
  return {...pageText(spans, target && parts.destinationOf(part, target)), running};
}

interface EndedOperation {
  readonly part: PageAccount;
  readonly event: EventRow;
}

/** The outcomes of the last operations, which users look for when they return to this page. */
function endedLines(parts: PageAccounts): readonly OperationLine[] {
  const ended = parts.all
    .flatMap(endedOperations)
    // Events of one account are in order; events of several accounts are sorted by time.
    .sort((left, right) => (parts.all.length > 1 ? createdAt(right.event) - createdAt(left.event) : 0))
    .slice(0, MAX_ENDED);
  if (ended.length === 0) return [];
  return [...pageHeading('Ended within the hour'), ...ended.map(one => endedLine(parts, one))];
}

function endedOperations(part: PageAccount): readonly EndedOperation[] {
  const {account, lookup} = part.context.session;
  return account
    .getState()
    .events.filter(event => hadDuration(event) && lookup.now - createdAt(event) < ENDED_WITHIN_MS)
    .slice(0, MAX_ENDED)
    .map(event => ({part, event}));
}

function endedLine(parts: PageAccounts, {part, event}: EndedOperation): OperationLine {
  const condition = eventCondition(event.status);
  const {lookup} = part.context.session;
  const {parts: words, ref} = sentenceOf(event, lookup);
  const at = toMillis(event.created);
  const took = event.duration ? `  took ${clockDuration(event.duration)}` : '';
  const target = ref ?? entityRef(event.entity);
  const spans = [
    ...parts.nameSpans(part),
    span(`${parts.context.skin().glyph(condition)} `, condition),
    ...words.map(word => span(cellText(word), typeof word === 'string' ? undefined : word.tone)),
    span(`${took}${event.username ? `  by ${event.username}` : ''}`, 'dim'),
    span(at === undefined ? '' : `  ${ago(at, lookup.now)}`, 'dim'),
  ];
  return pageText(spans, target && parts.destinationOf(part, target));
}

const createdAt = ({created}: EventRow): number => toMillis(created) ?? 0;

/** True for an operation with a duration, rather than an instantaneous event. */
const hadDuration = ({status, duration: took}: EventRow): boolean =>
  status === 'failed' || (status === 'finished' && typeof took === 'number' && took > 0);
