/** Isolated accounts, opened by their first request. Each has its own clock, faults and journal. */
import {Refusal} from '../../engine/http/refusal.ts';
import type {EmulatedClock} from '../../engine/time/clock.ts';
import type {EmulatorControl} from '../emulator-control.ts';
import {validName} from './selected-account.ts';

/** The parts of an emulator that end with its account. */
export interface PooledEmulator {
  readonly control: Pick<EmulatorControl, 'phase'>;
  readonly engine: {readonly jobs: {stop(): void}};
  readonly clock: Pick<EmulatedClock, 'stop'>;
  /** Closes its data. */
  close(): void;
}

export interface IsolatedAccount<E extends PooledEmulator = PooledEmulator> {
  readonly name: string;
  readonly emulator: E;
}

export interface AccountPoolOptions<E extends PooledEmulator> {
  /** Opens and fills the account of a name. */
  readonly open: (name: string) => E;
  readonly maxAccounts?: number | undefined;
}

export const defaultMaxAccounts = 100;

interface PooledAccount<E extends PooledEmulator> extends IsolatedAccount<E> {
  /** Number of running requests. */
  running: number;
  /** Closes the account after the last of them. */
  end: (() => void) | undefined;
}

export class AccountPool<E extends PooledEmulator = PooledEmulator> {
  readonly maxAccounts: number;
  readonly #open: AccountPoolOptions<E>['open'];
  readonly #accounts = new Map<string, PooledAccount<E>>();
  /** Closed accounts with running requests. */
  readonly #ending = new Set<PooledAccount<E>>();

  constructor({open, maxAccounts = defaultMaxAccounts}: AccountPoolOptions<E>) {
    this.#open = open;
    this.maxAccounts = maxAccounts;
  }

  /** In the order in which the accounts were opened. */
  names(): readonly string[] {
    return [...this.#accounts.keys()];
  }

  /**
   * Opens the account if it isn't open.
   * @throws Refusal 400 for an invalid name, and when `maxAccounts` are open
   */
  get(name: string): IsolatedAccount<E> {
    return this.#get(name);
  }

  /** Runs a request in an account, which stays open until the request is finished. @throws Refusal as `get` */
  async use(name: string, run: (account: IsolatedAccount<E>) => Promise<void>): Promise<void> {
    const account = this.#get(name);
    account.running++;
    try {
      await run(account);
    } finally {
      account.running--;
      if (account.running === 0) account.end?.();
    }
  }

  /**
   * Closes an account and frees its name at once. Resolves when its last request is finished.
   * @param emulator closes only this account, and not a later one of the same name
   * @returns undefined for an account that isn't open
   */
  close(name: string, emulator?: E): Promise<void> | undefined {
    const account = this.#accounts.get(name);
    if (!account || (emulator && account.emulator !== emulator)) return undefined;
    this.#accounts.delete(name);
    const {control, engine, clock} = account.emulator;
    control.phase = 'ending';
    engine.jobs.stop();
    clock.stop();
    this.#ending.add(account);
    return new Promise(resolve => {
      account.end = () => {
        this.#end(account);
        resolve();
      };
      if (account.running === 0) account.end();
    });
  }

  /** Closes all accounts at the end of the emulator, when its connections are closed. */
  closeAll(): void {
    for (const name of this.names()) void this.close(name);
    for (const account of this.#ending) this.#end(account);
  }

  #get(name: string): PooledAccount<E> {
    const found = this.#accounts.get(validName(name));
    if (found) return found;
    if (this.#accounts.size >= this.maxAccounts)
      throw new Refusal(400, [
        {
          field: null,
          reason: `The emulator has as many accounts as it may (${this.maxAccounts}): close some with DELETE /_emulator/accounts/NAME`,
        },
      ]);
    const account: PooledAccount<E> = {name, emulator: this.#open(name), running: 0, end: undefined};
    this.#accounts.set(name, account);
    return account;
  }

  #end(account: PooledAccount<E>): void {
    if (this.#ending.delete(account)) account.emulator.close();
  }
}
