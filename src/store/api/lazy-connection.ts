/** The connection of a session: created at the first use, shared by all callers, and created again after a failure. */
import type {Connection} from './connection.ts';

export interface LazyConnectionHost {
  open(): Promise<Connection>;
  /** Called for a new connection, before its first request. */
  onOpened(connection: Connection): void;
}

export class LazyConnection {
  readonly #host: LazyConnectionHost;
  #connection: Connection | undefined;
  #connecting: Promise<Connection> | undefined;
  /** The number of times that the connection was discarded. */
  #discards = 0;
  #isClosed = false;
  #end: Error | undefined;

  constructor(host: LazyConnectionHost) {
    this.#host = host;
  }

  /** The open connection; undefined while no connection is open. */
  get connection(): Connection | undefined {
    return this.#connection;
  }

  readonly connect = (): Promise<Connection> => {
    if (this.#end) return Promise.reject(this.#end);
    this.#connecting ??= this.#open();
    return this.#connecting;
  };

  async #open(): Promise<Connection> {
    const discards = this.#discards;
    try {
      const connection = await this.#host.open();
      if (discards !== this.#discards) {
        await connection.close();
        return await this.connect();
      }
      this.#connection = connection;
      this.#host.onOpened(connection);
      // A caller that waits for the connection gets the error at its first request.
      if (this.#isClosed) await connection.close();
      return connection;
    } catch (error) {
      if (discards === this.#discards) this.#connecting = undefined;
      throw error;
    }
  }

  /** Closes the connection, even while it is being opened; the next caller gets a new one. */
  discard(): void {
    this.#discards++;
    void this.#connection?.close();
    this.#connection = undefined;
    this.#connecting = undefined;
  }

  /** Refuses new connections for this reason. Callers that have one keep it. */
  refuse(reason: Error): void {
    this.#end = reason;
  }

  /**
   * Closes the connection without waiting for one that is being opened; that connection is closed as soon as it is
   * open.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connection?.close();
  }
}
