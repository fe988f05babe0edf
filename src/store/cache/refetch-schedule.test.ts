import {beforeEach, expect, it} from 'vitest';
import {CanceledError, ThrottledError, UnauthorizedError} from '../../client/core/errors.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {TestAccount} from '../testing/test-account.ts';
import {instancesOf} from '../testing/test-families.ts';
import {openSession} from '../testing/test-session.ts';

let account: TestAccount;
let clock: ReturnType<typeof manualClock>;
beforeEach(() => {
  account = new TestAccount();
  clock = manualClock();
  account.lists.set('instances.list', instancesOf(3));
  account.answers.set('instances.stats.get', () => ({}));
});

it('reads data whose request was canceled with its connection as soon as the API answers again', async () => {
  const {session, watch, status} = openSession({account, clock});
  watch();
  session.account.subscribe(
    state => state.status,
    () => {},
  );
  session.query('instances.stats.get', {computeId: 1}, 300).subscribe(() => {});
  await clock.advance(20_000);
  account.beforeAnswer = ({operation}) => {
    if (operation.startsWith('account.events.'))
      throw new UnauthorizedError('token', 'The API rejected the token.', {status: 401});
    throw new CanceledError();
  };
  session.refetchAll();
  await clock.advance(20_000);
  account.beforeAnswer = undefined;
  account.setFacts('instances.list', 2, {status: 'offline'});
  account.calls.length = 0;
  await clock.advance(60_000);
  expect(status(2)).toBe('offline');
  expect([account.count('instances.list'), account.count('instances.stats.get')]).toEqual([1, 1]);
});

it('sends no request before the rate limit resets', async () => {
  const {session, watch} = openSession({account, clock});
  const throttled = () => {
    throw new ThrottledError(clock.now() + 45_000, {status: 429});
  };
  account.answers.set('instances.stats.get', throttled);
  watch();
  await clock.advance(1000);
  session.query('instances.stats.get', {computeId: 1}, 300).subscribe(() => {});
  await clock.advance(44_000);
  expect(account.count('instances.stats.get')).toBe(1);
  await clock.advance(2000);
  expect(account.count('instances.stats.get')).toBe(2);
});
