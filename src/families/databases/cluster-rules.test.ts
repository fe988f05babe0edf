import {expect, test} from 'vitest';
import type {Lookup} from '../shape/define-family.ts';
import {replicationRules, storageRules, windowRules} from './cluster-rules.ts';
import {mysql} from './mysql.ts';

const fields = (problems: readonly {readonly field: string | null}[]) => problems.map(({field}) => field);

test('rules 226, 227: the replication type must fit the number of nodes', () => {
  expect(replicationRules({})).toEqual([]);
  expect(replicationRules({replication_type: 'none'})).toEqual([]);
  expect(fields(replicationRules({replication_type: 'asynch'}))).toEqual(['replication_type']);
  expect(replicationRules({cluster_size: 3})).toEqual([]);
  expect(replicationRules({cluster_size: 3, replication_type: 'asynch'})).toEqual([]);
  expect(fields(replicationRules({cluster_size: 3, replication_type: 'none'}))).toEqual(['replication_type']);
});

test('the commit type must fit the replication type', () => {
  const commit = (replication_type: string | undefined, replication_commit_type: string) =>
    fields(replicationRules({cluster_size: 3, replication_type, replication_commit_type}));
  expect(commit('asynch', 'off')).toEqual([]);
  expect(commit('asynch', 'on')).toEqual(['replication_commit_type']);
  expect(commit('semi_synch', 'remote_apply')).toEqual([]);
  // Without a replication type, three nodes replicate semi-synchronously.
  expect(commit(undefined, 'local')).toEqual(['replication_commit_type']);
});

test('the older storage engine is not available from version 4.0 on', () => {
  expect(storageRules({engine: 'mongodb/3.6.23', storage_engine: 'mmapv1'})).toEqual([]);
  expect(fields(storageRules({engine: 'mongodb/4.0.27', storage_engine: 'mmapv1'}))).toEqual(['storage_engine']);
  expect(storageRules({engine: 'mongodb/4.0.27'})).toEqual([]);
});

test('a monthly window needs its week, and a weekly window rejects one', () => {
  expect(fields(windowRules({frequency: 'monthly'}, undefined))).toEqual(['updates.week_of_month']);
  expect(fields(windowRules({}, {frequency: 'monthly'}))).toEqual(['updates.week_of_month']);
  expect(windowRules({frequency: 'monthly', week_of_month: 2}, undefined)).toEqual([]);
  expect(fields(windowRules({frequency: 'weekly', week_of_month: 2}, undefined))).toEqual(['updates.week_of_month']);
  expect(windowRules(undefined, {frequency: 'monthly'})).toEqual([]);
});

test('the create action applies the replication rules', () => {
  const body = {cluster_size: 3, replication_type: 'none'};
  const fieldErrors = mysql.actions.create?.problems?.({row: undefined, lookup: {} as Lookup, params: {}, body}) ?? [];
  expect(fields(fieldErrors)).toEqual(['replication_type']);
});
