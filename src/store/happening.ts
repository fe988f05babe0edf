/** What happens in the account, as it is told: its events, what runs because of them or of us, and the rows it is shown on. */
import type {EventMeaning} from '../families/define.ts';
import type {Tracking} from './changes/tracking.ts';
import type {Clock} from './clock.ts';
import type {Collections} from './collections.ts';
import type {EventBook, News} from './events.ts';
import {type Named, named, type Trace} from './named.ts';
import {Operations} from './operations.ts';
import type {RunningRows} from './running.ts';
import type {Transfer} from './transfers/transfer.ts';
import type {EventRow, Operation} from './types.ts';

export interface HappeningHost {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly trace: Trace | undefined;
  readonly book: EventBook;
  readonly runningRows: RunningRows;
  readonly collections: Pick<Collections, 'all' | 'known'>;
  awake(): () => void;
  skew(): number;
  meaning(action: string): EventMeaning | undefined;
  /** Changes of ours. */
  tracking(): Pick<Tracking, 'list' | 'heard'>;
  /** Files that are on their way. */
  moving(): readonly Transfer[];
}

export class Happening {
  readonly events: Named<readonly EventRow[]>;
  readonly operations: Named<readonly Operation[]>;
  readonly #host: HappeningHost;
  readonly #list: Operations;

  constructor(host: HappeningHost) {
    const {clock, trace, book, skew, meaning} = host;
    const awake = () => host.awake();
    this.#host = host;
    this.operations = named<readonly Operation[]>('operations', [], {trace, awake});
    this.events = named<readonly EventRow[]>('events', book.all, {trace, awake});
    const {now, monotonic} = clock;
    this.#list = new Operations({
      now,
      monotonic,
      skew,
      usualSeconds: action => book.usualSeconds(action),
      meaning,
    });
  }

  /** The book took these. */
  heard(news: News): void {
    const {book, runningRows, collections, meaning, tracking} = this.#host;
    const families = runningRows.take(book.running, meaning);
    for (const collection of collections.all())
      if (families.has(collection.family.id) || (families.size > 0 && collection.family.standsFor))
        collection.annotated();
    collections.known('account.events')?.putAll(news.updated);
    this.events.become('heard', book.all);
    tracking().heard();
    this.tell();
  }

  /** Something else began, or ended. */
  tell(): void {
    const {book, tracking, moving} = this.#host;
    const next = this.#list.list(book.running, tracking().list, moving());
    const before = this.operations.get();
    const same = next.length === before.length && next.every((operation, index) => operation === before[index]);
    if (!same) this.operations.become('running', next);
  }

  /** A file got further: its operation is the same, and says another percentage. */
  moved(): void {
    this.tell();
    this.operations.become('moved', [...this.operations.get()]);
  }
}
