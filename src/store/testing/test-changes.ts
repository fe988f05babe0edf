/** For tests: two volumes, two instances, and changes to them. */
import {beforeEach} from 'vitest';
import type {AnyRow, Family} from '../../families/shape/define-family.ts';
import {volumes} from '../../families/storage/volumes.ts';
import {volume as volumeRow} from '../../families/testing/rows.ts';
import type {AuditEntry, AuditLog} from '../changes/audit-log.ts';
import type {Change} from '../changes/change.ts';
import {memoryDraftStore} from '../changes/draft-store.ts';
import {manualClock} from './manual-clock.ts';
import {TestAccount} from './test-account.ts';
import {instance, instances} from './test-families.ts';
import {createTestSession, plainProfile} from './test-session.ts';

export const volume = (id: number, facts: AnyRow = {}): AnyRow => ({
  ...volumeRow({id, label: `vol-${id}`, size: 20, tags: []}),
  ...facts,
});

export const changeField = (change: Change, path: string) =>
  change.getState().fields.find(candidate => candidate.path === path);

/** A change log that only records its entries and announcements. */
export const recordingAuditLog = (audited: AuditEntry[], announced: AuditEntry[] = []): AuditLog => ({
  announce: async entry => void announced.push(entry),
  write: entry => audited.push(entry),
  read: async () => [],
  subscribe: () => () => {},
  flush: async () => {},
});

/** A new account, a new clock and a new list of audit entries for each test. */
export function changeBench() {
  const bench = {
    account: new TestAccount(),
    clock: manualClock(),
    audited: [] as AuditEntry[],
    announced: [] as AuditEntry[],
    set(id: number, facts: AnyRow) {
      bench.account.setFacts('volumes.list', id, facts);
    },
    async open(profile = plainProfile, family: Family = volumes, drafts = memoryDraftStore()) {
      const {account, clock, audited, announced} = bench;
      const session = createTestSession(
        {account, clock},
        {
          families: [family, ...(family.id === instances.id ? [] : [instances])],
          profile,
          drafts,
          auditLog: recordingAuditLog(audited, announced),
        },
      );
      const collection = session.collection(family.id);
      collection.subscribe(() => {});
      await clock.advance(1000);
      const start = async (action: string, id?: number) => {
        const row = id === undefined ? undefined : collection.getState().byId.get(id);
        const change = session.change({family: family.id, action, row});
        change.subscribe(() => {});
        await clock.settle();
        return change;
      };
      const toPreview = async (change: Change) => {
        change.toPreview();
        await clock.settle();
      };
      return {session, collection, start, toPreview, row: (id: number) => collection.getState().byId.get(id)};
    },
  };
  beforeEach(() => {
    bench.account = new TestAccount();
    bench.clock = manualClock();
    bench.audited = [];
    bench.announced = [];
    bench.account.lists.set('volumes.list', [volume(1), volume(2, {region: 'eu-west'})]);
    bench.account.lists.set('instances.list', [
      instance(7, {label: 'web-01'}),
      instance(8, {label: 'db-01', region: 'eu-west'}),
    ]);
  });
  return bench;
}
