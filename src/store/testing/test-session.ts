/** A session on an account that the test controls. */
import {createSession} from '../session/create-session.ts';
import type {Session} from '../session/session.ts';
import type {SessionOptions, SessionProfile} from '../session/session-options.ts';
import type {TestBench} from './test-collection.ts';
import {instances} from './test-families.ts';

export const plainProfile: SessionProfile = {name: 'test', production: false, readOnly: false};

/** @param more options that differ from those of a session with instances and an ordinary profile */
export const createTestSession = ({account, clock}: TestBench, more: Partial<SessionOptions> = {}): Session =>
  createSession({
    families: [instances],
    connect: account.connect,
    clock,
    random: () => 0.5,
    profile: plainProfile,
    ...more,
  });

/** A session that subscribes to its list of instances and counts the notifications. */
export function openSession(bench: TestBench) {
  const session = createTestSession(bench);
  const collection = session.collection('instances');
  let notifyCount = 0;
  const watch = () =>
    collection.subscribe(() => {
      notifyCount++;
    });
  const status = (id: number) => collection.getState().byId.get(id)?.status;
  return {session, collection, watch, status, told: () => notifyCount, forget: () => (notifyCount = 0)};
}
