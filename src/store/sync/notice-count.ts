/** The number of notifications: the same number whether the header counted them or their list was read. */
import type {FamilyId} from '../../families/shape/define-family.ts';
import type {LiveCollection} from '../cache/collection.ts';
import type {CollectionRegistry} from '../cache/collection-registry.ts';
import type {ConnectionStatus} from './connection-status.ts';

const noticesFamily = 'account.notifications';

export interface NoticeCountHost {
  readonly status: ConnectionStatus;
  readonly collections: Pick<CollectionRegistry, 'find'>;
  /** Counts the notifications again. */
  refetchCount(): void;
}

export class NoticeCount {
  readonly #host: NoticeCountHost;

  constructor(host: NoticeCountHost) {
    this.#host = host;
  }

  /** Marks the list as out of date if its number differs, with or without listeners. */
  onCount(notices: number | undefined): void {
    const list = this.#list;
    const listState = list?.getState();
    if (list && listState?.isComplete && notices !== undefined && listState.total !== notices)
      void list.fetch('background');
    else this.#host.status.update('setNoticeCount', {notices});
  }

  onListFetched(collection: LiveCollection): void {
    if (collection.family.id === noticesFamily)
      this.#host.status.update('setNoticeCount', {notices: collection.getState().total});
  }

  /** Counts again unless the list has listeners: such a list is read anyway, which gives the number. */
  onInvalidated(id: FamilyId): void {
    if (id === noticesFamily && !this.#list?.hasSubscribers) this.#host.refetchCount();
  }

  get #list(): LiveCollection | undefined {
    return this.#host.collections.find(noticesFamily);
  }
}
