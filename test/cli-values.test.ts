/** Input and output of scripts: several IDs, empty variables, files, pipes, and errors that a program reads. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type CommandLine, openCommandLine} from './support/cli.ts';
import {startRecorder} from './support/recorder.ts';

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());

describe('several IDs', () => {
  it('print a list without duplicates, in the order of the command line', async () => {
    const all = (await cli.json('get', 'volumes', '4402', 'vol-db', '4400')) as {id: number}[];
    expect(all.map(({id}) => id)).toEqual([4402, 4400]);
    const [first, ...others] = (await cli.run(['get', 'volumes', '4402', '4400', '--sort', 'id'])).out.split('\n');
    expect([first, others.length]).toEqual([expect.stringMatching(/^LABEL /), 3]);
    expect(others[0]).toMatch(/^vol-db /);
    const records = await cli.run(['get', 'domains.records', 'acme-infra.example', 'A www', 'A api', '--ndjson']);
    expect([records.code, records.out.trimEnd().split('\n').length]).toEqual([0, 2]);
  });

  it('that aren’t found are named, with exit code 1', async () => {
    const result = await cli.run(['get', 'volumes', '4400', '999', '--csv', '--columns', 'id']);
    expect(result).toEqual({code: 1, out: 'id\n4400\n', err: 'skydeck: volume 999 not found\n'});
    expect(await cli.run(['get', 'volumes', '998', '999'])).toEqual({
      code: 1,
      out: '',
      err: 'skydeck: volume 998 not found\nvolume 999 not found\n',
    });
  });

  it.each([
    // For a missing resource, the whole list is read for a suggestion.
    [['get', 'volumes', 'vol-db', 'uploads', 'nowhere'], '/volumes?', 2],
    [['do', 'volumes.update', 'vol-db', 'uploads', '--tags', 'marked', '--dry-run'], '/volumes?', 1],
    // The form reads the list of its options.
    [
      ['do', 'networking.firewalls.create', '--label', 'wall', '--devices.computes', 'web-01,web-03', '--dry-run'],
      '/instances?',
      2,
    ],
  ])('%s: several labels need only one or two reads', async (line, list, count) => {
    const {reads, url} = await startRecorder(cli.account.url);
    await cli.run(line, {SKYDECK_BASE_URL: url});
    expect(reads.filter(text => text.includes(list))).toHaveLength(count);
  });
});

describe('wait', () => {
  it('reads and prints a resource only once if it is named twice', async () => {
    const {reads, url} = await startRecorder(cli.account.url);
    const words = ['wait', 'volumes', '4400', '4400', '4402', 'vol-db', 'size>0', '-o', 'json'];
    const {code, out} = await cli.run(words, {SKYDECK_BASE_URL: url});
    expect([code, JSON.parse(out).map(({id}: {id: number}) => id)]).toEqual([0, [4400, 4402]]);
    expect(reads.filter(text => /\/volumes\/4400\b/.test(text))).toHaveLength(1);
    expect(reads.filter(text => /\/volumes\/4402\b/.test(text))).toHaveLength(1);
  });
});

describe('an interrupt', () => {
  const interrupted = (run: () => void) => {
    queueMicrotask(run);
    return () => {};
  };

  it('ends the wait, and reports that the operation continues', async () => {
    const {code, out, err} = await cli.run(
      ['do', 'instances.reboot', 'web-03', '--yes', '--wait'],
      {},
      {onInterrupt: interrupted},
    );
    expect([code, out]).toEqual([130, 'Reboot web-03 has started\n']);
    expect(err).toMatch(/^skydeck: Stopped waiting\. The operation continues\.$/m);
  });

  it('ends a wait for a condition, too', async () => {
    const line = ['wait', 'instances', 'web-03', 'status:resizing'];
    expect(await cli.run(line, {}, {onInterrupt: interrupted})).toEqual({code: 130, out: '', err: ''});
  });

  it('stops a batch, and reports the unsent changes as not sent', async () => {
    const line = ['do', 'volumes.update', 'metrics', 'uploads', 'warehouse', '--add-tags', 'marked', '--yes', '--json'];
    let stop = (): void => {};
    const {url} = await startRecorder(cli.account.url, {beforeChange: () => stop()});
    const onRequest = (run: () => void) => {
      stop = run;
      return () => {};
    };
    const {code, out, err} = await cli.run(line, {SKYDECK_BASE_URL: url}, {onInterrupt: onRequest});
    expect(code).toBe(130);
    expect(JSON.parse(err)).toEqual({error: 'Stopped with 2 of 3 remaining. Run "skydeck do --resume" to resume'});
    expect(JSON.parse(out)).toMatchObject([
      {label: 'metrics', ok: true, answer: {label: 'metrics'}},
      {label: 'uploads', ok: false, failure: 'was not sent'},
      {label: 'warehouse', ok: false, failure: 'was not sent'},
    ]);
    const resumed = await cli.run(['do', '--resume', '--yes'], {SKYDECK_BASE_URL: url});
    expect(resumed).toMatchObject({code: 0, out: 'Edit uploads is done\nEdit warehouse is done\n'});
  });

  it('bug: several changes were sent though their journal could not be started', async () => {
    const line = ['do', 'volumes.update', 'metrics', 'uploads', '--add-tags', 'again', '--yes'];
    const file = join(cli.folder, 'no-folder');
    writeFileSync(file, '');
    const {changes, url} = await startRecorder(cli.account.url);
    const {code, err, out} = await cli.run(line, {XDG_STATE_HOME: file, SKYDECK_BASE_URL: url});
    expect([code, out, changes]).toEqual([1, '', []]);
    expect(err).toMatch(/^skydeck: Can’t write the batch journal, so nothing was sent: .*\n$/);
    // A single change needs no journal.
    const single = ['do', 'volumes.update', 'metrics', '--add-tags', 'again', '--yes'];
    expect(await cli.run(single, {XDG_STATE_HOME: file})).toMatchObject({code: 0, out: 'Edit metrics is done\n'});
  });
});

describe('a message for a program', () => {
  it('is one JSON object per line, with an error or a note', async () => {
    const said = async (...line: readonly string[]) => {
      const {code, err} = await cli.run(line);
      return [
        code,
        ...err
          .trimEnd()
          .split('\n')
          .map(text => JSON.parse(text)),
      ];
    };
    expect(await said('get', 'volumes', '999', '--json')).toEqual([1, {error: 'volume 999 not found'}]);
    expect(await said('get', 'volumes', '--json', '--colums', 'x')).toEqual([
      2,
      {error: expect.stringContaining("unknown option '--colums'")},
    ]);
    expect(await said('get', 'events', '--ndjson')).toEqual([
      0,
      {note: expect.stringMatching(/^Showing the newest 500/)},
    ]);
    expect(await said('do', 'volumes.update', 'vol-db', '--label', '', '--json', '--yes')).toEqual([
      2,
      {error: expect.stringMatching(/^--label must be/)},
    ]);
    expect(await said('gte', 'volumes', '--json')).toEqual([2, {error: expect.stringContaining('"gte"')}]);
    expect(await said('config', 'show', '--json', '--all')).toEqual([2, {error: expect.stringContaining("'--all'")}]);
  });

  it.each([
    [['get', 'volumes', '999', '--columns', '--json'], 'volume 999 not found'],
    [['get', 'volumes', '--', '--json'], 'No volume named "--json"'],
    [['do', 'volumes.update', '999', '--dry-run', '--', '--json'], 'volume 999 not found'],
    [['get', 'nothing', '--filter=--json'], 'Unknown resource type "nothing"'],
  ])('is text if --json is a value: %s', async (line, message) => {
    expect((await cli.run(line)).err).toContain(`skydeck: ${message}`);
  });

  it('is text on a terminal, even with --json', async () => {
    const result = await cli.run(['get', 'volumes', '999', '--json'], {}, {ask: async () => ''});
    expect(result.err).toBe('skydeck: volume 999 not found\n');
  });
});

describe('fields', () => {
  it('are cleared by an empty value, or refuse it with their rule', async () => {
    const tried = (...line: readonly string[]) => cli.run(['do', ...line, '--dry-run']);
    const create = ['instances.create', '--region', 'us-east', '--type', 'g6-nanode-1', '--label', ''];
    expect(await tried(...create)).toEqual({code: 2, out: '', err: 'skydeck: --label must be 3 to 64 characters\n'});
    expect((await tried('volumes.update', 'vol-db', '--label', '')).err).toMatch(/--label must be 1 to 32 characters/);
    expect((await tried('volumes.update', 'vol-db', '--tags', '')).out).toMatch(/"tags": \[\]/);
    expect((await tried('networking.ips.update', '192.0.2.10', '--rdns', '')).out).toMatch(/"rdns": null/);
    for (const flag of ['--profile', '--base-url'])
      expect(await cli.run([flag, '', 'get', 'volumes'])).toMatchObject({
        code: 2,
        err: expect.stringMatching(`^skydeck: ${flag} is empty`),
      });
  });

  it('bug: a size with a unit was refused, which the form accepts', async () => {
    const place = ['--region', 'us-east', '--type', 'g6-nanode-1'];
    expect((await cli.run(['do', 'instances.create', '--label', 'diskless', ...place, '--yes'])).code).toBe(0);
    const create = (size: string) =>
      cli.run(['do', 'instances.disks.create', 'diskless', '--label', 'scratch', '--size', size, '--dry-run']);
    for (const size of ['2GB', '2 gb', '2,048', '2048MB'])
      expect(await create(size)).toMatchObject({
        code: 0,
        out: expect.stringMatching(/Size: 2,048 MB\n[\s\S]*"size": 2048/),
      });
    for (const size of ['2h', '2 zettabytes'])
      expect(await create(size)).toMatchObject({code: 2, out: '', err: expect.stringMatching(/--size must be a/)});
  });

  it('name the field that excludes them, and the reason', async () => {
    const line = ['do', 'volumes.create', '--region', 'us-east', '--compute-id', 'web-01', '--label', 'x', '--dry-run'];
    expect(await cli.run(line)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--region, which does not go with --compute-id \(.*region of the instance\)/),
    });
  });

  it('are read from files as texts', async () => {
    const file = (name: string, bytes: string | Uint8Array) => {
      writeFileSync(join(cli.folder, name), bytes);
      return `@${join(cli.folder, name)}`;
    };
    const label = (given: string) => cli.run(['do', 'volumes.update', 'vol-db', '--label', given, '--dry-run']);
    expect((await label(file('marked.txt', '\ufeffmarked\r\n'))).out).toContain('"label": "marked"');
    const wrong = [
      [file('bytes.bin', Uint8Array.of(0x50, 0xff, 0xfe)), /--label: \S+bytes.bin isn’t UTF-8 text/],
      [`@${cli.folder}`, /--label: \S+ is a folder/],
      ['@/no/such/file', /--label: no such file: \/no\/such\/file/],
    ] as const;
    for (const [given, words] of wrong)
      expect(await label(given)).toMatchObject({code: 2, out: '', err: expect.stringMatching(words)});
    const body = (given: string, input = '') =>
      cli.run(['do', 'volumes.update', 'vol-db', '--body', given, '--dry-run'], {}, {stdin: async () => input});
    expect((await body(file('marked.json', '\ufeff{"label":"marked"}'))).code).toBe(0);
    expect((await body('-')).err).toBe('skydeck: --body takes JSON, got an empty value\n');
  });

  it('omit an empty name for a record of the zone itself', async () => {
    const line = ['do', 'domains.records.create', 'acme-infra.example', '--type', 'TXT', '--target', 'x', '--name', ''];
    expect(await cli.run([...line, '--yes', '--json'])).toMatchObject({code: 0, err: ''});
    const records = (await cli.json('get', 'domains.records', 'acme-infra.example')) as {name: string; id: number}[];
    expect(records.at(-1)).toMatchObject({type: 'TXT', name: '', target: 'x'});
    // A record with a name keeps one.
    const named = String(records.find(({name}) => name === 'www')?.id);
    const nameless = ['do', 'domains.records.update', 'acme-infra.example', named, '--name', '', '--yes'];
    expect(await cli.run(nameless)).toMatchObject({code: 1, err: expect.stringMatching(/--name must be 1 to 100/)});
  });
});

describe('a refusal has the words of the command line', () => {
  it.each([
    [['get', 'grants', 'wsmith'], 1, 'no grants for wsmith'],
    [
      ['get', 'objectStorage.objects.acl', 'us-east-1', 'acme-assets'],
      2,
      'objectStorage.objects.acl.get needs --query name=VALUE',
    ],
    [
      ['do', 'managed.services.update', '9000', '--timeout', '10', '--dry-run'],
      2,
      '--timeout limits --wait. To set the field, use --field.timeout',
    ],
    [['do', 'tickets.replies.create', '1', '--description', 'x', '--dry-run'], 1, 'ticket 1 not found'],
  ])('bug: %s ended with a sentence of the console', async (line, code, message) => {
    expect(await cli.run(line)).toEqual({code, out: '', err: `skydeck: ${message}\n`});
  });
});

it('bug: the preview of a new NodeBalancer left out the nodes of its ports', async () => {
  const nodes = [
    {label: 'node-1', address: '192.168.1.2:80'},
    {label: 'node-2', address: '192.168.1.3:80', weight: 50},
  ];
  const ports = JSON.stringify([{port: 80, protocol: 'http', proxy_protocol: 'none', nodes}, {port: 443}]);
  const create = ['do', 'nodebalancers.create', '--label', 'front-2', '--region', 'us-east'];
  const {out} = await cli.run([...create, '--configs', ports, '--dry-run']);
  expect(out).toContain(
    '  Port 1: port 80 HTTP with node-1 192.168.1.2:80, node-2 192.168.1.3:80 weight 50\n  Port 2: port 443\n',
  );
});

it('bug: the preview of a new NodeBalancer did not say that its cost is unknown', async () => {
  const {out} = await cli.run(['do', 'nodebalancers.create', '--region', 'us-east', '--dry-run']);
  expect(out).toContain('  ! Cost: unknown. The API has no price for this.\n');
});
