/** The services that changes need. */
import type {Grants} from '../../contract/account/users.ts';
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import type {FamilyId, Lookup, PathParams, RowId} from '../../families/shape/resource.ts';
import type {Connection} from '../api/connection.ts';
import type {Guards} from '../api/guards.ts';
import type {Identifiers} from '../api/identifiers.ts';
import type {CollectionRegistry} from '../cache/collection-registry.ts';
import type {Collection} from '../cache/collection-state.ts';
import type {Clock} from '../core/clock.ts';
import type {Trace} from '../core/traced-store.ts';
import type {Toast} from '../session/toast.ts';
import type {EventLog} from '../sync/event-log.ts';
import type {PollResult} from '../sync/event-poller.ts';
import type {TransferRegistry} from '../transfers/transfer-registry.ts';
import type {AuditLog} from './audit-log.ts';
import type {ActionRequest} from './change.ts';
import type {CompletedChange} from './change-subject.ts';
import type {DraftStore} from './draft-store.ts';
import type {PendingChanges} from './send/pending-changes.ts';

export interface ChangeRegistryHost {
  readonly clock: Clock;
  readonly lookup: Lookup;
  /** The provider's spelling of identifiers. */
  readonly identifiers: Identifiers;
  readonly trace: Trace | undefined;
  /** True for a command, which reads the price lists itself if it shows a cost. */
  readonly isHeadless: boolean;
  readonly profile: {
    readonly name: string;
    readonly production: boolean;
    readonly readOnly: boolean;
    readonly guards?: Guards | undefined;
  };
  readonly collections: CollectionRegistry;
  readonly eventLog: EventLog;
  readonly drafts: DraftStore;
  readonly audit: AuditLog;
  readonly transfers: TransferRegistry;
  connect(): Promise<Connection>;
  /** The open connection; undefined until there is one. */
  connection(): Connection | undefined;
  /** The grants of a restricted user, if known. */
  grants(): Grants | undefined;
  /** The account's name, if this token may read it. */
  account(): Promise<string | undefined>;
  /** The user of the token, if already known. */
  user(): string | undefined;
  showToast(text: string, tone?: Toast['tone']): void;
  /** Reads the newest events. */
  poll(): Promise<PollResult>;
  /** Called when the set of pending changes changes. */
  onPendingChanged(): void;
  /** Marks facts about a family that are stored outside its lists as out of date. */
  invalidateFacts(family: FamilyId): void;
  /** Called after the API changed or created a resource of this family. */
  onChangeMade(family: FamilyId, isNew: boolean): void;
  isClosed(): boolean;
}

/** The services that a single change needs. */
export interface ChangeContext extends ChangeRegistryHost {
  readonly pendingChanges: PendingChanges;
  list(family: FamilyId, params?: PathParams): Collection | undefined;
  unless(request: ActionRequest, lookup?: Lookup): string | undefined;
  /** The label of a row that need not be loaded; undefined if it can't be read. */
  labelOf(family: FamilyId, id: RowId): Promise<string | undefined>;
  /** True if the operation's response has the shape of a row in the family's list. */
  isRow(family: FamilyId, endpoint: Endpoint): boolean;
  onDone(completed: CompletedChange): void;
}
