/** Running and recently ended file transfers, with their actions. */
import type {Tone} from '../../../families/format/cells.ts';
import {ago, clockDuration} from '../../../families/format/format.ts';
import type {Transfer, TransferState} from '../../../store/transfers/transfer.ts';
import {percentOf} from '../../../store/transfers/transfer.ts';
import type {ClockPort, NavigationPort, OverlayPort, SessionPort, SkinPort} from '../../context/ports.ts';
import type {MenuItem} from '../../context/prompt-types.ts';
import {transferAmount} from '../../frame/strip-spans.ts';
import {openMenu} from '../../models/menu.ts';

type TransferListPorts = ClockPort & NavigationPort & OverlayPort & SessionPort & SkinPort;

const tones: Readonly<Record<TransferState['phase'], Tone>> = {
  running: 'busy',
  done: 'ok',
  failed: 'failed',
  canceled: 'attention',
};

export function openTransfers(context: TransferListPorts): void {
  const {account} = context.session;
  openMenu(context, {
    title: 'Files',
    items: () => account.getState().transfers.map(transfer => itemFor(context, transfer)),
    changes: listener => account.subscribe(state => state.operations, listener),
  });
}

function itemFor(context: TransferListPorts, transfer: Transfer): MenuItem {
  const {phase} = transfer.getState();
  const skin = context.skin();
  return {
    text: `${skin.symbol(transfer.direction === 'up' ? 'up' : 'down')} ${transfer.name}`,
    detail: detailOf(context, transfer),
    tone: tones[phase],
    run: () => openOne(context, transfer),
  };
}

function detailOf(context: SkinPort, transfer: Transfer): string {
  const {phase, done, total, message} = transfer.getState();
  if (phase !== 'running') return message ?? '';
  const {secondsLeft} = transfer;
  const percent = percentOf(done, total);
  const bar = percent === undefined ? '' : `${context.skin().progress(percent, 10)} ${percent}%  `;
  return `${bar}${transferAmount(transfer)}${secondsLeft === undefined ? '' : `  ${clockDuration(secondsLeft)} left`}`;
}

/** Asks before a cancellation, so that an accidental key press doesn't discard hours of uploading. */
function openOne(context: ClockPort & NavigationPort & OverlayPort, transfer: Transfer): void {
  const {phase} = transfer.getState();
  const {target, deadline} = transfer;
  const now = context.clock.now();
  const until = deadline === undefined ? '' : `its address ends ${ago(deadline, now)}`;
  const items: readonly MenuItem[] = [
    phase === 'running' ? {text: 'Keep running', detail: until, run: () => {}} : {text: 'Close', run: () => {}},
    ...(phase === 'running' ? [{text: 'Cancel it', tone: 'failed' as const, run: () => transfer.cancel()}] : []),
    ...(phase === 'failed' || phase === 'canceled'
      ? [{text: 'Retry', detail: until, unless: transfer.restartRefusal, run: () => transfer.restart()}]
      : []),
    ...(target ? [{text: 'Show the resource', run: () => context.openResource(target)}] : []),
  ];
  openMenu(context, {title: transfer.name, items: () => items});
}
