/**
 * The activity in the account for display: its events, the operations that events or changes by Skydeck started, and
 * the rows that show them.
 */

import type {EventMeaning} from '../../families/shape/define-family.ts';
import {hasSameItems} from '../../platform/runtime/memoize.ts';
import type {CollectionRegistry} from '../cache/collection-registry.ts';
import type {PendingChanges} from '../changes/send/pending-changes.ts';
import type {Clock} from '../core/clock.ts';
import type {AccountWriter} from '../session/account-state.ts';
import type {Transfer} from '../transfers/transfer.ts';
import type {BusyRows} from './busy-rows.ts';
import type {EventDelta, EventLog} from './event-log.ts';
import {Operations} from './operations.ts';

export interface ActivityFeedHost {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly account: AccountWriter;
  readonly eventLog: EventLog;
  readonly busyRows: BusyRows;
  readonly collections: Pick<CollectionRegistry, 'all' | 'find'>;
  clockSkewMs(): number;
  eventMeaning(action: string): EventMeaning | undefined;
  /** Changes of this program. */
  pendingChanges(): Pick<PendingChanges, 'list' | 'onEvents'>;
  /** Running file transfers. */
  runningTransfers(): readonly Transfer[];
}

export class ActivityFeed {
  readonly #host: ActivityFeedHost;
  readonly #operations: Operations;

  constructor(host: ActivityFeedHost) {
    const {clock, account, eventLog, clockSkewMs, eventMeaning: meaning} = host;
    this.#host = host;
    account.update('events', 'addEvents', eventLog.all);
    const {now, monotonic} = clock;
    this.#operations = new Operations({
      now,
      monotonic,
      clockSkewMs,
      usualSeconds: action => eventLog.usualSeconds(action),
      meaning,
    });
  }

  /** Handles the events that the log has added. */
  onEvents(news: EventDelta): void {
    const {account, eventLog, busyRows, collections, eventMeaning: meaning, pendingChanges} = this.#host;
    const families = busyRows.update(eventLog.running, meaning);
    for (const collection of collections.all())
      if (families.has(collection.family.id) || (families.size > 0 && collection.family.represents))
        collection.notifyAnnotations();
    collections.find('account.events')?.putAll(news.updatedEvents);
    account.update('events', 'addEvents', eventLog.all);
    pendingChanges().onEvents();
    this.updateOperations();
  }

  /** Updates the operations after a start or an end. */
  updateOperations(): void {
    const {account, eventLog, pendingChanges, runningTransfers} = this.#host;
    const next = this.#operations.list(eventLog.running, pendingChanges().list, runningTransfers());
    const before = account.getState().operations;
    if (!hasSameItems(next, before)) account.update('operations', 'setOperations', next);
  }

  /** Updates the progress of a file transfer: its operation stays the same, with another percentage. */
  onTransferProgress(): void {
    this.updateOperations();
    const {account} = this.#host;
    account.update('operations', 'setProgress', [...account.getState().operations]);
  }
}
