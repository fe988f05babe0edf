import {expect, it} from 'vitest';
import {memoryStateFiles} from '../../platform/files/state-files.ts';
import {createAccountStore} from '../session/account-store.ts';
import {type AuditEntry, createAuditLog, memoryAuditLog} from './audit-log.ts';
import {RecentChanges} from './recent-changes.ts';

const entry = (at: number, label: string): AuditEntry => ({
  at,
  profile: 'prod',
  as: 'ada',
  api: 'api.example.com',
  operation: 'volumes.update',
  method: 'PUT',
  path: '/v4/volumes/7',
  target: {family: 'volumes', id: 7},
  label,
  changes: [{path: 'label', title: 'Label', before: undefined, after: label}],
  outcome: 'done',
  status: 200,
  requestId: undefined,
  milliseconds: 12,
});

it('lists a change made before the log was loaded only once, and then follows new changes', async () => {
  const audit = memoryAuditLog({host: 'desk', user: 'ada'});
  const account = createAccountStore();
  const recentChanges = new RecentChanges(audit, account);
  audit.write(entry(1000, 'first'));
  const {promise, resolve} = Promise.withResolvers<void>();
  account.subscribe(
    state => state.recentChanges,
    ({isComplete}) => isComplete && resolve(),
  );
  recentChanges.load();
  await promise;
  audit.write(entry(2000, 'second'));
  expect(account.getState().recentChanges.records.map(({label}) => label)).toEqual(['second', 'first']);
  expect(recentChanges.lastOn('volumes', 7)?.label).toBe('second');
});

it('bug: the change log was out of order after a change was answered later than a newer one', async () => {
  const audit = memoryAuditLog({host: 'desk', user: 'ada'});
  const account = createAccountStore();
  const recentChanges = new RecentChanges(audit, account);
  audit.write(entry(2000, 'second'));
  audit.write(entry(1000, 'first'));
  const labels = () => account.getState().recentChanges.records.map(({label}) => label);
  expect(labels()).toEqual(['second', 'first']);
  const {promise, resolve} = Promise.withResolvers<void>();
  account.subscribe(
    state => state.recentChanges,
    ({isComplete}) => isComplete && resolve(),
  );
  recentChanges.load();
  await promise;
  expect(labels()).toEqual(['second', 'first']);
});

it('bug: the change log lists a change that another program made meanwhile, and each other change once', async () => {
  const files = memoryStateFiles();
  const onFailure = (error: unknown): never => expect.fail(String(error));
  const logOf = (user: string) => createAuditLog({files, path: 'audit', author: {host: 'desk', user}, onFailure});
  const [audit, other] = [logOf('ada'), logOf('ben')];
  const account = createAccountStore();
  const recentChanges = new RecentChanges(audit, account);
  const loaded = (): Promise<void> => {
    const {promise, resolve} = Promise.withResolvers<void>();
    const stop = account.subscribe(
      state => state.recentChanges,
      () => {
        stop();
        resolve();
      },
    );
    return promise;
  };
  const first = loaded();
  recentChanges.load();
  await first;
  audit.write(entry(1000, 'mine'));
  other.write(entry(2000, 'theirs'));
  await other.flush();
  const second = loaded();
  recentChanges.load({isRefresh: true});
  await second;
  expect(account.getState().recentChanges.records.map(({label}) => label)).toEqual(['theirs', 'mine']);
  expect(recentChanges.lastOn('volumes', 7)?.label).toBe('theirs');
});
