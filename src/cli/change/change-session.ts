/** The session of a command line that changes something: one connection, and every change in the audit file. */
import {families} from '../../families/registry.ts';
import {openStateFiles} from '../../platform/files/state-files.ts';
import {currentAuthor, stateFolder} from '../../platform/files/xdg-paths.ts';
import {errorMessage} from '../../platform/text/error-message.ts';
import {demoProfileName} from '../../profiles/profile.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import type {Connection} from '../../store/api/connection.ts';
import {auditPath, createAuditLog} from '../../store/changes/audit-log.ts';
import type {Clock} from '../../store/core/clock.ts';
import {createSession} from '../../store/session/create-session.ts';
import type {Session} from '../../store/session/session.ts';
import type {CommandContext} from '../io/open-account.ts';

export interface ChangeSession {
  readonly session: Session;
  /** The session's own, there before it asks for it. */
  readonly connection: Connection;
  close(): Promise<void>;
}

export async function openChangeSession(
  account: OpenedAccount,
  connect: () => Promise<Connection>,
  {clock, env, err}: Pick<CommandContext, 'env' | 'err'> & {readonly clock: Clock},
): Promise<ChangeSession> {
  const connection = await connect();
  let first: Connection | undefined = connection;
  const session = createSession({
    families,
    async connect() {
      const next = first ?? (await connect());
      first = undefined;
      return next;
    },
    clock,
    random: Math.random,
    profile: account.profile,
    isHeadless: true,
    audit: account.profile.name === demoProfileName ? undefined : openAuditLog(account, env, err),
  });
  return {
    session,
    connection,
    async close() {
      await session.close();
      // If the session never requested the connection, it has to be closed here.
      await first?.close();
    },
  };
}

/** The change log of a profile. */
export function openAuditLog({profile}: OpenedAccount, env: CommandContext['env'], err: CommandContext['err']) {
  const reportFailure = (error: unknown) => err(`Can’t write the change log: ${errorMessage(error)}\n`);
  return createAuditLog({
    files: openStateFiles(stateFolder(env), words => err(`skydeck: ${words}\n`)),
    path: auditPath(profile.name),
    author: currentAuthor(),
    onFailure: reportFailure,
  });
}
