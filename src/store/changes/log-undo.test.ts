/** A record of the change log contains everything that an undo needs, even in another session. */
import {expect, it} from 'vitest';
import {instances} from '../../families/instances/index.ts';
import type {AnyRow} from '../../families/shape/define-family.ts';
import {volumes} from '../../families/storage/volumes.ts';
import {changeBench} from '../testing/test-changes.ts';
import {createTestSession} from '../testing/test-session.ts';
import {memoryAuditLog, parseRecords} from './audit-log.ts';
import {storableUndo} from './preview/undo.ts';

const bench = changeBench();

it('a change of an earlier session can be undone from the change log', async () => {
  const {account, clock} = bench;
  const audit = memoryAuditLog({host: 'here', user: 'ada'});
  const open = async () => {
    const session = createTestSession({account, clock}, {families: [volumes, instances], auditLog: audit});
    session.collection('volumes').subscribe(() => {});
    await clock.advance(1000);
    return session;
  };
  account.answers.set('volumes.update', ({body}) => {
    bench.set(1, body as AnyRow);
    return account.lists.get('volumes.list')?.[0];
  });
  const first = await open();
  const change = first.change({
    family: 'volumes',
    action: 'update',
    row: first.collection('volumes').getState().byId.get(1),
  });
  change.subscribe(() => {});
  change.set('label', 'renamed');
  await change.whenReady;
  await change.toPreview();
  await change.send();

  const [record] = await audit.read();
  expect(record?.undo).toMatchObject({family: 'volumes', action: 'update', id: 1, values: {label: 'vol-1'}});
  const second = await open();
  expect(second.undo().changes).toEqual([]);
  const undo = record?.undo && second.undoOf(record.undo);
  if (typeof undo !== 'object') throw new Error(`no way back: ${undo}`);
  undo.subscribe(() => {});
  await undo.whenReady;
  await undo.toPreview();
  expect([undo.title, undo.about, undo.getState().preview?.body]).toEqual([
    'Undo',
    'Edit vol-1',
    JSON.stringify({label: 'vol-1'}, null, 2),
  ]);
  // A resource that no longer exists is not changed back.
  expect(record?.undo && second.undoOf({...record.undo, id: 99})).toBe('The resource was deleted meanwhile.');
});

it('undo data that was damaged in the file is ignored', () => {
  const line = (undo: unknown) =>
    JSON.stringify({
      ...{at: '2026-01-15T12:00:00.000Z', operation: 'volumes.update', outcome: 'done', milliseconds: 1},
      changes: [],
      undo,
    });
  const good = {
    family: 'volumes',
    params: {},
    action: 'update',
    id: 1,
    values: {label: 'a'},
    undoneChange: {kind: 'Undo', title: 'Edit a'},
  };
  expect(parseRecords(line(good))[0]?.undo).toEqual(good);
  const withAction = {...good, undoneChange: {...good.undoneChange, actionTitle: 'Edit'}};
  expect(parseRecords(line(withAction))[0]?.undo).toEqual(withAction);
  const withValues = {...good, undoneChange: {...good.undoneChange, valuesAfter: {label: 'b'}}};
  expect(parseRecords(line(withValues))[0]?.undo).toEqual(withValues);
  const damagedValues = {...good, undoneChange: {...good.undoneChange, valuesAfter: 'b'}};
  expect(parseRecords(line(damagedValues))[0]?.undo).toEqual(good);
  for (const bad of [
    null,
    5,
    'x',
    [],
    {},
    {...good, action: 5},
    {...good, values: []},
    {...good, undoneChange: {}},
    {...good, id: {}},
  ])
    expect(parseRecords(line(bad))[0]).toMatchObject({operation: 'volumes.update', undo: undefined});
});

it('undo data with a secret is not stored', () => {
  const secret = {
    ...volumes,
    actions: {
      update: {
        operation: 'volumes.update',
        on: 'row' as const,
        undo: {action: 'update', body: () => ({root_pass: 'x'})},
      },
    },
  };
  const subject = {family: secret, name: 'update', action: secret.actions.update, row: {id: 1, label: 'a'}, params: {}};
  expect(storableUndo({subject, body: {}, createdId: 1})).toBeUndefined();
});

it('undo data of an older version is read, although its fields have other names', () => {
  const facts = {family: 'volumes', params: {}, values: {label: 'a'}};
  const back = {...facts, does: 'update', of: 1, takesBack: {way: 'Redo', what: 'Edit a'}};
  const record = {at: '2026-01-15T12:00:00.000Z', operation: 'volumes.update', outcome: 'done', changes: [], back};
  const undo = {...facts, action: 'update', id: 1, undoneChange: {kind: 'Redo', title: 'Edit a'}};
  const [parsed] = parseRecords(JSON.stringify(record));
  expect(parsed).toMatchObject({undo});
  expect(parsed).not.toHaveProperty('back');
});
