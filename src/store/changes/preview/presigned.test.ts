import {describe, expect, it} from 'vitest';
import {RejectedError, UnreachableError} from '../../../client/core/errors.ts';
import {objects} from '../../../families/object-storage/objects.ts';
import {storedObject} from '../../../families/testing/service-rows.ts';
import {manualClock} from '../../testing/manual-clock.ts';
import {TestAccount} from '../../testing/test-account.ts';
import {recordingAuditLog} from '../../testing/test-changes.ts';
import {createTestSession} from '../../testing/test-session.ts';
import type {AuditEntry} from '../audit-log.ts';

const params = {clusterId: 'us-east-1', bucket: 'acme-site', prefix: 'img/'};
const url = 'https://objects.example.com/acme-site/img/logo.png?Signature=s3cret';
const name = 'img/logo.png';

/** A change that deletes one of two objects, at its preview. */
async function open({readOnly = false} = {}) {
  const account = new TestAccount();
  const clock = manualClock();
  const audited: AuditEntry[] = [];
  const announced: AuditEntry[] = [];
  let rows = [storedObject({name}), storedObject({name: 'img/other.png'})];
  account.answers.set('objectStorage.objects.list', () => ({data: rows}));
  account.answers.set('objectStorage.objects.createUrl', () => ({url}));
  account.onDelete = () => {
    rows = rows.slice(1);
  };
  const session = createTestSession(
    {account, clock},
    {
      families: [objects],
      profile: {name: 'test', production: false, readOnly},
      auditLog: recordingAuditLog(audited, announced),
    },
  );
  const collection = session.collection('objectStorage.objects', params);
  collection.subscribe(() => {});
  await clock.advance(1000);
  const change = session.change({
    family: 'objectStorage.objects',
    action: 'delete',
    row: collection.getState().byId.get(name),
    params,
  });
  change.subscribe(() => {});
  await change.whenReady;
  const names = () => collection.getState().rows.map(row => row.name);
  const sent = () => account.calls.find(({operation}) => operation.endsWith('createUrl'))?.request;
  const logLines = () => audited.map(({method, path, outcome}) => `${method} ${path} ${outcome}`);
  return {account, clock, session, collection, change, audited, announced, names, sent, logLines};
}

const path = '/v4/object-storage/buckets/us-east-1/acme-site/object-url';

describe('a deletion at a pre-signed URL', () => {
  it('is previewed as two requests, without the address', async () => {
    const {change, account} = await open();
    const {step, confirmText, preview} = change.getState();
    expect({step, confirmText}).toEqual({step: 'preview', confirmText: name});
    expect(preview).toMatchObject({
      method: 'POST',
      path,
      secondRequest: {method: 'DELETE', to: 'the address in the answer, without the token'},
      isDeletion: true,
      final: 'Deleted data can’t be recovered.',
      differences: [],
    });
    expect(JSON.parse(preview?.body ?? '')).toEqual({name, method: 'DELETE', expires_in: 360});
    expect(preview?.curl).toMatch(/^curl -X DELETE "\$\(curl -s -X POST .*object-url' \| jq -r \.url\)"$/);
    expect(account.transferred).toEqual([]);
  });

  it('succeeds with the second request, and both requests are in the change log', async () => {
    const {change, account, clock, announced, names, sent, logLines, session} = await open();
    await change.send();
    expect(sent()?.body).toEqual({name, method: 'DELETE', expires_in: 360});
    expect(account.transferred).toEqual([`DELETE ${url}`]);
    expect(change.getState().outcome).toEqual({status: 'done', message: `Delete ${name}: done`});
    await clock.advance(40_000);
    expect(names()).toEqual(['img/other.png']);
    expect(logLines()).toEqual([`POST ${path} done`, 'DELETE objects.example.com done']);
    expect(announced.map(({method}) => method)).toEqual(['POST', 'DELETE']);
    expect(JSON.stringify([announced, change.getState()])).not.toContain('s3cret');
    expect(session.undo()).toMatchObject({
      changes: [],
      irreversible: [{label: name, title: `Delete ${name}`, message: 'Deleted data can’t be recovered.'}],
    });
  });

  it('leaves the object in place if the address is refused or missing', async () => {
    const refused = await open();
    refused.account.onDelete = () => {
      throw new RejectedError([{field: null, reason: 'Request has expired'}], {status: 403});
    };
    await refused.change.send();
    expect(refused.change.getState().outcome).toMatchObject({status: 'failed', message: 'Request has expired'});
    expect(refused.logLines().at(-1)).toBe('DELETE objects.example.com refused');
    expect(refused.names()).toContain(name);
    expect(refused.collection.annotation(name)?.pending).toBeUndefined();

    const none = await open();
    none.account.answers.set('objectStorage.objects.createUrl', () => ({}));
    await none.change.send();
    expect(none.change.getState().outcome).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('has no upload URL'),
    });
    expect([none.account.transferred, none.names()]).toEqual([[], [name, 'img/other.png']]);
  });

  it.each([true, false])('without an answer is checked by reads, never repeated (done: %s)', async isDone => {
    const {account, change, clock, names} = await open();
    const {onDelete} = account;
    account.onDelete = address => {
      if (isDone) onDelete?.(address);
      throw new UnreachableError('reset', 'objects.example.com closed the connection early.', {outcome: 'unknown'});
    };
    await change.send();
    expect(change.getState().outcome).toMatchObject({status: 'unknown'});
    await clock.advance(60_000);
    const words = isDone ? 'no response, but a check found the change applied' : 'not applied';
    expect(change.getState().outcome).toMatchObject({
      status: isDone ? 'done' : 'failed',
      message: `Delete ${name}: ${words}`,
    });
    expect(names().includes(name)).toBe(!isDone);
    expect(account.transferred).toHaveLength(1);
  });

  it('is unavailable in a read-only profile, and for a folder', async () => {
    const {change, session, account} = await open({readOnly: true});
    expect(change.getState()).toMatchObject({step: 'outcome', outcome: {message: 'the profile test is read-only'}});
    await change.send();
    expect(account.count('objectStorage.objects.createUrl')).toBe(0);
    expect(session.unless({family: 'objectStorage.objects', action: 'delete', row: storedObject(), params})).toContain(
      'read-only',
    );
    const folder = storedObject({name: 'img/', etag: null, size: null, last_modified: null, owner: null});
    expect(
      (await open()).session.unless({family: 'objectStorage.objects', action: 'delete', row: folder, params}),
    ).toBe('folder; delete the objects in it instead');
  });
});
