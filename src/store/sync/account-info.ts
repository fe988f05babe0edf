/**
 * The account, its user's permissions, and the provider's notifications, read once. Notifications and the grants of a
 * restricted user are read again every few minutes.
 */
import type {Account} from '../../contract/account/index.ts';
import type {Grants} from '../../contract/account/users.ts';
import type {Profile} from '../../contract/profile/index.ts';
import type {Connection} from '../api/connection.ts';
import {ageMs, type Clock} from '../core/clock.ts';
import type {ConnectionStatus} from './connection-status.ts';

const refetchIntervalMs = 300_000;

export interface AccountInfoHost {
  readonly clock: Clock;
  readonly status: ConnectionStatus;
  /** True if the account's name and notifications are not shown: they are read only when a change needs them. */
  readonly isHeadless: boolean;
  connect(): Promise<Connection>;
  isFocused(): boolean;
  unavailableReason(): unknown;
  /** Called with the number of notifications; undefined if they can't be read. */
  onNoticeCount(notices: number | undefined): void;
}

export class AccountInfo {
  readonly #host: AccountInfoHost;
  #account: Promise<string | undefined> | undefined;
  #user: Promise<string | undefined> | undefined;
  #grants: Grants | undefined;
  /** The number of reads of the user: only the last response counts. */
  #reading = 0;
  #cancel: (() => void) | undefined;
  #noticesAt: number | undefined;
  #isActive = false;

  constructor(host: AccountInfoHost) {
    this.#host = host;
  }

  /** Called when the API responds, because earlier requests would fail at every start without a connection. */
  start(): void {
    void this.user();
    if (this.#host.isHeadless) return;
    void this.account();
    this.#isActive = true;
    this.#readWhenDue();
  }

  stop(): void {
    this.#isActive = false;
    this.#cancel?.();
  }

  /** Continues the regular reads after a stop; does nothing before the first start. */
  resume(): void {
    if (this.#noticesAt === undefined) return;
    this.#isActive = true;
    this.#readWhenDue();
  }

  /** The account's name; undefined if this token may not read it. */
  account(): Promise<string | undefined> {
    this.#account ??= this.#readAccount();
    return this.#account;
  }

  /** The grants of a restricted user; undefined for all other users, and before they are read. */
  get grants(): Grants | undefined {
    return this.#grants;
  }

  /** The user of the token; resolves when the grants are known as well. */
  user(): Promise<string | undefined> {
    this.#user ??= this.#readUser();
    return this.#user;
  }

  /** Reads the grants again after a creation: a restricted user gets access to the resources that they create. */
  onCreated(): void {
    if (this.#grants) this.#user = this.#readUser();
  }

  /** Counts notifications again after a change to them, if they were counted before. */
  refetchNotices(): void {
    if (this.#noticesAt !== undefined) void this.#notices();
  }

  async #readAccount(): Promise<string | undefined> {
    const response = (await this.#fetch('account.get')) as Account | undefined;
    if (!response) this.#account = undefined;
    const account = response && accountName(response);
    this.#host.status.update('setAccount', {account});
    return account;
  }

  async #readUser(): Promise<string | undefined> {
    const turn = ++this.#reading;
    const profile = (await this.#fetch('profile.get')) as Profile | undefined;
    const grants = profile?.restricted ? ((await this.#fetch('profile.grants.get')) as Grants | undefined) : undefined;
    if (turn === this.#reading) {
      // A value that can't be read now keeps its last state.
      if (!profile) this.#user = undefined;
      else this.#grants = profile.restricted ? (grants ?? this.#grants) : undefined;
    }
    if (profile) this.#host.status.update('setUser', {user: profile.username});
    return profile?.username;
  }

  #readWhenDue(): void {
    const age = ageMs(this.#noticesAt, this.#host.clock.now());
    if (age >= refetchIntervalMs) this.#scheduleRead();
    else this.#plan(refetchIntervalMs - age);
  }

  #scheduleRead(): void {
    void this.#notices();
    // Unrestricted users have all permissions, so they have no grants to read.
    if (this.#grants) this.#user = this.#readUser();
  }

  async #notices(): Promise<void> {
    this.#noticesAt = this.#host.clock.now();
    this.#plan(refetchIntervalMs);
    const notices = await this.#fetch('account.notifications.list');
    const {results} = (notices ?? {}) as {results?: number};
    this.#host.onNoticeCount(results);
  }

  #plan(milliseconds: number): void {
    this.#cancel?.();
    if (!this.#isActive) return;
    this.#cancel = this.#host.clock.schedule(milliseconds, () => {
      if (this.#host.isFocused() && this.#host.unavailableReason() === undefined) this.#scheduleRead();
      else this.#plan(refetchIntervalMs);
    });
  }

  /**
   * Undefined if the response can't be read: a restricted user may have no permission to read the account, and that
   * isn't an outage.
   */
  async #fetch(operation: string): Promise<unknown> {
    try {
      const connection = await this.#host.connect();
      const endpoint = connection.operation(operation);
      return endpoint && (await connection.call(endpoint, {priority: 'background', attempts: 1}));
    } catch {
      // The header shows the known data; the poller reports an outage.
      return undefined;
    }
  }
}

const accountName = ({company, first_name, last_name, email}: Account): string | undefined =>
  company || [first_name, last_name].filter(Boolean).join(' ') || email || undefined;
