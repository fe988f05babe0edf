/** Versions of one list that wait in the queue. */
import type {LiveCollection} from '../cache/collection.ts';
import type {FollowedList, PendingVersion} from './followed-list.ts';
import type {HistoryDatabase} from './history-database.ts';
import type {Task} from './task-queue.ts';

/** The maximum time that a version waits for a poll with its event. */
const maxOpenMs = 30_000;

export type WriteVersion = (database: HistoryDatabase, collection: LiveCollection, pending: PendingVersion) => void;

/** All rows of a read are one task, because a long list has many. */
export class VersionsTask implements Task {
  readonly #writeVersion: WriteVersion;
  readonly #collection: LiveCollection;
  readonly #list: FollowedList;
  readonly #versions: PendingVersion[] = [];

  constructor(writeVersion: WriteVersion, collection: LiveCollection, list: FollowedList) {
    this.#writeVersion = writeVersion;
    this.#collection = collection;
    this.#list = list;
  }

  get length(): number {
    return this.#versions.length;
  }

  isOf(list: FollowedList): boolean {
    return this.#list === list;
  }

  add(version: PendingVersion): void {
    this.#versions.push(version);
  }

  write(database: HistoryDatabase, part: number): void {
    const version = this.#versions[part];
    if (version) this.#writeVersion(database, this.#collection, version);
  }

  isWaiting(now: number, part: number): boolean {
    const version = this.#versions[part];
    return version !== undefined && this.#list.isOpen(version) && now - version.at < maxOpenMs;
  }
}
