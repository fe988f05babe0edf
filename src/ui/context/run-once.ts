/** Work that opens a dialog after a wait: a second key press during the wait would open it twice. */
import type {Session} from '../../store/session/session.ts';
import type {NotificationPort, SessionPort} from './ports.ts';

/** The work that is being prepared in each session, by its message. */
const pending = new WeakMap<Session, Set<string>>();

/** Runs the work, unless work with this message still runs in the session: then it shows the message. */
export async function runOnce(
  {session, say}: NotificationPort & SessionPort,
  message: string,
  work: () => Promise<void>,
): Promise<void> {
  const running = pending.get(session) ?? new Set();
  pending.set(session, running);
  if (running.has(message)) {
    say(message, 'attention');
    return;
  }
  running.add(message);
  try {
    await work();
  } finally {
    running.delete(message);
  }
}
