/** How many notices there are: one number, whether the header counted them or their list was read. */
import type {FamilyId} from '../families/define.ts';
import type {LiveCollection} from './collection.ts';
import type {Collections} from './collections.ts';
import type {StatusBoard} from './status.ts';

const family = 'account.notifications';

export interface NoticesHost {
  readonly board: StatusBoard;
  readonly collections: Pick<Collections, 'known'>;
  /** Has them counted again. */
  recount(): void;
}

export class Notices {
  readonly #host: NoticesHost;

  constructor(host: NoticesHost) {
    this.#host = host;
  }

  /** A list that says another number is out of date, whether or not anybody looks at it. */
  counted(notices: number | undefined): void {
    const list = this.#list;
    const known = list?.get();
    if (list && known?.complete && notices !== undefined && known.total !== notices) void list.read('background');
    else this.#host.board.learned('notices', {notices});
  }

  listed(collection: LiveCollection): void {
    if (collection.family.id === family) this.#host.board.learned('notices', {notices: collection.get().total});
  }

  /** A list that somebody looks at is read by itself; else the header alone says how many there are. */
  touched(id: FamilyId): void {
    if (id === family && !this.#list?.watched) this.#host.recount();
  }

  get #list(): LiveCollection | undefined {
    return this.#host.collections.known(family);
  }
}
