/** Changes of a session: the available ones, the pending ones, and the undo of the last one. */
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import {nounInSentence} from '../../families/format/nouns.ts';
import type {AnyRow, Family, FamilyId, Lookup, PathParams, RowId} from '../../families/shape/define-family.ts';
import type {Connection} from '../api/connection.ts';
import {permissionRefusal} from '../api/permissions.ts';
import {isCopy, pathResources} from '../api/protected-resources.ts';
import {missingIdParam} from '../api/read-list.ts';
import {isSuccess} from '../core/change-status.ts';
import {withValue} from '../core/dotted-paths.ts';
import type {ActionRequest, Change, UndoBatch} from './change.ts';
import type {ChangeContext, ChangeRegistryHost} from './change-context.ts';
import type {ChangeOptions, CompletedChange, UndoneChange} from './change-subject.ts';
import {DeletedResources} from './deleted-resources.ts';
import {LiveChange} from './live-change.ts';
import {changeSentence} from './preview/change-title.ts';
import {isDeletion} from './preview/presigned.ts';
import {type UndoRequest, undoRequestFor} from './preview/undo.ts';
import {PendingChanges} from './send/pending-changes.ts';
import {UndoStack} from './undo-stack.ts';

/** The reason why an undo can't apply to a changed or created resource. */
const notThereReason = 'The resource was deleted meanwhile.';

/** The delay after which an event of the change is polled, milliseconds. */
const pollDelayMs = 1000;

const rowName = (family: Family, row: AnyRow | undefined): string => (row && family.label(row)) || family.one;

interface GuardedAction {
  /** The name of the action, if it isn’t that of its operation. */
  readonly name: string;
  readonly row: AnyRow | undefined;
  readonly params: PathParams;
  readonly lookup: Lookup;
}

export class ChangeRegistry {
  readonly pendingChanges: PendingChanges;
  readonly #host: ChangeContext;
  /** The last connection. A change may end after the session discarded it, such as after its token was rejected. */
  #connection: Connection | undefined;
  readonly #stack = new UndoStack();
  readonly #deletedResources = new DeletedResources();

  constructor(host: ChangeRegistryHost) {
    this.pendingChanges = new PendingChanges({
      clock: host.clock,
      eventLog: host.eventLog,
      clockSkewMs: () => host.connection()?.clockSkewMs(),
      onChange: () => host.onPendingChanged(),
    });
    this.#host = {
      ...host,
      pendingChanges: this.pendingChanges,
      connect: async () => {
        this.#connection = await host.connect();
        return this.#connection;
      },
      list: (family, params) => (host.collections.has(family) ? host.collections.get(family, params) : undefined),
      unless: (request, lookup) => this.unless(request, lookup),
      isRow: (family, endpoint) => this.#isRow(family, endpoint),
      labelOf: (family, id) => this.#readLabel(family, id),
      onDone: completed => this.#onChangeDone(completed),
    };
  }

  unless(
    {family: familyId, action: name, row, params: listParams = {}}: ActionRequest,
    lookup = this.#host.lookup,
  ): string | undefined {
    const {collections} = this.#host;
    const family = collections.family(familyId);
    const action = family.actions[name];
    if (!action) return `${family.title} have no action “${name}”`;
    if (action.elsewhere !== undefined) return action.elsewhere;
    if (this.#host.profile.readOnly) return `the profile ${this.#host.profile.name} is read-only`;
    if (action.on === 'list' && collections.find(familyId, listParams)?.getState().isUnsupported)
      return `your provider’s API has no ${nounInSentence(family.title)}`;
    if (action.on === 'row' && !row) return `choose one of the ${family.title} first`;
    const params = {...listParams, ...(row && action.rowParams?.(row))};
    return (
      this.#guardRefusal(action.operation, {name: `${familyId}.${name}`, row, params, lookup}) ??
      this.#permissionRefusal(action.operation, params) ??
      action.unless?.({row, lookup, params: listParams})
    );
  }

  /**
   * The reason why a guard refuses an action, including a guard on a resource in its path if that is loaded. The
   * preview and the connection read the other resources.
   */
  #guardRefusal(operation: string, {name, row, params, lookup}: GuardedAction): string | undefined {
    const {guards} = this.#host.profile;
    const refusal = guards?.refusal(operation, name);
    if (!guards || refusal !== undefined || guards.rules.protectedTags.length === 0) return refusal;
    const connection = this.#host.connection();
    const endpoint = connection?.operation(operation);
    const copies = isCopy(operation);
    const own = copies ? undefined : guards.tagRefusal(row?.tags);
    if (own !== undefined || !endpoint) return own;
    if (operation === 'tags.delete') return guards.tagRefusal([row?.label]);
    if (operation === 'account.cancel') return guards.tagRefusal(guards.rules.protectedTags);
    for (const {family, params: listParams} of pathResources(
      {endpoint, params},
      id => connection?.operation(id)?.path,
    )) {
      const entries = Object.entries(listParams);
      const [, id] = entries.at(-1) ?? [];
      const found = lookup.find(family as FamilyId, id, Object.fromEntries(entries.slice(0, -1))) as AnyRow | undefined;
      const reason = guards.tagRefusal(found?.tags);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  async #readLabel(familyId: FamilyId, id: RowId): Promise<string | undefined> {
    const {collections, connect} = this.#host;
    const family = collections.family(familyId);
    const row = collections.get(familyId).getState().byId.get(id);
    if (row) return family.label(row);
    try {
      const connection = await connect();
      const endpoint = connection.operation(`${familyId}.get`);
      const name = endpoint && missingIdParam(endpoint, {});
      if (!name) return undefined;
      return family.label((await connection.call(endpoint, {params: {[name]: id}, priority: 'user'})) as AnyRow);
    } catch {
      // A user without permission to read the account confirms with the name of the profile.
      return undefined;
    }
  }

  /** The known reason why a guard, the token or the user doesn’t allow an operation. */
  operationRefusal(operation: string, params: PathParams = {}, lookup = this.#host.lookup): string | undefined {
    return (
      this.#guardRefusal(operation, {name: operation, row: undefined, params, lookup}) ??
      this.#permissionRefusal(operation, params)
    );
  }

  #permissionRefusal(operation: string, params: PathParams): string | undefined {
    const connection = this.#host.connection();
    const endpoint = connection?.operation(operation);
    if (!connection || !endpoint) return undefined;
    const {identifiers} = this.#host;
    const permissions = {
      scopes: connection.scopes(),
      lacking: connection.missingScopes(endpoint),
      grants: this.#host.grants(),
    };
    return permissionRefusal(endpoint, params, permissions, identifiers);
  }

  /** @param options see `Session.change` */
  start(request: ActionRequest, {isDraftable = true, ...options}: ChangeOptions = {}): LiveChange {
    const {family: familyId, action: name, row, params = {}} = request;
    const family = this.#host.collections.family(familyId);
    const action = family.actions[name];
    if (!action) throw new Error(`${familyId} has no action ${name}`);
    return new LiveChange(
      {family, name, action, row, params, isDraftable, ...options},
      this.#host,
      this.unless(request),
    );
  }

  /** Runs an action that needs neither form nor confirmation; shows a message only on failure. */
  async runDirectly(request: ActionRequest): Promise<void> {
    const change = this.start(request, {isDraftable: false});
    await change.whenReady;
    await change.send();
    const {outcome} = change.getState();
    change.close();
    if (outcome && !isSuccess(outcome))
      this.#host.showToast(outcome.message, outcome.status === 'unknown' ? 'attention' : 'failed');
  }

  /** Prepares the undo of the newest change, or of all changes that form one plan with it. */
  undo(kind: UndoneChange['kind'] = 'Undo'): UndoBatch {
    const irreversible: UndoBatch['irreversible'][number][] = [];
    for (const plan of this.#stack.batches(kind)) {
      const {changes, skipped} = this.#plannedUndo(plan);
      if (changes.length > 0) return {changes, skipped, irreversible};
      irreversible.push(...skipped);
    }
    return {changes: [], skipped: [], irreversible};
  }

  /** Prepares the undo of a change that may belong to an earlier session; its row must be loaded. */
  undoOf(undoRequest: UndoRequest, batch?: symbol): Change | string {
    const {byId} = this.#host.collections.get(undoRequest.family, undoRequest.params).getState();
    const row = undoRequest.id === undefined ? undefined : byId.get(undoRequest.id);
    return undoRequest.id !== undefined && row === undefined
      ? notThereReason
      : this.#startUndo(undoRequest, row, batch);
  }

  #plannedUndo(carriedOut: readonly CompletedChange[]): Pick<UndoBatch, 'changes' | 'skipped'> {
    const changes: Change[] = [];
    const skipped: UndoBatch['skipped'][number][] = [];
    const plan = Symbol('undo');
    for (const completed of carriedOut) {
      const {family, row} = completed.subject;
      const now = this.#currentRow(completed);
      const undoRequest = undoRequestFor(completed, now);
      const reason =
        typeof undoRequest === 'string'
          ? undoRequest
          : undoRequest.id !== undefined && now === undefined
            ? notThereReason
            : undefined;
      if (typeof undoRequest === 'string' || reason !== undefined)
        skipped.push({
          label: rowName(family, row ?? completed.createdRow),
          title: changeSentence(completed.subject, row ?? completed.createdRow),
          message: reason ?? '',
        });
      else {
        const undoneChange = {...undoRequest.undoneChange, change: completed};
        const undoneRow = undoRequest.id === undefined ? undefined : now;
        changes.push(this.#startUndo({...undoRequest, undoneChange}, undoneRow, plan));
      }
    }
    return {changes, skipped};
  }

  /** The row that a change applies to now; undefined if it was deleted and not created again. */
  #currentRow({subject: {family, params: listParams, row}, createdId}: CompletedChange): AnyRow | undefined {
    const changedId = createdId ?? (row && family.key(row));
    if (changedId === undefined) return undefined;
    const id = this.#deletedResources.currentId(family.id, changedId, listParams);
    // A deleted row stays in its list until an event confirms the deletion.
    return this.#deletedResources.has(family.id, id, listParams)
      ? undefined
      : this.#host.collections.get(family.id, listParams).getState().byId.get(id);
  }

  /** Starts the change that undoes another. It ignores a draft of the same form. */
  #startUndo(
    {family, action, params, values, undoneChange}: UndoRequest,
    row: AnyRow | undefined,
    plan: symbol | undefined,
  ) {
    const entries = Object.entries(values);
    const restores = entries.reduce<AnyRow>((all, [path, value]) => withValue(all, path, value), {});
    const change = this.start({family, action, row, params}, {isDraftable: false, batch: plan, restores, undoneChange});
    for (const [path, value] of entries) change.set(path, value);
    return change;
  }

  #isRow(family: FamilyId, endpoint: Endpoint): boolean {
    const source = this.#connection?.operation(this.#host.collections.family(family).source);
    const returned = source?.spec.page ?? source?.spec.responseModel;
    return returned !== undefined && endpoint.spec.responseModel === returned;
  }

  #onChangeDone(completed: CompletedChange): void {
    const {subject, endpoint, createdId, pending, isFoundByReading} = completed;
    const {family, params: listParams, row, action} = subject;
    const {collections, clock, poll, invalidateFacts} = this.#host;
    const id = row && family.key(row);
    this.#stack.add(completed);
    this.#host.onChangeMade(family.id, createdId !== undefined && endpoint.method === 'POST');
    // If an event confirms the deletion of a row, the row stays on screen until then; otherwise it disappears at once.
    const isOwn = action.presignedRequest !== undefined || endpoint.path === this.#pathOf(`${family.id}.get`);
    const removed = isOwn && isDeletion(action, endpoint);
    this.#deletedResources.add(completed, removed);
    const ownList = collections.get(family.id, listParams);
    if (removed && id !== undefined && !action.eventActions?.length) ownList.markDeleted(id);
    // After something was removed from a folder, the contents of the folder are known without a read, but not those of
    // the folders around it.
    for (const invalidated of action.invalidates ?? []) {
      invalidateFacts(invalidated);
      for (const collection of collections.listsOf(invalidated))
        if (!(removed && action.presignedRequest && collection === ownList)) void collection.invalidate();
    }
    if (isFoundByReading) void this.pendingChanges.settle(pending);
    else this.pendingChanges.onResponse(pending, createdId);
    if (action.eventActions?.length) clock.schedule(pollDelayMs, () => void poll());
    else if (createdId === undefined && id === undefined) void ownList.invalidate();
  }

  #pathOf(operation: string): string | undefined {
    return this.#connection?.operation(operation)?.path;
  }
}
