/** A session on an account that the test holds in its hands. */
import {createSession} from '../session.ts';
import type {Bench} from './collection.ts';
import {instances} from './families.ts';

/** A session whose list of instances can be watched; it counts how often it was told of it. */
export function openSession({account, clock}: Bench) {
  const session = createSession({
    families: [instances],
    connect: account.connect,
    clock,
    random: () => 0.5,
    profile: {name: 'test', production: false, readOnly: false},
  });
  const collection = session.collection('instances');
  let told = 0;
  const watch = () =>
    collection.subscribe(() => {
      told++;
    });
  const status = (id: number) => collection.get().byId.get(id)?.status;
  return {session, collection, watch, status, told: () => told, forget: () => (told = 0)};
}
