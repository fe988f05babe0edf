/** A session on an account that the test holds in its hands. */
import {createSession, type SessionOptions, type SessionProfile} from '../session.ts';
import type {Session} from '../types.ts';
import type {Bench} from './collection.ts';
import {instances} from './families.ts';

export const plain: SessionProfile = {name: 'test', production: false, readOnly: false};

/** @param more what the test is about; without it, the instances of an ordinary profile */
export const sessionOn = ({account, clock}: Bench, more: Partial<SessionOptions> = {}): Session =>
  createSession({
    families: [instances],
    connect: account.connect,
    clock,
    random: () => 0.5,
    profile: plain,
    ...more,
  });

/** A session whose list of instances can be watched; it counts how often it was told of it. */
export function openSession(bench: Bench) {
  const session = sessionOn(bench);
  const collection = session.collection('instances');
  let told = 0;
  const watch = () =>
    collection.subscribe(() => {
      told++;
    });
  const status = (id: number) => collection.get().byId.get(id)?.status;
  return {session, collection, watch, status, told: () => told, forget: () => (told = 0)};
}
