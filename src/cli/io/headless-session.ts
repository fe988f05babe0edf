/** A session without a screen, for commands that also use its connection directly. */
import {families} from '../../families/registry.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import type {Connection} from '../../store/api/connection.ts';
import {createSession} from '../../store/session/create-session.ts';
import type {Session} from '../../store/session/session.ts';
import type {SessionOptions} from '../../store/session/session-options.ts';

export interface HeadlessSession {
  readonly session: Session;
  /** The session's connection, which exists before the session requests it. */
  readonly connection: Connection;
  close(): Promise<void>;
}

export async function openHeadlessSession(
  {profile}: OpenedAccount,
  connect: () => Promise<Connection>,
  options: Pick<SessionOptions, 'clock' | 'auditLog' | 'history'>,
): Promise<HeadlessSession> {
  const connection = await connect();
  let first: Connection | undefined = connection;
  const session = createSession({
    families,
    async connect() {
      const next = first ?? (await connect());
      first = undefined;
      return next;
    },
    random: Math.random,
    profile,
    isHeadless: true,
    ...options,
  });
  return {
    session,
    connection,
    async close() {
      await session.close();
      // If the session never used the connection, it must be closed separately.
      await first?.close();
    },
  };
}
