/** A version that waits in the queue. */
import type {LiveCollection} from '../cache/collection.ts';
import type {FollowedList, PendingVersion} from './followed-list.ts';
import type {HistoryDatabase} from './history-database.ts';
import type {Task} from './task-queue.ts';

/** The maximum time that a version waits for a poll with its event. */
const maxOpenMs = 30_000;

export type WriteVersion = (database: HistoryDatabase, collection: LiveCollection, pending: PendingVersion) => void;

/** It is a class, because a long list has many versions: functions of each task would need twice the memory. */
export class VersionTask implements Task {
  readonly #writeVersion: WriteVersion;
  readonly #collection: LiveCollection;
  readonly #list: FollowedList;
  readonly #pending: PendingVersion;

  constructor(writeVersion: WriteVersion, collection: LiveCollection, list: FollowedList, pending: PendingVersion) {
    this.#writeVersion = writeVersion;
    this.#collection = collection;
    this.#list = list;
    this.#pending = pending;
  }

  write(database: HistoryDatabase): void {
    this.#writeVersion(database, this.#collection, this.#pending);
  }

  isWaiting(now: number): boolean {
    return this.#list.isOpen(this.#pending) && now - this.#pending.at < maxOpenMs;
  }
}
