/**
 * The session of a command that changes resources: it has one connection, and writes every change to the change log.
 */
import {openStateFiles, type StateFiles} from '../../platform/files/state-files.ts';
import {currentAuthor, stateFolder} from '../../platform/files/xdg-paths.ts';
import {errorMessage} from '../../platform/text/error-message.ts';
import {demoProfileName} from '../../profiles/profile.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import type {Connection} from '../../store/api/connection.ts';
import {auditPath, createAuditLog} from '../../store/changes/audit-log.ts';
import type {Clock} from '../../store/core/clock.ts';
import type {CommandContext} from '../io/command-context.ts';
import {type HeadlessSession, openHeadlessSession} from '../io/headless-session.ts';

export const openChangeSession = (
  account: OpenedAccount,
  connect: () => Promise<Connection>,
  {clock, env, err}: Pick<CommandContext, 'env' | 'err'> & {readonly clock: Clock},
): Promise<HeadlessSession> =>
  openHeadlessSession(account, connect, {
    clock,
    auditLog: account.profile.name === demoProfileName ? undefined : openAuditLog(account, env, err),
  });

/** The files that Skydeck stores for later commands. */
export const commandStateFiles = ({env, err}: Pick<CommandContext, 'env' | 'err'>): StateFiles =>
  openStateFiles(stateFolder(env), message => err(`skydeck: ${message}\n`));

/** The change log of a profile. */
export function openAuditLog({profile}: OpenedAccount, env: CommandContext['env'], err: CommandContext['err']) {
  const reportFailure = (error: unknown) => err(`Can’t write the change log: ${errorMessage(error)}\n`);
  return createAuditLog({
    files: commandStateFiles({env, err}),
    path: auditPath(profile.name),
    author: currentAuthor(),
    onFailure: reportFailure,
  });
}
