import {expect, it} from 'vitest';
import {manualClock} from '../testing/manual-clock.ts';
import {event, instanceEntity, TestAccount} from '../testing/test-account.ts';
import {instancesOf} from '../testing/test-families.ts';
import {openSession} from '../testing/test-session.ts';

it('a running operation stays on its row and ends with its event although another program made hundreds of events', async () => {
  const account = new TestAccount();
  const clock = manualClock();
  account.lists.set('instances.list', instancesOf(3));
  const boot = event({action: 'compute_boot', entity: instanceEntity(2), status: 'started', percent_complete: 10});
  account.events = [boot];
  account.answers.set('account.events.get', ({params}) => account.events.find(({id}) => id === params?.eventId));
  const {session, collection, watch} = openSession({account, clock});
  watch();
  await clock.advance(20_000);
  const shown = () => ({
    operations: session.account.getState().operations.map(({label, word}) => `${label} ${word}`),
    row: collection.annotation(2)?.busy?.word,
  });
  expect(shown()).toEqual({operations: ['web-2 booting'], row: 'booting'});
  account.events.push(
    ...Array.from({length: 350}, () =>
      event({action: 'compute_update', entity: instanceEntity(3), status: 'finished'}),
    ),
  );
  await clock.advance(10_000);
  expect(shown()).toEqual({operations: ['web-2 booting'], row: 'booting'});
  account.events = account.events.map(other =>
    other.id === boot.id ? {...other, status: 'finished', percent_complete: 100} : other,
  );
  await clock.advance(10_000);
  expect(shown()).toEqual({operations: [], row: undefined});
});
