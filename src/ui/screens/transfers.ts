/** Files on their way, and those that ended not long ago: what can be done about them. */
import type {Tone} from '../../families/cells.ts';
import {ago, clockDuration} from '../../families/format.ts';
import type {Transfer, TransferState} from '../../store/transfers/transfer.ts';
import {percentOf} from '../../store/transfers/transfers.ts';
import type {Deck} from '../deck.ts';
import {amountOf} from '../frame/strip.ts';
import {type MenuItem, openMenu} from '../widgets/menu.ts';

const tones: Readonly<Record<TransferState['phase'], Tone>> = {
  running: 'busy',
  done: 'ok',
  failed: 'failed',
  cancelled: 'attention',
};

export function openTransfers(deck: Deck): void {
  const {transfers} = deck.session;
  const overlay = openMenu(deck, {
    title: 'Files',
    items: () => transfers.get().map(transfer => itemFor(deck, transfer)),
  });
  const stop = deck.session.operations.subscribe(() => overlay.repaint());
  const unwatch = deck.overlays.stack.subscribe(() => {
    if (deck.overlays.stack.get().includes(overlay)) return;
    stop();
    unwatch();
  });
}

function itemFor(deck: Deck, transfer: Transfer): MenuItem {
  const {phase} = transfer.get();
  const skin = deck.skin();
  return {
    text: `${skin.symbol(transfer.way === 'up' ? 'up' : 'down')} ${transfer.name}`,
    detail: detailOf(deck, transfer),
    tone: tones[phase],
    run: () => openOne(deck, transfer),
  };
}

function detailOf(deck: Deck, transfer: Transfer): string {
  const {phase, done, total, words} = transfer.get();
  if (phase !== 'running') return words ?? '';
  const {secondsLeft} = transfer;
  const percent = percentOf(done, total);
  const bar = percent === undefined ? '' : `${deck.skin().progress(percent, 10)} ${percent}%  `;
  return `${bar}${amountOf(transfer)}${secondsLeft === undefined ? '' : `  ${clockDuration(secondsLeft)} left`}`;
}

/** One key more than a slip: hours of uploading are not thrown away by it. */
function openOne(deck: Deck, transfer: Transfer): void {
  const {phase} = transfer.get();
  const {target, deadline} = transfer;
  const now = deck.clock.now();
  const until = deadline === undefined ? '' : `its address ends ${ago(deadline, now)}`;
  const items: readonly MenuItem[] = [
    phase === 'running' ? {text: 'Let it go on', detail: until, run: () => {}} : {text: 'Leave it', run: () => {}},
    ...(phase === 'running' ? [{text: 'Cancel it', tone: 'failed' as const, run: () => transfer.cancel()}] : []),
    ...(phase === 'failed' || phase === 'cancelled'
      ? [{text: 'Begin it anew', detail: until, unless: transfer.unlessRestart, run: () => transfer.restart()}]
      : []),
    ...(target ? [{text: 'Show what it belongs to', run: () => deck.open(target)}] : []),
  ];
  openMenu(deck, {title: transfer.name, items: () => items});
}
