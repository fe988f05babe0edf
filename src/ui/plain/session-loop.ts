/** One account after the other in plain mode, each until another is chosen or the user leaves. */
import {type AccountSession, AccountSessions, type AccountSessionsOptions} from '../app/account-session.ts';
import type {OpenLineIO} from './line-io.ts';
import {type PlainModeEnd, runPlainMode} from './plain-mode.ts';

export interface SessionLoop {
  readonly sessions: AccountSessions;
  /** Settles when the user leaves, or the input ends. */
  run(first: AccountSession): Promise<PlainModeEnd>;
}

export function createSessionLoop(
  options: Omit<AccountSessionsOptions, 'changed' | 'quit' | 'oneAtATime'>,
  lines: OpenLineIO,
): SessionLoop {
  let hasQuit = false;
  let next: Promise<AccountSession | undefined> | undefined;
  const sessions = new AccountSessions({
    ...options,
    oneAtATime: true,
    changed(session) {
      next = session;
    },
    quit() {
      hasQuit = true;
    },
  });
  return {
    sessions,
    async run(first) {
      let session = first;
      for (;;) {
        session.context.attach({...session.context.terminal, runSuspended: lines.suspendWhile});
        const end = await runPlainMode(session.context, lines, () => hasQuit || next !== undefined);
        if (next === undefined) return end;
        // No question is asked until the next session is ready, because typed lines are meant for it.
        const opened = await next;
        next = undefined;
        if (!opened) continue;
        session = opened;
        lines.say(`This is ${session.context.profile.name} now.`);
      }
    },
  };
}
