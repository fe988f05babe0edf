/** The account of an agent: it reads through a connection that can't send changes. */
import {sanitize} from '../../platform/text/sanitize.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import type {Connection} from '../../store/api/connection.ts';
import {clientFailure} from '../../store/api/failure-text.ts';
import {type Clock, realClock} from '../../store/core/clock.ts';
import type {CommandContext} from '../io/command-context.ts';
import {createRowCache, type RowCache} from '../read/command-lookup.ts';

export interface AgentAccountHost {
  /** Opens the account with connections that send no changes. */
  openReading(): Promise<OpenedAccount>;
  /** Opens the account with the permissions of the profile, without sending a request. */
  openWriting(): Promise<OpenedAccount>;
  readonly context: CommandContext;
}

/** An account during one call. */
export interface AgentReading {
  readonly account: OpenedAccount;
  readonly connection: Connection;
  readonly cache: RowCache;
  /** ISO 8601: the time at which the call started to read. */
  readonly readAt: string;
}

/** An open account with its connection. */
interface OpenReading {
  readonly account: OpenedAccount;
  readonly connection: Connection;
}
/** An account that several calls share, and the number of calls that use it. */
interface SharedReading {
  readonly open: Promise<OpenReading>;
  calls: number;
}

/**
 * Opens the account at the first call and keeps its connection for later calls. After a failure of the API, a later
 * call opens it again, with new settings or a new token.
 */
export class AgentAccount {
  readonly #host: AgentAccountHost;
  #shared: SharedReading | undefined;
  /** The name that the agent's client reports. */
  name = 'an agent';

  constructor(host: AgentAccountHost) {
    this.#host = host;
  }

  get clock(): Clock {
    return this.#host.context.clock ?? realClock;
  }

  get context(): CommandContext {
    return this.#host.context;
  }

  /** Runs one call. */
  async read<T>(run: (reading: AgentReading) => Promise<T>): Promise<T> {
    const readAt = new Date(this.clock.now()).toISOString();
    this.#shared ??= {open: this.#openReading(), calls: 0};
    const shared = this.#shared;
    shared.calls++;
    try {
      const {account, connection} = await shared.open.catch((error: unknown) => {
        this.#forget(shared);
        throw error;
      });
      return await run({
        account,
        connection,
        readAt,
        cache: createRowCache(connection, this.clock.now),
      });
    } catch (error) {
      if (clientFailure(error)) this.#forget(shared);
      throw error;
    } finally {
      shared.calls--;
      if (this.#shared !== shared && shared.calls === 0) await closeReading(shared);
    }
  }

  /**
   * An account for a command that opens connections itself: each of them uses the connection of the calls, without the
   * command's listeners, and the command can't close it.
   */
  static shareConnection({account, connection}: AgentReading): OpenedAccount {
    return {
      ...account,
      async connect() {
        const stops: (() => void)[] = [];
        return {
          ...connection,
          subscribe(listener) {
            const stop = connection.subscribe(listener);
            stops.push(stop);
            return stop;
          },
          async close() {
            for (const stop of stops) stop();
          },
        };
      },
      close: async () => {},
    };
  }

  /**
   * Runs a call that prepares a change: with the profile's permissions, but on the connection that can't send changes.
   */
  plan<T>(run: (account: OpenedAccount) => Promise<T>): Promise<T> {
    return this.read(reading =>
      this.withAccount(({profile}) => run({...AgentAccount.shareConnection(reading), profile})),
    );
  }

  /**
   * Runs a call with the account as the profile defines it. Only the tool for signed plans may connect with this
   * account.
   */
  async withAccount<T>(run: (account: OpenedAccount) => Promise<T>): Promise<T> {
    const account = await this.#host.openWriting();
    try {
      return await run(account);
    } finally {
      await account.close();
    }
  }

  async close(): Promise<void> {
    const shared = this.#shared;
    this.#shared = undefined;
    if (shared?.calls === 0) await closeReading(shared);
  }

  async #openReading(): Promise<OpenReading> {
    const account = await this.#host.openReading();
    try {
      return {account, connection: await account.connect()};
    } catch (error) {
      await account.close();
      throw error;
    }
  }

  #forget(shared: SharedReading): void {
    if (this.#shared === shared) this.#shared = undefined;
  }
}

async function closeReading({open}: SharedReading): Promise<void> {
  const reading = await open.catch(() => undefined);
  await reading?.connection.close();
  await reading?.account.close();
}

/** A context that stores messages instead of printing them, because stdout belongs to the protocol. */
export function quietContext(base: CommandContext): {
  readonly context: CommandContext;
  notes(): readonly string[];
  text(): string;
} {
  const notes: string[] = [];
  let text = '';
  return {
    context: {
      ...base,
      out(part) {
        if (typeof part === 'string') text += part;
      },
      err: message => void notes.push(sanitize(message.trim().replace(/^skydeck: /, ''))),
      ask: undefined,
      browse: undefined,
      stdin: undefined,
      pipe: undefined,
      progress: undefined,
      onInterrupt: undefined,
      columns: undefined,
      output: undefined,
    },
    notes: () => notes.filter(note => note !== ''),
    text: () => text,
  };
}
