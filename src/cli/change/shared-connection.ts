/** One connection for several waits of a command. */
import type {Connection} from '../../store/api/connection.ts';

/** Runs waits that open one connection between them, at the first need; it is closed at the end. */
export async function withSharedConnection<T>(
  connect: () => Promise<Connection>,
  run: (connect: () => Promise<Connection>) => Promise<T>,
): Promise<T> {
  let connection: Promise<Connection> | undefined;
  const connectOnce = () => {
    connection ??= connect();
    return connection;
  };
  try {
    return await run(connectOnce);
  } finally {
    // The waits report a failure to connect.
    await connection?.then(
      opened => opened.close(),
      () => {},
    );
  }
}
