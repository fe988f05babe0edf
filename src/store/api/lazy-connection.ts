/** The connection of a session: made when it is first needed, once for all who wait for it, and anew after it failed. */
import type {Connection} from './connection.ts';

export interface LazyConnectionHost {
  open(): Promise<Connection>;
  /** There is one: before anybody calls over it. */
  onOpened(connection: Connection): void;
}

export class LazyConnection {
  readonly #host: LazyConnectionHost;
  #connection: Connection | undefined;
  #connecting: Promise<Connection> | undefined;
  #isClosed = false;
  #end: Error | undefined;

  constructor(host: LazyConnectionHost) {
    this.#host = host;
  }

  /** Once there is one. */
  get connection(): Connection | undefined {
    return this.#connection;
  }

  readonly connect = (): Promise<Connection> => {
    if (this.#end) return Promise.reject(this.#end);
    this.#connecting ??= this.#open();
    return this.#connecting;
  };

  async #open(): Promise<Connection> {
    try {
      const connection = await this.#host.open();
      this.#connection = connection;
      this.#host.onOpened(connection);
      // Whoever waits for it hears that it is closed when they call.
      if (this.#isClosed) await connection.close();
      return connection;
    } catch (error) {
      this.#connecting = undefined;
      throw error;
    }
  }

  /** Whoever asks next is given another. */
  discard(): void {
    void this.#connection?.close();
    this.#connection = undefined;
    this.#connecting = undefined;
  }

  /** Nobody is given one any more, for this reason. Whoever has one keeps it. */
  refuse(reason: Error): void {
    this.#end = reason;
  }

  /** Does not wait for one that is still being made: that is closed when it is. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connection?.close();
  }
}
