import {beforeEach, describe, expect, it} from 'vitest';
import {UnauthorizedError} from '../../client/core/errors.ts';
import {families} from '../../families/registry.ts';
import {ticket} from '../../families/testing/support-rows.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {event, TestAccount} from '../testing/test-account.ts';
import {createTestSession} from '../testing/test-session.ts';

let account: TestAccount;
let clock: ReturnType<typeof manualClock>;
beforeEach(() => {
  account = new TestAccount();
  clock = manualClock();
});

describe('the user and the account in the header', () => {
  it('are read once, and missing permission for the account is not an outage', async () => {
    account.answers.set('profile.get', () => ({username: 'ada'}));
    account.answers.set('account.get', () => {
      throw new UnauthorizedError('grant', 'You don’t have permission for this.', {status: 403});
    });
    account.answers.set('account.notifications.list', () => ({data: [{}], results: 1}));
    const session = createTestSession({account, clock});
    session.account.subscribe(
      state => state.status,
      () => {},
    );
    await clock.advance(10_000);
    expect(session.account.getState().status).toMatchObject({
      user: 'ada',
      account: undefined,
      notices: 1,
      liveness: 'live',
    });
    await clock.advance(600_000);
    expect(account.count('profile.get')).toBe(1);
    expect(account.count('account.notifications.list')).toBe(3);
  });
});

describe('the number of notifications', () => {
  const noticesOf = (count: number) =>
    Array.from({length: count}, (_, index) => ({
      ...{type: 'maintenance', severity: 'major', label: `Window ${index}`, message: 'A host is rebooted.'},
      ...{entity: null, body: null, when: null, until: null},
    }));
  const setNotices = (count: number) => {
    account.lists.set('account.notifications.list', noticesOf(count));
    account.answers.set('account.notifications.list', () => ({data: noticesOf(count), results: count}));
  };

  it('is the same in the header and in the list, regardless of which was read last', async () => {
    setNotices(3);
    const session = createTestSession({account, clock}, {families});
    session.account.subscribe(
      state => state.status,
      () => {},
    );
    const list = session.collection('account.notifications');
    const counts = () => [session.account.getState().status.notices, list.getState().total];
    const leave = list.subscribe(() => {});
    await clock.advance(10_000);
    expect(counts()).toEqual([3, 3]);
    setNotices(2);
    list.refetch();
    await clock.advance(1000);
    expect(counts()).toEqual([2, 2]);
    leave();
    setNotices(1);
    await clock.advance(300_000);
    expect(counts()).toEqual([1, 1]);
  });

  it('is read every five minutes again after the account was not on screen for a while, and never meanwhile', async () => {
    setNotices(3);
    const session = createTestSession({account, clock}, {families});
    const show = () =>
      session.account.subscribe(
        state => state.status,
        () => {},
      );
    const hide = show();
    await clock.advance(10_000);
    hide();
    await clock.advance(900_000);
    expect(account.count('account.notifications.list')).toBe(1);
    setNotices(2);
    show();
    await clock.advance(1000);
    expect(session.account.getState().status.notices).toBe(2);
    setNotices(1);
    await clock.advance(310_000);
    expect(session.account.getState().status.notices).toBe(1);
  });

  it('is read again at once after a change that affects notifications', async () => {
    setNotices(2);
    const session = createTestSession({account, clock}, {families});
    session.account.subscribe(
      state => state.status,
      () => {},
    );
    account.lists.set('support.tickets.list', [ticket({id: 9, status: 'open'})]);
    account.answers.set('support.tickets.get', () => ticket({id: 9, status: 'open', updated_by: 'acme'}));
    account.answers.set('support.tickets.replies.create', () => ({id: 1, description: 'Yes.'}));
    const list = session.collection('support.tickets');
    list.subscribe(() => {});
    await clock.advance(10_000);
    expect(session.account.getState().status.notices).toBe(2);
    setNotices(1);
    const change = session.change({
      family: 'support.tickets',
      action: 'support.tickets.replies.create',
      row: list.getState().rows[0],
    });
    change.set('description', 'Yes.');
    await clock.settle();
    change.toPreview();
    await clock.settle();
    await change.send();
    await clock.settle();
    expect(session.account.getState().status.notices).toBe(1);
    expect(list.getState().rows[0]).toMatchObject({updated_by: 'acme'});
    expect(list.annotation(9)?.pending).toBeUndefined();
    // Events report the changes of other users.
    setNotices(0);
    account.events.unshift(
      event({id: 999, action: 'ticket_update', entity: {id: 9, label: 'Help', type: 'ticket', url: ''}}),
    );
    await clock.advance(20_000);
    expect(session.account.getState().status.notices).toBe(0);
  });
});
