/** Work that opens a dialog after a wait: a second key press during the wait would open it twice. */
import type {Session} from '../../store/session/session.ts';
import type {NotificationPort, SessionPort} from './ports.ts';

const busyTexts = {
  draft: 'The draft is already being opened.',
  editor: 'The editor is already being opened.',
  plan: 'The plan is already being opened.',
  undo: 'An undo is already being prepared.',
} as const;

type Work = keyof typeof busyTexts;

/** The work that is being prepared in each session. */
const pending = new WeakMap<Session, Set<Work>>();

/** Runs the work, unless work of this kind still runs in the session: then a message shows that. */
export async function runOnce(
  {session, say}: NotificationPort & SessionPort,
  name: Work,
  work: () => Promise<void>,
): Promise<void> {
  const running = pending.get(session) ?? new Set();
  pending.set(session, running);
  if (running.has(name)) {
    say(busyTexts[name], 'attention');
    return;
  }
  running.add(name);
  try {
    await work();
  } finally {
    running.delete(name);
  }
}
