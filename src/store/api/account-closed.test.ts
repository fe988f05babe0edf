import {beforeEach, describe, expect, it} from 'vitest';
import {UnauthorizedError} from '../../client/core/errors.ts';
import {families} from '../../families/registry.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {event, instanceEntity, TestAccount} from '../testing/test-account.ts';
import {instancesOf} from '../testing/test-families.ts';
import {createTestSession, openSession} from '../testing/test-session.ts';

let account: TestAccount;
let clock: ReturnType<typeof manualClock>;
beforeEach(() => {
  account = new TestAccount();
  clock = manualClock();
  account.lists.set('instances.list', instancesOf(3));
  account.answers.set('account.cancel', () => {
    account.failure = new UnauthorizedError('token', 'The API rejected the token.', {status: 401});
    return {survey_link: 'https://example.com/goodbye'};
  });
});

const message = 'The account is closed. All its resources are deleted';

async function close(session: ReturnType<typeof createTestSession>) {
  const change = session.change({family: 'account', action: 'cancel', row: {email: 'ada@example.com'}});
  await change.whenReady;
  await change.toPreview();
  await change.send();
  return change.getState();
}

describe('a closed account', () => {
  it('has no resources or operations on the screen, and its data is not shown as live', async () => {
    account.answers.set('account.get', () => ({email: 'ada@example.com'}));
    account.events.push(event({action: 'compute_boot', status: 'started', entity: instanceEntity(2)}));
    const session = createTestSession({account, clock}, {families});
    const collection = session.collection('instances');
    collection.subscribe(() => {});
    session.account.subscribe(
      state => state.status,
      () => {},
    );
    await clock.advance(1000);
    expect(collection.getState().rows).toHaveLength(3);
    expect(session.account.getState().operations).toHaveLength(1);
    const {outcome} = await close(session);
    expect(outcome).toMatchObject({status: 'done'});
    await clock.advance(100);
    expect(session.account.getState().status).toMatchObject({liveness: 'closed', failure: {code: 'closed', message}});
    expect(session.account.getState().operations).toEqual([]);
    expect(collection.getState()).toMatchObject({rows: [], isComplete: false, failure: {code: 'closed', message}});
  });

  it('receives no further requests', async () => {
    const {session, collection, watch} = openSession({account, clock});
    watch();
    session.account.subscribe(
      state => state.status,
      () => {},
    );
    await clock.advance(1000);
    const {connection} = account;
    const cancel = connection.operation('account.cancel');
    if (cancel) await connection.send(cancel, {body: {}, priority: 'user'});
    await clock.advance(100);
    account.calls.length = 0;
    session.refetchAll();
    collection.refetch();
    session.collection('instances', {}).subscribe(() => {});
    await clock.advance(24 * 3_600_000);
    expect(account.calls).toEqual([]);
    expect(session.account.getState().status.failure?.retryAt).toBeUndefined();
    expect(collection.getState().failure?.message).toBe(message);
  });
});
