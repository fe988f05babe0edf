/** `skydeck do`, and waits for the operation it started or for other conditions. */
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../src/contract/index.ts';
import type {TestAccount} from '../src/emulator/testing/test-account.ts';
import type {Clock} from '../src/store/core/clock.ts';
import {manualClock} from '../src/store/testing/manual-clock.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';
import {leapingClock as createLeapingClock, type LeapingClockOptions} from './support/leaping-clock.ts';

let line: CommandLine;
let account: TestAccount;
const run: CommandLine['run'] = (...given) => line.run(...given);
beforeAll(async () => {
  line = await openCommandLine();
  ({account} = line);
});
afterAll(() => line.close());

const leapingClock = (options?: LeapingClockOptions): Clock =>
  createLeapingClock(seconds => account.pass(seconds), options);

const newVolume = (label: string) =>
  account.ok(contract.volumes.create, {body: {label, region: 'us-east', size: 20}}).then(volume => {
    account.pass(120);
    return volume;
  });
const labelOf = async (volumeId: number) => (await account.ok(contract.volumes.get, {params: {volumeId}})).label;

describe('do', () => {
  it('creates a token or a key with full access only with an explicit flag', async () => {
    const dry = (...words: string[]) => run(['do', ...words, '--dry-run', '--json']);
    expect(await dry('profile.tokens.create', '--label', 'ci')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--scopes is required'),
    });
    const token = await dry('profile.tokens.create', '--label', 'ci', '--scopes', '*', '--valid-for', 'never expires');
    expect(JSON.parse(token.out).notes.join()).toMatch(/FULL access.*never expires/);
    expect(JSON.parse(token.out).body).toEqual({label: 'ci', scopes: '*'});
    const short = await dry('profile.tokens.create', '--label', 'ci', '--scopes', 'volumes:read_only');
    expect(JSON.parse(short.out).body).toMatchObject({expiry: expect.stringMatching(/^\d{4}-\d\d-\d\dT/)});

    expect(await dry('objectStorage.keys.create', '--label', 'ci')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--opens is required'),
    });
    const key = await dry('objectStorage.keys.create', '--label', 'ci', '--opens', 'every bucket');
    expect(JSON.parse(key.out)).toMatchObject({
      body: {label: 'ci'},
      notes: expect.arrayContaining([expect.stringMatching(/FULL access/)]),
    });
    const access = [{cluster: 'us-east-1', bucket_name: 'acme-site', permissions: 'read_only'}];
    const limited = await dry('objectStorage.keys.create', '--label', 'ci', '--bucket-access', JSON.stringify(access));
    expect(JSON.parse(limited.out).body).toEqual({label: 'ci', bucket_access: access});
  });

  it('sets the reverse DNS of an address of an instance, and deletes the address', async () => {
    const {data} = await account.ok(contract.instances.list, {filter: {label: 'web-01'}});
    const computeId = data[0]?.id ?? 0;
    const {address} = await account.ok(contract.instances.ips.allocate, {
      params: {computeId},
      body: {type: 'ipv4', public: true},
    });
    expect((await run(['get', 'instances.ips', 'web-01', address])).out).toMatch(/public/);
    const named = await run(['do', 'instances.ips.update', 'web-01', address, '--rdns', 'a.acme.example', '--yes']);
    expect(named).toMatchObject({code: 0});
    const params = {computeId, address};
    expect((await account.ok(contract.instances.ips.get, {params})).rdns).toBe('a.acme.example');
    const gone = ['do', 'instances.ips.delete', 'web-01', address, '--yes', '--confirm', address];
    const deleted = await run(gone);
    expect(deleted).toMatchObject({code: 0});
    expect((await account.call(contract.instances.ips.get, {params})).status).toBe(404);
  });

  it('shares an IPv6 range', async () => {
    const {data} = await account.ok(contract.instances.list, {filter: {region: 'us-east'}});
    const [one, two] = data;
    const {range} = await account.ok(contract.networking.ipv6.ranges.create, {
      body: {prefix_length: 64, compute_id: one?.id ?? 0},
    });
    const bare = range.replace('/64', '');
    const line = ['do', 'networking.ips.share', '--compute-id', String(two?.id), '--ips', bare, '--yes'];
    expect(await run(line)).toMatchObject({code: 0, err: expect.stringContaining(`${bare} of ${one?.label}`)});
    expect((await account.ok(contract.networking.ipv6.ranges.get, {params: {range: bare}})).computes).toEqual([
      one?.id,
      two?.id,
    ]);
  });

  it('sends the changes of its flags, and prints the answer', async () => {
    const {id} = await newVolume('before');
    const {code, out, err} = await run([
      'do',
      'volumes.update',
      String(id),
      '--label',
      'after',
      '--tags',
      'one,two',
      '--tags',
      'three',
      '--yes',
      '--json',
    ]);
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({id, label: 'after', tags: ['one', 'two', 'three']});
    expect(await labelOf(id)).toBe('after');
  });

  it('sends nothing without a confirmation', async () => {
    const {id} = await newVolume('unasked');
    const line = ['do', 'vol.update', String(id), '--label', 'asked'];
    expect(await run(line)).toMatchObject({code: 2, out: '', err: expect.stringMatching(/--yes/)});
    const questions: string[] = [];
    const answering = (answer: string) => ({
      ask: async (question: string) => {
        questions.push(question);
        return answer;
      },
    });
    const no = await run(line, {}, answering(''));
    expect(no).toMatchObject({
      code: 1,
      err: expect.stringMatching(/PUT \/v4\/volumes\/\d+ \(unasked\)\n {2}Label: unasked → asked/),
    });
    expect(await labelOf(id)).toBe('unasked');
    expect((await run(line, {}, answering('y'))).code).toBe(0);
    expect(await labelOf(id)).toBe('asked');
    expect(questions).toEqual(['Send it? [y/N] ', 'Send it? [y/N] ']);
  });

  it('accepts a label in --confirm with or without its invisible character', async () => {
    const label = 'golden \u2699\ufe0f';
    const deleting = async (...confirm: string[]) => {
      await account.call(contract.tags.create, {body: {label}});
      return await run(['do', 'tags.delete', label, '--yes', ...confirm]);
    };
    expect(await deleting()).toMatchObject({code: 2, err: expect.stringContaining("--confirm 'golden \u2699'")});
    expect((await run(['do', 'tags.delete', label, '--yes', '--confirm', 'golden \u2699'])).code).toBe(0);
    expect((await deleting('--confirm', label)).code).toBe(0);
  });

  it('deletes a resource only if --confirm repeats its label', async () => {
    const {id} = await newVolume('doomed');
    const line = ['do', 'volumes.delete', String(id), '--yes'];
    expect(await run(line)).toMatchObject({code: 2, err: expect.stringMatching(/--confirm 'doomed'/)});
    expect((await run([...line, '--confirm', 'other'])).code).toBe(2);
    expect(await labelOf(id)).toBe('doomed');
    expect(await run([...line, '--confirm', 'doomed'])).toMatchObject({
      code: 0,
      err: expect.stringMatching(/is permanently deleted/),
    });
    expect((await account.call(contract.volumes.get, {params: {volumeId: id}})).status).toBe(404);
  });

  it('sends nothing if --confirm names another resource, although the change needs no confirmation', async () => {
    const {id} = await newVolume('calm');
    const line = ['do', 'volumes.update', String(id), '--label', 'calmer', '--yes', '--confirm'];
    expect(await run([...line, 'other'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining("--confirm 'other' doesn’t match. Expected 'calm'."),
    });
    expect((await run([...line, '3'])).code).toBe(2);
    expect(await labelOf(id)).toBe('calm');
    expect((await run([...line, 'calm'])).code).toBe(0);
    expect(await labelOf(id)).toBe('calmer');
  });

  it('shows the request without sending it', async () => {
    const {id} = await newVolume('dry');
    const line = ['do', 'volumes.update', String(id), '--label', 'wet', '--dry-run'];
    expect((await run(line)).out).toBe(`PUT /v4/volumes/${id} (dry)\n  Label: dry → wet\n{\n  "label": "wet"\n}\n`);
    expect(JSON.parse((await run([...line, '--json'])).out)).toEqual({
      method: 'PUT',
      path: `/v4/volumes/${id}`,
      label: 'dry',
      body: {label: 'wet'},
      changes: [{path: 'label', title: 'Label', before: 'dry', after: 'wet'}],
      notes: [],
    });
    expect((await run([...line, '--curl'])).out).toMatch(/^curl -X PUT -H "Authorization: Bearer \$TOKEN"/);
    expect(await labelOf(id)).toBe('dry');
  });

  it('bug: a dry run warned that a token with every scope may lack one', async () => {
    const {id} = await newVolume('scoped');
    const {out} = await run(['do', 'volumes.update', String(id), '--label', 'other', '--dry-run']);
    expect(out).toContain('Label: scoped → other');
    expect(out).not.toMatch(/may lack a scope/);
  });

  it('refuses actions that the console disables, in the same words', async () => {
    const {id} = await newVolume('loose');
    expect(await run(['do', 'volumes.delete', 'vol-db', '--yes', '--confirm', 'vol-db'])).toMatchObject({
      code: 1,
      err: 'skydeck: the volume is attached to db-01: detach it first\n',
    });
    // A reason that only states the condition starts with the name of the resource.
    const reset = ['do', 'instances.resetPassword', 'web-05', '--root-pass', '9A!xyzzy9A!xyzzy', '--yes'];
    expect((await run(reset)).err).toBe('skydeck: web-05 is not off: shut it down first\n');
    expect(await run(['--read-only', 'do', 'volumes.update', String(id), '--label', 'x', '--yes'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is read-only/),
    });
  });

  it('names the flag of an invalid field, before and after sending', async () => {
    const before = await run(['do', 'volumes.create', '--label', 'new', '--size', 'huge', '--yes']);
    expect(before).toMatchObject({code: 2, out: '', err: expect.stringMatching(/--size must be/)});
    const after = await run([
      'do',
      'volumes.create',
      '--label',
      'vol-db',
      '--region',
      'us-east',
      '--tags',
      'x',
      '--yes',
    ]);
    expect(after).toMatchObject({code: 1, out: '', err: expect.stringMatching(/--tags/)});
  });

  it.each(['-5', '0'])('bug: the dry run of a volume with %s GB succeeded', async size => {
    const line = ['do', 'volumes.create', '--label', 'new', '--region', 'us-east', `--size=${size}`, '--dry-run'];
    expect(await run(line)).toMatchObject({code: 2, err: expect.stringMatching(/--size must be at least 1 GB/)});
  });

  it('reports fields that don’t belong to the request, and changes that change nothing', async () => {
    const [{id}] = JSON.parse((await run(['get', 'instances', '--json', '--filter', 'label=web-01'])).out);
    const line = ['do', 'instances.update', String(id), '--backups.schedule.day', 'Monday', '--yes'];
    expect(await run(line)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/don’t belong to this request: --backups\.schedule\.day/),
    });
    const same = await run(['do', 'instances.update', String(id), '--label', 'web-01', '--yes']);
    expect(same).toMatchObject({code: 0, out: '', err: 'web-01 is unchanged: it already has these values\n'});
    const none = await run(['do', 'instances.update', String(id), '--yes']);
    expect(none).toMatchObject({code: 2, err: expect.stringMatching(/Nothing to change/)});
  });

  it('warns about billing, and reads fields from standard input', async () => {
    const body = JSON.stringify({label: 'piped', region: 'us-east', size: 20});
    const {code, out, err} = await run(
      ['do', 'volumes.create', '--body', '-', '--json', '--yes'],
      {},
      {stdin: async () => body},
    );
    expect(code).toBe(0);
    expect(JSON.parse(err)).toEqual({note: 'Cost: unknown. The API has no price for this.'});
    expect(JSON.parse(out)).toMatchObject({label: 'piped'});
  });

  it('waits for the operation that it started', async () => {
    const {id} = await newVolume('growing');
    const line = ['do', 'volumes.resize', String(id), '--size', '40', '--yes', '--wait'];
    const {code, out, err} = await run(line, {}, {clock: leapingClock()});
    expect([code, out, err]).toEqual([
      0,
      'Resize growing has started\n',
      expect.stringMatching(/^growing is active\n$/m),
    ]);
    expect(await account.ok(contract.volumes.get, {params: {volumeId: id}})).toMatchObject({
      size: 40,
      status: 'active',
    });
  });

  it('bug: the JSON of a change that was waited for showed the state before the wait', async () => {
    const line = ['do', 'volumes.create', '--label', 'late', '--region', 'us-east', '--size', '20', '--yes', '--json'];
    const waited = await run([...line, '--wait'], {}, {clock: leapingClock()});
    expect(JSON.parse(waited.out)).toMatchObject({label: 'late', status: 'active'});
    const unwaited = await run(line.map(word => (word === 'late' ? 'later' : word)));
    expect(JSON.parse(unwaited.out)).toMatchObject({label: 'later', status: 'creating'});
  });

  it('describes the end of a wait: created, cloned, deleted, or timed out', async () => {
    await newVolume('model');
    const wait = (...words: string[]) => run(['do', ...words, '--yes', '--wait'], {}, {clock: leapingClock()});
    const made = await wait('volumes.create', '--label', 'fresh', '--region', 'us-east', '--size', '20');
    expect([made.out, made.err]).toEqual([
      'New volume fresh has started\n',
      expect.stringMatching(/^fresh is active\n$/m),
    ]);
    const cloned = await wait('volumes.clone', 'model', '--label', 'copy');
    expect([cloned.out, cloned.err]).toEqual([
      'Clone model has started\n',
      expect.stringMatching(/^copy is active\n$/m),
    ]);
    const gone = await wait('volumes.delete', 'copy', '--confirm', 'copy');
    expect([gone.out, gone.err]).toEqual(['Delete copy has started\n', expect.stringMatching(/^copy was deleted\n$/m)]);
    const stopped = {...manualClock(), schedule: (time: number, work: () => void) => (time > 0 ? () => {} : now(work))};
    const now = (work: () => void) => {
      setImmediate(work);
      return () => {};
    };
    const reboot = ['do', 'instances.reboot', 'web-03', '--yes', '--wait', '--timeout', '0s'];
    const late = await run(reboot, {}, {clock: stopped});
    expect(late).toMatchObject({code: 124, err: expect.stringMatching(/^skydeck: not ended in time: web-03 is /m)});
  });

  it('bug: a wait for an event without a resource never ended', async () => {
    // The maximum wait for an event never passes.
    const wait = (...words: string[]) =>
      run(['do', ...words, '--yes', '--wait'], {}, {clock: leapingClock({maxLeapMs: 20_000})});
    const paid = await wait('account.payments.create', '--usd', '20');
    expect(paid).toMatchObject({code: 0, err: expect.stringMatching(/^a payment was submitted$/m)});
    const settings = await wait('profile.update', '--timezone', 'Europe/Vienna');
    expect(settings).toMatchObject({code: 0, err: expect.stringMatching(/^the profile of acme was updated$/m)});
  });

  it.each([
    [['do'], /needs an action/],
    [['do', 'volumes.fly'], /Volumes have no action "fly": there are create, /],
    [
      ['do', 'databases.credentials.reset', 'shop-mysql'],
      /: there are databases\.mysql\.credentials\.reset, .*mongodb/,
    ],
    [['do', 'invoices.pay', '71024'], /they have none; skydeck do --help lists those of all families/],
    [['do', 'nope.fly'], /Unknown action "nope.fly"/],
    [['do', 'volumes.attach', '--yes'], /volumes\.attach needs VOLUME-ID \(an ID or a label\), and was given nothing/],
    [
      ['do', 'backups.enable', 'web-01', 'web-02', '--yes'],
      /instances\.backups\.enable takes one COMPUTE-ID, and was given 2: web-01 web-02/,
    ],
    [['do', 'account.serviceTransfers.create', '--yes'], /--entities\.computes/],
    [['do', 'volumes.create', 'data', '--yes'], /volumes\.create takes no ID, and was given data/],
    [['do', 'volumes.attach', '1', '--colour', 'red'], /Unknown option '--colour'/],
    [
      ['do', 'volumes.create', '--body', '{"pool": 1}', '--size', '20', '--yes', '--curl'],
      /--curl works only with --dry-run/,
    ],
    [['do', 'volumes.create', '--body', '{', '--yes'], /--body takes JSON/],
  ])('%s: names the mistake', async (line, words) => {
    expect(await run(line)).toMatchObject({code: 2, out: '', err: expect.stringMatching(words)});
  });

  it('accepts a label for a referenced resource, and suggests a similar one', async () => {
    const attach = (...flags: string[]) => run(['do', 'volumes.attach', 'staging-data', '--dry-run', ...flags]);
    const [{id}] = JSON.parse((await run(['get', 'instances', '--filter', 'label=db-01', '--json'])).out);
    expect((await attach('--compute-id', 'db-01')).out).toContain(`"compute_id": ${id},`);
    expect((await attach('--compute-id', String(id))).out).toContain(`"compute_id": ${id},`);
    expect(await attach('--compute-id', 'db-1')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/No instance named "db-1": did you mean .*db-01/),
    });
    const tag = await run(['do', 'tags.create', '--label', 'audited', '--computes', `db-01,${id}`, '--dry-run']);
    expect(JSON.parse(tag.out.slice(tag.out.indexOf('{'))).computes).toEqual([id, id]);
  });

  it('has a help with the fields of the action', async () => {
    const {code, out} = await run(['do', 'volumes.attach', '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(/--compute-id NUMBER +Attach to · required · an ID or a label/);
    expect(out).toMatch(/--\[no-\]persist-across-boots/);
    expect((await run(['do', '--help'])).out).toMatch(/^ {2}volumes +create /m);
    const family = (await run(['do', 'volumes', '--help'])).out.split('\n');
    const titles = ['New volume', 'Edit', 'Resize'].map(title => family.find(line => line.endsWith(` ${title}`)));
    expect(new Set(titles.map(line => line?.search(/ {2}[A-Z][a-z ]+[a-zA-Z]+$/))).size).toBe(1);
    const helpOf = async (action: string) => (await run(['do', action, '--help'])).out;
    expect(await helpOf('instances.create')).toMatch(/This action is billed/);
    expect(await helpOf('instances.backups.enable')).toMatch(/This action is billed/);
    expect(await helpOf('instances.resize')).toMatch(/This action can raise the monthly cost/);
    expect(await helpOf('instances.reboot')).not.toMatch(/billed|cost/);
  });
});

describe('wait', () => {
  it('ends when the condition is met, when the resource isn’t found, and at the timeout', async () => {
    const {id} = await account.ok(contract.volumes.create, {body: {label: 'waited', region: 'us-east', size: 20}});
    const wait = (...words: string[]) => run(['wait', 'volumes', ...words], {}, {clock: leapingClock()});
    expect(await wait(String(id), 'status:active')).toEqual({code: 0, out: '', err: ''});
    expect(await wait(String(id), 'status:resizing', '--timeout', '15s')).toMatchObject({
      code: 124,
      err: 'skydeck: waited: timed out waiting for status:resizing; status active\n',
    });
    expect(await wait('99999999', 'status:active')).toMatchObject({code: 1, err: expect.stringMatching(/not found/)});
    expect(await wait(String(id), 'colour:red')).toMatchObject({code: 2});
    expect(await wait(String(id))).toMatchObject({code: 2, err: expect.stringMatching(/a condition such as/)});
  });

  it('takes several names, and ends when all resources meet the condition', async () => {
    const wait = (...words: string[]) => run(['wait', ...words], {}, {clock: leapingClock()});
    expect(await wait('instances', 'web-01', 'web-02', 'status:running')).toEqual({code: 0, out: '', err: ''});
    expect(await wait('instances', 'web-01', 'batch-12', 'web-02', 'status:running', '--timeout', '15s')).toMatchObject(
      {
        code: 124,
        err: 'skydeck: batch-12: timed out waiting for status:running; status stopped\n',
      },
    );
    // Labels alone are not a condition: a second label isn't a word of a filter.
    expect(await wait('instances', 'web-01', 'web-02')).toMatchObject({
      code: 2,
      err: 'skydeck: wait needs COMPUTE-ID (an ID or a label) and a condition such as status:running\n',
    });
    expect(await wait('instances', 'web-01', 'nobody', 'status:running')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/No instance named "nobody"/),
    });
  });

  it('without an argument: the message shows that a label names a resource, too', async () => {
    expect(await run(['wait', 'instances'])).toMatchObject({
      code: 2,
      err: 'skydeck: wait needs COMPUTE-ID (an ID or a label) and a condition such as status:running\n',
    });
    expect(await run(['wait', 'instances.disks'])).toMatchObject({
      code: 2,
      err: 'skydeck: wait needs COMPUTE-ID and DISK-ID (IDs or labels) and a condition such as status:running\n',
    });
    expect(await run(['wait', 'profile'])).toMatchObject({
      code: 2,
      err: 'skydeck: wait needs a condition such as status:running\n',
    });
  });

  it('waits for all resources that match a filter, and prints them', async () => {
    const wait = (...words: string[]) => run(['wait', ...words], {}, {clock: leapingClock()});
    const all = await wait('instances', '--filter', 'label:web', 'status:running', '--json');
    expect(all.code).toBe(0);
    const labels = (JSON.parse(all.out) as {label: string}[]).map(({label}) => label);
    expect(labels).toEqual(expect.arrayContaining(['web-01', 'web-02']));
    expect(labels.length).toBeGreaterThan(5);
    const late = await wait('instances', '--filter', 'label:web', 'status=offline', '--timeout', '5s');
    expect(late).toMatchObject({
      code: 124,
      err: expect.stringMatching(/^skydeck: \d+ timed out waiting for status=offline: web-/),
    });
    expect(await wait('instances', '--filter', 'label:nothing-like-it', 'status:running')).toMatchObject({code: 1});
    expect(await wait('instances', '--filter', '', 'status:running')).toMatchObject({code: 2});
    expect(JSON.parse((await wait('instances', 'web-01', 'status:running', '--json')).out)).toMatchObject({
      label: 'web-01',
    });
  });

  it('waits for all resources of a list', async () => {
    const wait = (...words: string[]) => run(['wait', ...words], {}, {clock: leapingClock()});
    const all = await wait('instances.disks', 'web-01', '--all', 'status:ready', '--json');
    expect(all.code).toBe(0);
    expect((JSON.parse(all.out) as unknown[]).length).toBe(2);
    const late = await wait('instances', '--all', 'status:running', '--timeout', '5s');
    expect(late).toMatchObject({code: 124, err: expect.stringContaining('timed out waiting for status:running')});
    expect(await wait('instances', '--all')).toMatchObject({code: 2});
    expect(await wait('instances', '--all', '--filter', 'tag:web', 'status:running')).toMatchObject({
      code: 2,
      err: 'skydeck: --all and --filter select differently. Use one of them\n',
    });
  });

  it.each([
    '4400',
    'vol-db',
  ])('continues through an outage at the start of the wait, by ID and by label: %s', async id => {
    const env = {SKYDECK_BASE_URL: 'http://127.0.0.1:9/v4'};
    const {code, err} = await run(['wait', 'volumes', id, 'status:active', '--timeout', '8s'], env, {
      clock: leapingClock(),
    });
    expect([code, err.match(/ECONNREFUSED/g)]).toEqual([124, ['ECONNREFUSED']]);
    expect(err).toContain(`skydeck: ${id}: timed out waiting for status:active\n`);
  });

  it('lasts as long as its timeout, even if the clock is set', async () => {
    const {id} = await account.ok(contract.volumes.create, {body: {label: 'timed', region: 'us-east', size: 20}});
    const wait = (hours: number, ...words: string[]) =>
      run(['wait', 'volumes', String(id), ...words], {}, {clock: leapingClock({setByMs: hours * 3_600_000})});
    expect(await wait(5, 'status:active', '--timeout', '5m')).toMatchObject({code: 0});
    expect(await wait(-5, 'status:resizing', '--timeout', '15s')).toMatchObject({code: 124});
  });
});
