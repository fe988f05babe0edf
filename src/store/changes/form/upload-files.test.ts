import {mkdtempSync, rmSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {RejectedError, UnreachableError} from '../../../client/core/errors.ts';
import {images} from '../../../families/images/index.ts';
import {tickets} from '../../../families/support/tickets.ts';
import {image} from '../../../families/testing/rows.ts';
import {ticket} from '../../../families/testing/support-rows.ts';
import {manualClock} from '../../testing/manual-clock.ts';
import {TestAccount} from '../../testing/test-account.ts';
import {changeField, recordingAuditLog} from '../../testing/test-changes.ts';
import {createTestSession} from '../../testing/test-session.ts';
import type {AuditEntry} from '../audit-log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-files-'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

async function open() {
  const account = new TestAccount();
  const clock = manualClock();
  const audited: AuditEntry[] = [];
  account.lists.set('support.tickets.list', [ticket({id: 5, status: 'open'})]);
  account.lists.set('images.list', []);
  const session = createTestSession(
    {account, clock},
    {families: [tickets, images], auditLog: recordingAuditLog(audited)},
  );
  const collection = session.collection('support.tickets');
  collection.subscribe(() => {});
  session.account.subscribe(
    state => state.operations,
    () => {},
  );
  await clock.advance(1000);
  const start = async (family: 'support.tickets' | 'images', action: string) => {
    const change = session.change({
      family,
      action,
      row: family === 'images' ? undefined : collection.getState().rows[0],
    });
    change.subscribe(() => {});
    await change.whenReady;
    return change;
  };
  return {account, clock, session, audited, start};
}

const openWithFile = async (path: string) => {
  const opened = await open();
  const change = await opened.start('support.tickets', 'attachments.create');
  change.set('file', path);
  await change.toPreview();
  return {...opened, change};
};
const problems = async (path: string) => changeField((await openWithFile(path)).change, 'file')?.problems;

describe('a file to upload', () => {
  it('must exist, must not be a folder, and must have one of the allowed extensions', async () => {
    expect(await problems(join(folder, 'none.txt'))).toEqual([`no such file: ${join(folder, 'none.txt')}`]);
    expect(await problems(folder)).toEqual([expect.stringMatching(/ is a folder$/)]);
    expect(await problems(file('a.exe', 'x'))).toEqual([expect.stringMatching(/^a\.exe must end in \.gif, /)]);
    expect(await problems('  ')).toEqual(['is required']);
    expect(await problems(file('A.TXT', 'x'))).toEqual([]);
  });

  it('must start like its file type', async () => {
    const {start} = await open();
    const change = await start('images', 'upload');
    change.set('file', file('disk.img.gz', 'not packed'));
    await change.toPreview();
    expect(changeField(change, 'file')?.problems).toEqual(['disk.img.gz is no gzip file: it doesn’t start like one']);
  });

  it('must not be larger than an attachment may be', async () => {
    const path = file('core.txt', 'x');
    truncateSync(path, 3 * 1024 ** 3);
    expect(await problems(path)).toEqual(['core.txt has 3 GB, at most 100 MB are allowed']);
  });

  it('is shown with its size in the preview, and in the curl line', async () => {
    const path = file('log.txt', 'x'.repeat(2048));
    const {change} = await openWithFile(path);
    expect(change.getState().preview).toMatchObject({
      method: 'POST',
      path: '/v4/support/tickets/5/attachments',
      body: undefined,
      differences: [{title: 'File', after: 'log.txt, 2 KB'}],
      curl: `curl -X POST -H "Authorization: Bearer $TOKEN" -F 'file=@${path}' 'https://api.example.com/v4/support/tickets/5/attachments'`,
    });
  });

  it('is checked again immediately before the request', async () => {
    const path = file('log.txt', 'x');
    const {change, account} = await openWithFile(path);
    rmSync(path);
    await change.send();
    expect(change.getState().step).toBe('form');
    expect(changeField(change, 'file')?.problems).toEqual([`no such file: ${path}`]);
    expect(account.count('support.tickets.attachments.create')).toBe(0);
  });
});

describe('an operation that takes a file', () => {
  it('is listed as an operation with its progress, and written to the change log', async () => {
    const {change, account, session, clock, audited} = await openWithFile(file('log.txt', 'the log'));
    account.answers.set('support.tickets.attachments.create', () => ({}));
    const gate = Promise.withResolvers<void>();
    account.beforePiece = () => gate.promise;
    const sent = change.send();
    await expect
      .poll(() => session.account.getState().operations)
      .toMatchObject([{label: 'log.txt', word: 'uploading', percent: 0}]);
    expect(change.getState().transfer?.getState().phase).toBe('running');
    gate.resolve();
    await sent;
    expect(account.receivedText).toBe('the log');
    expect(change.getState().outcome).toMatchObject({status: 'done'});
    expect(audited).toMatchObject([
      {
        operation: 'support.tickets.attachments.create',
        outcome: 'done',
        status: 200,
        requestId: 'req-1',
        changes: [{path: 'file', title: 'File', after: 'log.txt, 7 bytes'}],
      },
    ]);
    await clock.advance(60_000);
    expect(session.account.getState().operations).toEqual([]);
  });

  it('shows a refusal by the API at the field of the file', async () => {
    const {change, account} = await openWithFile(file('log.txt', 'x'));
    account.answers.set('support.tickets.attachments.create', () => {
      throw new RejectedError([{field: 'file', reason: 'is too large'}], {status: 400});
    });
    await change.send();
    expect(change.getState().step).toBe('form');
    expect(changeField(change, 'file')?.problems).toEqual(['is too large']);
  });

  it('has an unknown outcome after an answer that came before the end of the file', async () => {
    const {change, account, audited} = await openWithFile(file('log.txt', 'x'));
    account.answers.set('support.tickets.attachments.create', () => {
      const message = 'api.example.com answered after 0 bytes, before the end of the file.';
      throw new UnreachableError('reset', message, {status: 201, outcome: 'unknown'});
    });
    await change.send();
    expect(change.getState().transfer?.getState().phase).toBe('failed');
    expect(change.getState().outcome).toMatchObject({
      status: 'unknown',
      message: expect.stringContaining('answered after 0 bytes, before the end of the file; checking whether it was'),
    });
    expect(audited).toMatchObject([{outcome: 'unknown', status: 201}]);
  });

  it('has an unknown outcome after it was canceled midway', async () => {
    const {change, account, session} = await openWithFile(file('log.txt', 'x'));
    const gate = Promise.withResolvers<void>();
    account.beforePiece = () => gate.promise;
    const sent = change.send();
    await expect.poll(() => session.account.getState().transfers.length).toBe(1);
    session.account.getState().transfers[0]?.cancel();
    gate.resolve();
    await sent;
    expect(session.account.getState().transfers[0]?.getState().phase).toBe('canceled');
    expect(change.getState().outcome).toMatchObject({status: 'unknown'});
  });
});

describe('an upload after the answer to a change', () => {
  const createdImage = image({id: 'private/77', label: 'golden', status: 'pending_upload', size: 0});
  const upload = async (path: string) => {
    const opened = await open();
    const change = await opened.start('images', 'upload');
    opened.account.answers.set('images.upload', () => ({
      image: createdImage,
      upload_to: 'https://up.example.com/secret-path',
    }));
    change.set('file', path);
    change.set('region', 'us-east');
    await change.toPreview();
    return {...opened, change};
  };

  it('sends the file to the address in the answer, and shows its progress on the new row', async () => {
    const {change, account, session, clock, audited} = await upload(file('golden.img.gz', gzipSync('disk')));
    expect(JSON.parse(change.getState().preview?.body ?? '')).toEqual({label: 'golden', region: 'us-east'});
    const gate = Promise.withResolvers<void>();
    account.beforePiece = () => gate.promise;
    await change.send();
    expect(change.getState().outcome).toMatchObject({status: 'started', message: 'Upload golden: under way'});
    expect(change.getState().outcome?.revealed).toBeUndefined();
    await expect.poll(() => account.transferred).toEqual(['PUT https://up.example.com/secret-path']);
    const list = session.collection('images');
    expect(list.getState().byId.get('private/77')).toMatchObject({label: 'golden'});
    expect(list.annotation('private/77')?.busy).toEqual({word: 'uploading', percent: 0});
    expect(session.account.getState().transfers[0]?.deadline).toBe(clock.now() + 86_400_000);
    gate.resolve();
    await expect.poll(() => session.account.getState().transfers[0]?.getState().phase).toBe('done');
    expect(audited.map(({operation, method, path, outcome}) => [operation, method, path, outcome])).toEqual([
      ['images.upload', 'POST', '/v4/images/upload', 'done'],
      // Everyone with the upload URL can write to it, so the change log contains only the host.
      ['images.upload', 'PUT', 'up.example.com', 'done'],
    ]);
  });

  it('can be repeated to the same address after a broken connection', async () => {
    const {change, account, session, audited} = await upload(file('golden.img.gz', gzipSync('disk')));
    account.beforePiece = () => {
      throw new UnreachableError('reset', 'up.example.com closed the connection early.', {outcome: 'unknown'});
    };
    await change.send();
    const transfer = () => session.account.getState().transfers[0];
    await expect.poll(() => transfer()?.getState()).toMatchObject({phase: 'failed'});
    account.beforePiece = undefined;
    transfer()?.restart();
    await expect.poll(() => transfer()?.getState().phase).toBe('done');
    expect(account.transferred).toHaveLength(2);
    expect(account.count('images.upload')).toBe(1);
    // Without an answer, the file may have been stored.
    expect(audited.map(({method, outcome}) => [method, outcome])).toEqual([
      ['POST', 'done'],
      ['PUT', 'unknown'],
      ['PUT', 'done'],
    ]);
  });

  it('without a file shows the address for other tools', async () => {
    const {start, account} = await open();
    const change = await start('images', 'upload');
    account.answers.set('images.upload', () => ({image: createdImage, upload_to: 'https://up.example.com/x'}));
    change.set('label', 'golden');
    change.set('region', 'us-east');
    await change.toPreview();
    await change.send();
    expect(change.getState().outcome?.revealed).toMatchObject([{value: 'https://up.example.com/x', secret: true}]);
    expect(account.transferred).toEqual([]);
  });
});
