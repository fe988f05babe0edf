/** Files of the command line: sent, followed and cut short. */
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());

const run = (line: readonly string[], more: Parameters<CommandLine['run']>[2] = {}) => cli.run(line, {}, more);

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(cli.folder, name);
  writeFileSync(path, content);
  return path;
};

const openTicket = async () => {
  const {data} = await cli.account.ok(contract.support.tickets.list);
  const open = data.find(({status}) => status !== 'closed');
  if (!open) throw new Error('no open ticket');
  return open;
};

describe('do, with a file', () => {
  it('attaches the file to a ticket', async () => {
    const {id} = await openTicket();
    const path = file('trace.txt', 'a trace');
    const {code, out} = await run(['do', 'support.tickets.attachments.create', String(id), '--file', path, '--yes']);
    expect([code, out]).toEqual([0, expect.stringContaining('trace.txt: uploaded, 7 bytes')]);
    const ticket = await cli.account.ok(contract.support.tickets.get, {params: {ticketId: id}});
    expect(ticket.attachments).toContain('trace.txt');
  });

  it('names the problem of the file before anything is sent', async () => {
    const {id} = await openTicket();
    const line = ['do', 'support.tickets.attachments.create', String(id), '--yes'];
    expect(await run([...line, '--file', file('a.exe', 'x')])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--file a\.exe must end in/),
    });
    expect(await run([...line, '--file', join(cli.folder, 'none.txt')])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`no such file: ${join(cli.folder, 'none.txt')}`),
    });
    expect(await run(line)).toMatchObject({code: 2, err: expect.stringContaining('--file is required')});
  });

  it('uploads an image from a pipe, and shows the progress on a terminal', async () => {
    const lines: string[] = [];
    const packed = gzipSync(Buffer.alloc(100_000));
    const {code, out} = await run(
      ['do', 'images.upload', '--label', 'piped', '--region', 'us-east', '--file', '-', '--yes'],
      {
        progress: line => lines.push(line),
        pipe: {
          async *input() {
            yield packed;
          },
          output: async () => {},
        },
      },
    );
    expect([code, out]).toEqual([0, expect.stringMatching(/^input: uploaded, \S+ bytes in /)]);
    expect(lines[0]).toMatch(/^input 0% {2}/);
    // The line of the progress is removed at the end.
    expect(lines.at(-1)).toBe('');
    const {data} = await cli.account.ok(contract.images.list, {filter: {label: 'piped'}});
    expect(data).toHaveLength(1);
  });

  it('prints the upload address of an image without a file', async () => {
    const {code, out} = await run(['do', 'images.upload', '--label', 'bare', '--region', 'us-east', '--yes']);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Upload address: http:\/\/\S+$/m)]);
  });

  it('uploads and downloads an object, and names the method that a file needs', async () => {
    const {data} = await cli.account.ok(contract.objectStorage.buckets.list);
    const [bucket] = data;
    if (!bucket) throw new Error('no bucket');
    const line = ['do', 'objects.createUrl', bucket.cluster, bucket.label, '--name', 'up/notes.txt', '--yes'];
    const from = file('notes.txt', 'here and there');
    expect(await run([...line, '--file', from])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--file, which goes with --method PUT\n/),
    });
    expect(await run([...line, '--method', 'PUT', '--file', from])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^notes\.txt: uploaded, 14 bytes/),
    });
    const back = join(cli.folder, 'back.txt');
    expect((await run([...line, '--to', back])).code).toBe(0);
    expect(readFileSync(back, 'utf8')).toBe('here and there');
  });

  it('deletes objects by name, and shows both requests in a dry run', async () => {
    const {data} = await cli.account.ok(contract.objectStorage.buckets.list);
    const bucket = data.find(({label}) => label === 'acme-logs');
    if (!bucket) throw new Error('no bucket');
    const line = ['do', 'objects.delete', bucket.cluster, bucket.label];
    const [first, second] = ['web/00/access-000000.gz', 'web/01/access-000250.gz'] as const;
    const dry = await run([...line, first, '--dry-run']);
    expect(dry.out).toMatch(
      /^POST \S+object-url \(.+\)\n {2}then DELETE at the address in the answer, without the token\n {2}! \S+ is permanently deleted/,
    );
    expect(await run([...line, first, '--yes'])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`--confirm '${first}'`),
    });
    expect(await run([...line, first, '--name', second, '--yes', '--confirm', first])).toMatchObject({code: 2});
    expect(await run([...line, 'web/none', '--yes', '--confirm', 'web/none'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('object web/none not found'),
    });
    const done = await run([...line, first, second, '--yes', '--confirm', '2']);
    expect(done).toMatchObject({code: 0, out: `Delete ${first} is done\nDelete ${second} is done\n`});
    const after = await cli.account.ok(contract.objectStorage.buckets.get, {
      params: {clusterId: bucket.cluster, bucket: bucket.label},
    });
    expect(after.objects).toBe(bucket.objects - 2);
    const audit = await run(['get', 'objects', bucket.cluster, bucket.label, '-o', 'json']);
    expect(audit.out).not.toContain(`"${first}"`);
  });

  it('sets the picture of an OAuth client', async () => {
    const {data} = await cli.account.ok(contract.account.oauthClients.list);
    const [client] = data;
    const bytes = Buffer.from('89504e470d0a1a0a', 'hex');
    const picture = file('picture.png', bytes);
    const line = ['do', 'account.oauthClients.thumbnail.update', String(client?.id), '--yes', '--file'];
    expect(await run([...line, file('picture.gif', 'GIF89a')])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/must end in \.png/),
    });
    expect(await run([...line, picture])).toMatchObject({code: 0});
    const params = {clientId: client?.id ?? ''};
    const stored = await cli.account.ok(contract.account.oauthClients.thumbnail.get, {params});
    expect(Buffer.from(stored as unknown as Uint8Array)).toEqual(bytes);
  });

  it('cancels the upload at an interrupt, and reports it', async () => {
    const path = file('large.img.gz', Buffer.concat([gzipSync(''), Buffer.alloc(64 * 1024 * 1024)]));
    let interrupt = () => {};
    const result = run(['do', 'images.upload', '--label', 'cut', '--region', 'us-east', '--file', path, '--yes'], {
      progress: () => interrupt(),
      onInterrupt(handler) {
        interrupt = handler;
        return () => {};
      },
    });
    const {code, err} = await result;
    expect([code, err]).toEqual([130, expect.stringMatching(/large\.img\.gz: canceled after .* of 64 MB/)]);
  });
});
