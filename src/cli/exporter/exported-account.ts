/**
 * One account of the exporter: a session that keeps its lists current with one poll of the events for any number of
 * scrapes, and the facts for the metrics.
 */

import type {SupportTicket} from '../../contract/resources/support.ts';
import {loadingState} from '../../families/format/cells.ts';
import {toMillis} from '../../families/format/format.ts';
import {nounInSentence} from '../../families/format/nouns.ts';
import {families} from '../../families/registry.ts';
import {type AnyRow, type Family, isCounted} from '../../families/shape/define-family.ts';
import {isAwaitingOurReply} from '../../families/support/tickets.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {Collection} from '../../store/cache/collection-state.ts';
import type {Clock} from '../../store/core/clock.ts';
import {visibleId} from '../../store/core/secret-fields.ts';
import type {AccountMember} from '../../store/multi/merged-account.ts';
import type {ObservedState} from '../../store/watch/compare-states.ts';
import {isWatchable, StateWatch} from '../../store/watch/state-watch.ts';
import type {AccountFacts, InstanceFact, ListFact, ProblemFact, ResourceCount} from './account-facts.ts';

/** Lists of resources, without catalogs, which are read only once an hour. */
const exportedFamilies: readonly Family[] = families.filter(
  family => isCounted(family) && !family.single && family.reconcileSeconds < 3600,
);
/** Lists for single numbers: the balance, and the users, whose names distinguish replies of the staff. */
const sourceFamilies = ['account', 'account.users'] as const;

/** The maximum number of problems with a separate series, the worst first; further problems are only counted. */
const maxProblems = 200;
/** The maximum number of instances with a separate series. */
const maxInstances = 1000;
/**
 * The maximum number of values of `status` for each type. The API has fewer; an invalid response must not create a
 * series for each row.
 */
const maxStatuses = 30;
const otherStatus = 'other';

/** The age at which the transfer pool is read again, because it changes slowly. Seconds. */
const transferStaleSeconds = 600;

/** A list that can't be read, with the reason. */
export interface UnreadList {
  readonly noun: string;
  readonly reason: string;
}

export class ExportedAccount {
  readonly name: string;
  readonly #session: AccountMember['session'];
  readonly #clock: Pick<Clock, 'now'>;
  readonly #tags: ReadonlySet<string>;
  readonly #watch: StateWatch;
  #newestEventId: number | undefined;
  #eventLagMs: number | undefined;

  /** @param tags instances with one of these tags have separate series */
  constructor({profile, session}: AccountMember, clock: Pick<Clock, 'now'>, tags: readonly string[]) {
    this.name = profile.name;
    this.#session = session;
    this.#clock = clock;
    this.#tags = new Set(tags);
    this.#watch = new StateWatch(session, families.filter(isWatchable), clock.now);
  }

  /** Reads the account until the returned function is called; `onChange` is called after every change. */
  start(onChange: () => void): () => void {
    const {account} = this.#session;
    const stops = [
      this.#watch.subscribe(onChange),
      ...this.#collections.map(collection => collection.subscribe(onChange)),
      this.#transfer.subscribe(onChange),
      account.subscribe(
        state => state.events,
        () => this.#followEvents(),
      ),
      account.subscribe(state => state.status, onChange),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  get status() {
    return this.#session.account.getState().status;
  }

  /** True when each list was read or has failed, or the account can't be read at all. */
  get isSettled(): boolean {
    const {liveness, failure} = this.status;
    if (failure !== undefined) return true;
    if (liveness === 'connecting') return false;
    const isRead = this.#collections.every(collection => {
      const {isComplete, isFromSnapshot, phase} = collection.getState();
      return (isComplete && !isFromSnapshot) || phase === 'failed';
    });
    return isRead && ['ready', 'failed'].includes(this.#transfer.getState().phase) && !this.#isLoadingStates;
  }

  /** Lists without current data, and the account itself if it can't be read. */
  unread(): readonly UnreadList[] {
    const {failure} = this.status;
    if (failure !== undefined) return [{noun: 'the account', reason: failure.message}];
    const lists = this.#collections.flatMap(collection => {
      const {failure: listFailure} = collection.getState();
      return listFailure ? [{noun: nounInSentence(collection.family.title), reason: listFailure.message}] : [];
    });
    const {failure: transferFailure} = this.#transfer.getState();
    return transferFailure ? [...lists, {noun: 'network transfer', reason: transferFailure.message}] : lists;
  }

  facts(): AccountFacts {
    const session = this.#session;
    const {status, operations, events} = session.account.getState();
    const now = this.#clock.now();
    const problems = this.#watch.problems();
    const ageOf = (at: number | undefined) => (at === undefined ? undefined : Math.max(0, now - at));
    return {
      profile: this.name,
      isLive: status.liveness === 'live' || status.liveness === 'paused',
      dataAgeMs: ageOf(status.confirmedAt),
      lists: this.#lists.map(collection => this.#listFact(collection, now)),
      resources: this.#lists.flatMap(collection => this.#counts(collection)),
      problems: problems.slice(0, maxProblems).map(problem => this.#problemFact(problem)),
      problemCounts: this.#problemCounts(problems),
      problemsWithoutSeries: Math.max(0, problems.length - maxProblems),
      runningOperations: operations.length,
      ...this.#accountNumbers(),
      unreadTickets: this.#unreadTickets,
      newestEventAt: toMillis(events[0]?.created),
      eventLagMs: this.#eventLagMs,
      limits: Object.entries(session.limits()).map(([name, {limit, remaining}]) => ({name, limit, remaining})),
      traffic: [...session.traffic().classes].map(([name, counts]) => ({name, ...counts})),
      instances: this.#taggedInstances(),
    };
  }

  /** The instances with all of these tags; undefined before the list was read. */
  instances(tags: readonly string[]): readonly AnyRow[] | undefined {
    const collection = this.#session.collection('instances');
    const {rows, isComplete, isFromSnapshot} = collection.getState();
    if (!isComplete || isFromSnapshot) return undefined;
    return rows
      .filter(row => collection.annotation(collection.family.key(row))?.isDeleted !== true)
      .filter(row => tags.every(tag => (row.tags as readonly string[] | undefined)?.includes(tag) ?? false))
      .map(row => collection.family.spelled(row, this.#session.lookup));
  }

  get #transfer() {
    return this.#session.query('account.transfer.get', {}, transferStaleSeconds);
  }

  get #collections(): readonly Collection[] {
    return [...exportedFamilies.map(({id}) => id), ...sourceFamilies].map(id => this.#session.collection(id));
  }

  /** The lists that the account's API has. */
  get #lists(): readonly Collection[] {
    return exportedFamilies
      .map(({id}) => this.#session.collection(id))
      .filter(collection => !collection.getState().isUnsupported);
  }

  /** True while a state depends on a list that is still being read. */
  get #isLoadingStates(): boolean {
    return (
      this.#watch.unreadLists().length === 0 &&
      this.#watch.families.some(({id}) =>
        this.#watch
          .states(id)
          .some(({state}) => state.condition === loadingState.condition && state.word === loadingState.word),
      )
    );
  }

  #listFact(collection: Collection, now: number): ListFact {
    const {isComplete, isFromSnapshot, failure, validAt} = collection.getState();
    const isRead = isComplete && !isFromSnapshot;
    return {
      type: collection.family.id,
      isReadable: isRead && failure === undefined,
      ageMs: isRead && validAt !== undefined ? Math.max(0, now - validAt) : undefined,
    };
  }

  /** Empty until the list was read, because unknown counts must not look like zeros. */
  #counts(collection: Collection): readonly ResourceCount[] {
    const {family} = collection;
    const {rows, isComplete, isFromSnapshot} = collection.getState();
    if (!isComplete || isFromSnapshot) return [];
    const counts = new Map<string, ResourceCount>();
    const statuses = new Set<string>();
    const add = (row: AnyRow, state: string): void => {
      const status = statusOf(row, statuses);
      const key = `${state} ${status}`;
      counts.set(key, {type: family.id, state, status, count: (counts.get(key)?.count ?? 0) + 1});
    };
    if (this.#watch.families.includes(family))
      for (const {row, state} of this.#watch.states(family.id)) add(row, state.condition);
    else for (const row of rows) if (collection.annotation(family.key(row))?.isDeleted !== true) add(row, 'none');
    return [...counts.values()];
  }

  #problemCounts(problems: readonly ObservedState[]): AccountFacts['problemCounts'] {
    const readFamilies = this.#watch.families.filter(({id}) => {
      const {isComplete, isFromSnapshot, isUnsupported} = this.#session.collection(id).getState();
      return isComplete && !isFromSnapshot && !isUnsupported;
    });
    return readFamilies.map(({id}) => ({
      type: id,
      count: problems.filter(problem => problem.family.id === id).length,
    }));
  }

  #problemFact({family, row, state, since}: ReturnType<StateWatch['problems']>[number]): ProblemFact {
    const {lookup} = this.#session;
    // The ID of a service transfer is a token that accepts the transfer, and its label repeats the ID.
    const isSecret = visibleId(family, row) === undefined;
    return {
      type: family.id,
      id: isSecret ? '' : family.idText(row, lookup),
      label: sanitize(isSecret ? family.one : family.label(row, lookup)),
      state: state.condition,
      reason: sanitize(state.word),
      since,
    };
  }

  #accountNumbers(): Pick<AccountFacts, 'transfer' | 'balance' | 'uninvoiced'> {
    const [row] = this.#session.collection('account').getState().rows;
    const {value} = this.#transfer.getState();
    const {used, quota, billable} = (value ?? {}) as Readonly<Record<string, unknown>>;
    return {
      transfer: {used: numberOf(used), quota: numberOf(quota), billable: numberOf(billable)},
      balance: numberOf(row?.balance),
      uninvoiced: numberOf(row?.balance_uninvoiced),
    };
  }

  /** An author who isn't a user of the account is a staff member, so both lists must be loaded. */
  get #unreadTickets(): number | undefined {
    const {lookup} = this.#session;
    if (!lookup.complete('support.tickets') || !lookup.complete('account.users')) return undefined;
    return lookup.rows('support.tickets').filter(row => isAwaitingOurReply(row as SupportTicket, lookup)).length;
  }

  #taggedInstances(): readonly InstanceFact[] {
    if (this.#tags.size === 0) return [];
    return (this.instances([]) ?? [])
      .filter(({tags}) => Array.isArray(tags) && tags.some(tag => this.#tags.has(tag)))
      .slice(0, maxInstances)
      .map(({id, label, region, status}) => ({
        id: String(id),
        label: sanitize(String(label)),
        region: String(region),
        isRunning: status === 'running',
      }));
  }

  /**
   * Measures the time from an event until it was read, which shows the delay of the data. Events from before the start
   * don't count.
   */
  #followEvents(): void {
    const [newest] = this.#session.account.getState().events;
    if (newest === undefined) return;
    const before = this.#newestEventId;
    this.#newestEventId = newest.id;
    const createdAt = toMillis(newest.created);
    if (before === undefined || newest.id <= before || createdAt === undefined) return;
    this.#eventLagMs = Math.max(0, this.#session.lookup.now - createdAt);
  }
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** The API's status; empty for a type without a status. */
function statusOf({status}: AnyRow, statuses: Set<string>): string {
  if (typeof status !== 'string') return '';
  if (statuses.has(status) || statuses.size < maxStatuses) {
    statuses.add(status);
    return status;
  }
  return otherStatus;
}
