/** All running and recently ended file transfers. */
import type {Ref} from '../../families/shape/define-family.ts';
import type {Annotation} from '../cache/annotations.ts';
import type {Clock} from '../core/clock.ts';
import {jsonEqual} from '../core/json-equal.ts';
import type {Trace} from '../core/traced-store.ts';
import type {AccountWriter} from '../session/account-state.ts';
import type {Toast} from '../session/toast.ts';
import {LiveTransfer, percentOf, type Transfer, type TransferJob, transferWord} from './transfer.ts';

export interface TransferRegistryHost {
  readonly clock: Clock;
  readonly trace: Trace | undefined;
  readonly account: AccountWriter;
  showToast(text: string, tone?: Toast['tone']): void;
  /** Called when transfers start or end, or make progress. */
  onChange(transfer: Transfer): void;
}

/** The maximum number of ended transfers to keep. */
const maxEnded = 20;
const tickIntervalMs = 1000;

export class TransferRegistry {
  /** Newest first. */
  #list: readonly LiveTransfer[] = [];
  readonly #host: TransferRegistryHost;
  #next = 1;
  #ticking: (() => void) | undefined;

  constructor(host: TransferRegistryHost) {
    this.#host = host;
  }

  /**
   * Starts a transfer.
   * @param options `onEnd`: called at its end, with the error if it failed; `isQuiet`: the caller itself reports the end
   */
  start<T>(
    job: TransferJob<T>,
    {onEnd, isQuiet}: {onEnd?: (transfer: Transfer, error: unknown) => void; isQuiet?: boolean} = {},
  ): LiveTransfer<T> {
    const transfer: LiveTransfer<T> = new LiveTransfer(this.#next++, job, {
      ...this.#host,
      onChange: transferState => {
        // The first progress may be reported before the transfer is in the list.
        if (this.#list.includes(transferState)) this.#onTransferChange(transferState);
      },
      onEnd: (transferState, error) => {
        onEnd?.(transferState, error);
        const {phase, message} = transferState.getState();
        if (!isQuiet)
          this.#host.showToast(
            `${transferState.name}: ${message}`,
            phase === 'done' ? 'ok' : phase === 'failed' ? 'failed' : 'attention',
          );
      },
    });
    const endedTransfers = this.#list.filter(transfer => !isRunning(transfer));
    const listed = this.#list.filter(transfer => isRunning(transfer) || endedTransfers.indexOf(transfer) < maxEnded);
    this.#list = [transfer, ...listed];
    this.#host.account.update('transfers', 'addTransfer', this.#list);
    this.#onTransferChange(transfer);
    return transfer;
  }

  get running(): readonly Transfer[] {
    return this.#list.filter(isRunning);
  }

  /** The mark of a row with a running file transfer. */
  operationOn({family, id, params = {}}: Ref): Annotation['busy'] {
    // Called for every row of every screen, so it creates no array.
    const isOfRow = (transfer: Transfer) => {
      const {target} = transfer;
      if (target?.family !== family || String(target.id) !== String(id)) return false;
      return isRunning(transfer) && jsonEqual(target.params ?? {}, params);
    };
    const transfer = this.#list.find(isOfRow);
    if (!transfer) return undefined;
    const {done, total} = transfer.getState();
    return {word: transferWord(transfer), percent: percentOf(done, total)};
  }

  /** Cancels running transfers. */
  close(): void {
    this.#ticking?.();
    for (const transfer of this.running) transfer.cancel();
  }

  #onTransferChange(transfer: Transfer): void {
    if (this.running.length > 0) this.#ticking ??= this.#host.clock.schedule(tickIntervalMs, () => this.#tick());
    this.#host.onChange(transfer);
  }

  #tick(): void {
    this.#ticking = undefined;
    for (const transfer of this.#list) transfer.tick();
  }
}

const isRunning = (transfer: Transfer): boolean => transfer.getState().phase === 'running';
