/** Usual attempts in a script: labels, several at once, fields by name, names that are nearly right. */
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());

const newVolume = async (label: string, tags: string[] = []) => {
  const volume = await cli.account.ok(contract.volumes.create, {body: {label, region: 'us-east', size: 20, tags}});
  cli.account.pass(120);
  return volume;
};
const volumeOf = (volumeId: number) => cli.account.ok(contract.volumes.get, {params: {volumeId}});

describe('names', () => {
  it('accepts a label in place of an ID, for a resource and for its parent', async () => {
    const one = await cli.json('get', 'instances', 'web-01');
    expect(one).toMatchObject({label: 'web-01'});
    const disks = await cli.run(['get', 'instances.disks', 'web-01', '--csv', '--columns', 'label,size']);
    expect(disks).toMatchObject({code: 0, out: expect.stringMatching(/^label,size\n.+,\d+/)});
    const record = await cli.run(['get', 'domains.records', 'acme-infra.example', '--json']);
    expect(JSON.parse(record.out).length).toBeGreaterThan(3);
    expect(await cli.json('get', 'tags', 'prod')).toEqual({label: 'prod'});
  });

  it('accepts the number of a port, the name and type of a record, and the address of a node', async () => {
    const config = (...line: string[]) => cli.run(['get', 'nodebalancers.configs', 'front', ...line]);
    for (const name of ['80', ':80', 'port 80'])
      expect((await config(name, '--csv', '--columns', 'port')).out).toBe('port\n80\n');
    expect((await config('81')).err).toMatch(/config 81 not found/);
    const node = ['get', 'nodebalancers.configs.nodes', 'front', ':80', '192.168.148.2:80', '--json'];
    expect(JSON.parse((await cli.run(node)).out)).toMatchObject({label: 'web-01'});
    const record = (name: string) => cli.run(['get', 'domains.records', 'acme-infra.example', name, '--json']);
    expect(JSON.parse((await record('api')).out)).toMatchObject({type: 'A', name: 'api'});
    expect(JSON.parse((await record('aaaa www')).out)).toMatchObject({type: 'AAAA', name: 'www'});
    const mail = JSON.parse((await record('MX @ mail1.acme-infra.example')).out) as {id: number};
    const {code, err} = await record('MX @');
    expect([code, err]).toEqual([2, expect.stringContaining(`${mail.id} (MX @ mail1.acme-infra.example)`)]);
  });

  it('bug: empty preferences were printed as an empty line', async () => {
    const {code, out} = await cli.run(['get', 'profile.preferences']);
    expect([code, out]).toEqual([0, 'No preferences. Programs can keep settings for your user in this place.\n']);
    expect(await cli.json('get', 'profile.preferences')).toEqual({});
  });

  it('names the resource whose list is not found', async () => {
    const notFound = (...line: string[]) => cli.run(['get', ...line]);
    expect(await notFound('domains.records', '99999')).toMatchObject({
      code: 1,
      err: 'skydeck: records of domain 99999 not found. It may be deleted.\n',
    });
    expect((await notFound('grants', 'nobody')).err).toBe(
      'skydeck: grants of user nobody not found. It may be deleted.\n',
    );
  });

  it('bug: a list that the provider doesn’t have was not found because its resource “may be deleted”', async () => {
    const today = await openCommandLine({accounts: 'demo', dialect: 'today'});
    expect(await today.run(['get', 'databases.mysql.backups', 'shop-mysql'])).toMatchObject({
      code: 1,
      err: 'skydeck: Your provider’s API has no MySQL backups of database shop-mysql.\n',
    });
    await today.close();
  });

  it('refuses a number that is the ID of one config and the port of another', async () => {
    const [first, second] = (await cli.json('get', 'nodebalancers.configs', 'front')) as {id: number}[];
    const move = ['do', 'nodebalancers.configs.update', 'front', String(second?.id), '--port', String(first?.id)];
    expect(await cli.run([...move, '--yes'])).toMatchObject({code: 0});
    const remove = ['do', 'nodebalancers.configs.delete', 'front', String(first?.id), '--dry-run'];
    expect(await cli.run(remove)).toMatchObject({
      code: 2,
      err: `skydeck: ${first?.id} is ambiguous: config ${first?.id}, called "port 80", or config ${second?.id}, called "port ${first?.id}". Use a label.\n`,
    });
    expect((await cli.run(remove.with(3, 'port 80'))).out).toContain(`/configs/${first?.id} `);
    expect((await cli.run(['do', ...move.slice(1, 3), 'port 4501', '--port', '8443', '--yes'])).code).toBe(0);
  });

  it('lists the IDs when several resources have the same label', async () => {
    const [a, b] = [await newVolume('Twin'), await newVolume('twIn')];
    expect(await cli.run(['get', 'volumes', 'twin'])).toMatchObject({
      code: 2,
      out: '',
      err: `skydeck: "twin" matches 2 resources. Pass an ID: ${a.id}, ${b.id}\n`,
    });
    expect(await cli.json('get', 'volumes', 'Twin')).toMatchObject({id: a.id});
  });

  it.each([
    [['get', 'volume', 'datt-01'], 1, /No volume named "datt-01"/],
    [['get', 'instances', 'web-0l'], 1, /No instance named "web-0l": did you mean web-01/],
    [['get', 'instances', '999999'], 1, /instance 999999 not found/],
    [['get', 'instnaces'], 2, /Unknown resource type "instnaces"\. Did you mean instances\?/],
    [['get', 'volumes', '4400', '4401', '--all'], 2, /--all works only with whole lists/],
    [['get', 'account', '2'], 2, /2 is not expected. Usage: get account/],
    [['get', 'volumes', '--sort', ''], 2, /cannot be sorted by ""/],
    [['get', 'volumes', '--sort', 'colour'], 2, /cannot be sorted by "colour": there are label, status, size/],
    [['get', 'volumes', '--csv', '--columns', 'colour'], 2, /no field "colour": there are label, status, /],
    [['get', 'oauthClients'], 2, /Did you mean account\.oauthClients\?/],
    [['do', 'oauthClients.create'], 2, /did you mean account\.oauthClients\.create\?/],
    [['get', 'volumes', '--filter', 'siez>1'], 2, /No field “siez”\. Did you mean size\?/],
    [['get', 'volumes', '--filter', 'colour:red'], 2, /No field “colour”\. Fields: label, status, size/],
    [['get', 'volumes', '--columns', 'lable'], 2, /No column "lable": did you mean label/],
    [['get', 'volumes', '--csv', '--columns', 'siez'], 2, /no field "siez": did you mean size/],
    [['get', 'volumes', '1', '--sort', 'size'], 2, /only with lists/],
    [['get', 'volumes', '--query', 'prefix=x'], 2, /volumes.list takes no query/],
    [['do', 'volumes.atach', '1'], 2, /did you mean attach/],
    [
      ['do', 'volume.attach', '1', '--compute', '2', '--yes'],
      2,
      /Unknown option '--compute'.*did you mean --compute-id/,
    ],
    [['wait', 'volmes', '1', 'status:active'], 2, /Did you mean volumes/],
    [['do', 'volumes.create', '--filter', 'x'], 2, /takes no --filter/],
  ])('%s: suggests similar names', async (line, code, words) => {
    const result = await cli.run(line);
    expect(result).toMatchObject({code, out: '', err: expect.stringMatching(words)});
    expect(result.err.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('reading', () => {
  it('prints chosen fields in every format, nested ones by their path', async () => {
    const line = ['get', 'instances', '--filter', 'label=web-01', '--columns', 'label,specs.memory'];
    expect((await cli.run([...line, '--ndjson'])).out).toMatch(/^\{"label":"web-01","specs.memory":\d+\}\n$/);
    expect((await cli.run([...line, '--csv'])).out).toMatch(/^label,specs.memory\nweb-01,\d+\n$/);
    expect((await cli.run(line)).out).toMatch(/^LABEL +specs\.memory\nweb-01 +\d+\n$/i);
  });

  it.each([
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
  ])('refuses %s as the name of a field', async name => {
    const refused = async (...line: string[]) => {
      const result = await cli.run(['get', 'instances', ...line]);
      expect(result).toMatchObject({code: 2, out: ''});
    };
    await refused('--columns', name);
    await refused('--csv', '--columns', name);
    await refused('--sort', name);
    await refused('--filter', `${name}:x`);
    await refused('--query', `${name}=x`);
    // A field has no value under such a name either.
    const inside = await cli.run(['get', 'instances', 'web-01', '--json', '--columns', `specs.${name}`]);
    expect(JSON.parse(inside.out)[`specs.${name}`]).toBe(null);
    const filtered = await cli.run(['get', 'instances', '--ndjson', '--filter', `specs.${name}:t`]);
    expect(filtered.out).toBe('');
  });

  it('accepts the title of a column, too', async () => {
    const line = ['get', 'instances', '--filter', 'label=web-01', '--columns'];
    expect((await cli.run([...line, 'Label,vcpu,PLAN'])).out).toMatch(
      /^LABEL +VCPU +PLAN\nweb-01 +2 +g6-standard-2\n$/,
    );
    expect((await cli.run(['get', 'volumes', '--columns', 'attached to,id'])).out).toMatch(/^ATTACHED TO +ID\n/);
    const [first] = (await cli.json('get', 'instances', '--sort', '-VCPU')) as {specs: {vcpus: number}}[];
    expect(first?.specs.vcpus).toBeGreaterThan(4);
    // A column that is computed has the same name in JSON.
    expect(JSON.parse((await cli.run([...line, 'vcpu', '--json'])).out)).toEqual([{vcpu: 2}]);
  });

  it('sorts by fields that no column shows', async () => {
    const ids = ((await cli.json('get', 'volumes', '--sort', '-id')) as {id: number}[]).map(({id}) => id);
    expect(ids).toEqual([...ids].sort((left, right) => right - left));
    const sizes = ['get', 'instances', '--sort', '-specs.memory', '--ndjson', '--columns', 'specs.memory'];
    const memories = (await cli.run(sizes)).out
      .trimEnd()
      .split('\n')
      .map(text => JSON.parse(text)['specs.memory']);
    expect(memories).toEqual([...memories].sort((left, right) => right - left));
  });

  it('prints the header of an empty list, and checks its filters', async () => {
    const empty = await cli.run(['get', 'networking.vlans', '--csv', '--filter', 'label:nothing-is-called-so']);
    expect(empty).toMatchObject({code: 0, out: expect.stringMatching(/^label,/)});
    expect((await cli.run(['get', 'vlans', '--filter', 'lable:x'])).code).toBe(2);
  });

  it('writes lines while the pages arrive', async () => {
    const writes: string[] = [];
    const out = (text: string | Uint8Array) => void writes.push(String(text));
    expect((await cli.run(['get', 'events', '--ndjson', '--all'], {}, {out})).code).toBe(0);
    expect(writes.length).toBeGreaterThan(3);
    const ids = writes.flatMap(text => text.trimEnd().split('\n')).map(text => JSON.parse(text).id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('reads resources that aren’t lists', async () => {
    const stats = await cli.json('get', 'instances.stats', 'web-01');
    expect(stats).toHaveProperty('cpu');
    const month = await cli.run(['get', 'instances.transfer.month', 'web-01', '2026', '1']);
    expect(month).toMatchObject({code: 0, out: expect.stringMatching(/^bytes_\w+ +\d+/)});
    expect(await cli.run(['get', 'instances.stats'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/COMPUTE-ID/),
    });
    const [client] = (await cli.json('get', 'account.oauthClients')) as {id: string; thumbnail_url: string | null}[];
    const chunks: (string | Uint8Array)[] = [];
    await cli.run(
      ['get', 'account.oauthClients.thumbnail', String(client?.id)],
      {},
      {out: part => void chunks.push(part)},
    );
    expect(
      Buffer.concat(chunks.map(part => Buffer.from(part)))
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  it('prints a certificate as text, and its encoded value in JSON', async () => {
    const pem = await cli.run(['get', 'databases.mysql.ssl', 'shop-mysql']);
    expect(pem).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^-----BEGIN CERTIFICATE-----\n.*-END CERTIFICATE-----\n$/s),
    });
    const answer = (await cli.json('get', 'databases.mysql.ssl', 'shop-mysql')) as {ca_certificate: string};
    expect(Buffer.from(answer.ca_certificate, 'base64').toString()).toBe(pem.out);
  });

  it('prints a warning of the API once, separately from the output', async () => {
    const old = await cli.run(['get', 'account.entityTransfers', '--json']);
    expect(old.err.match(/The API reports: Deprecated endpoint/g)).toHaveLength(1);
    expect(JSON.parse(old.out)).toBeInstanceOf(Array);
    const methods = (await cli.json('get', 'account.paymentMethods')) as {id: number; type: string}[];
    const wallet = methods.find(({type}) => type !== 'credit_card');
    const line = ['do', 'account.payments.create', '--usd', '5.00', '--payment-method-id', String(wallet?.id), '--yes'];
    expect(await cli.run(line)).toMatchObject({code: 0, err: expect.stringMatching(/^The API reports: /m)});
  });

  it('finds a resource type by the alias of its parent', async () => {
    expect((await cli.run(['get', 'firewalls.devices', 'web'])).out).toContain('web-01');
    expect((await cli.run(['do', 'firewalls.devices.create', '--help'])).out).toContain('networking.firewalls.devices');
    // Two actions have this name; only this one applies to a firewall.
    const same = ['do', 'firewalls.rules.update', 'web', '--inbound-policy', 'DROP', '--yes'];
    expect(await cli.run(same)).toEqual({
      code: 0,
      out: '',
      err: expect.stringMatching(/ is unchanged: it already has these values\n$/),
    });
  });

  it('passes query parameters on', async () => {
    const [bucket] = (await cli.json('get', 'buckets', '--sort', '-objects')) as {cluster: string; label: string}[];
    const line = ['objects', String(bucket?.cluster), String(bucket?.label)];
    const all = (await cli.json('get', ...line)) as {name: string}[];
    const prefix = String(all[0]?.name).slice(0, 3);
    const some = (await cli.json('get', ...line, '--query', `prefix=${prefix}`)) as {name: string}[];
    expect(some.length).toBeGreaterThan(0);
    expect(some.every(({name}) => name.startsWith(prefix))).toBe(true);
    for (const size of ['many', ''])
      expect(await cli.run(['get', ...line, '--query', `page_size=${size}`])).toMatchObject({
        code: 2,
        err: `skydeck: --query page_size is a number, not "${size}"\n`,
      });
  });
});

describe('bug: the second missing flag was reported without the name of the program', () => {
  it('each line starts with it', async () => {
    const record = [
      '--type',
      'SRV',
      '--service',
      'sip',
      '--protocol',
      'tcp',
      '--target',
      'sip.test',
      '--priority',
      '',
      '--weight',
      '',
    ];
    const {err} = await cli.run(['do', 'domains.records.create', 'acme-infra.example', ...record, '--dry-run']);
    expect(err).toMatch(/^skydeck: --priority .*\nskydeck: --weight .*\n/);
  });
});

describe('an error of the API', () => {
  it('names the flags that were typed', async () => {
    const attach = ['do', 'volumes.attach', 'staging-data', '--compute-id', '1', '--yes'];
    expect(await cli.run(attach)).toMatchObject({
      code: 1,
      err: 'skydeck: --compute-id: no instance 1\n',
    });
    const rule = {
      action: 'ACCEPT',
      protocol: 'TCP',
      ports: Array(16).fill('22').join(','),
      addresses: {ipv4: ['1.2.3.4/32']},
    };
    const rules = ['do', 'firewalls.rules.update', 'web', '--inbound', JSON.stringify(rule), '--yes'];
    expect((await cli.run(rules)).err).toMatch(/^skydeck: Inbound rule 1 in --inbound: ports must have at most /m);
  });
});

it('images.create takes the ID of a disk without its instance', async () => {
  const [disk] = (await cli.json('get', 'instances.disks', 'web-01')) as {id: number}[];
  const image = (...line: string[]) => cli.run(['do', 'images.create', '--label', 'kept', ...line, '--dry-run']);
  expect((await image('--disk-id', String(disk?.id))).out).toContain(`"disk_id": ${disk?.id},`);
  expect(await image()).toMatchObject({code: 2, err: 'skydeck: --disk-id is required\n'});
});

describe('the values of a field', () => {
  const create = (type: string) =>
    cli.run(['do', 'domains.records.create', 'acme-infra.example', '--type', type, '--target', 'mx.test', '--dry-run']);

  it('are accepted in upper and lower case', async () => {
    expect((await create('mx')).out).toContain('"type": "MX"');
    const off = await cli.run(['do', 'domains.update', 'acme.shop', '--status', 'Disabled', '--dry-run']);
    expect(off.out).toContain('"status": "disabled"');
  });

  it('are listed as in the form, with a suggestion', async () => {
    expect(await create('mxx')).toEqual({
      code: 2,
      out: '',
      err: 'skydeck: --type is one of A, AAAA, CNAME, MX, TXT, NS, SRV, CAA, not "mxx": did you mean MX?\n',
    });
    expect((await create('PT')).err).not.toContain('PTR');
    const {out} = await cli.run(['__complete', '--', 'do', 'domains.records.create', '--type', 'p']);
    expect(out).toBe('');
  });
});

describe('a change of several resources', () => {
  it('has one confirmation, and a result for each', async () => {
    const volumes = [await newVolume('several-1'), await newVolume('several-2')];
    const ids = volumes.map(({id}) => String(id));
    const dry = await cli.run(['do', 'volumes.update', ...ids, '--tags', 'seen', '--dry-run']);
    expect(dry.out.match(/^PUT /gm)).toHaveLength(2);
    const line = ['do', 'volumes.update', 'several-1', ids[1] ?? '', '--tags', 'seen', '--yes'];
    expect(await cli.run(line)).toEqual({
      code: 0,
      out: 'Edit several-1 is done\nEdit several-2 is done\n',
      err: '',
    });
    expect(await cli.run(line)).toEqual({
      code: 0,
      out: '',
      err: 'several-1 is unchanged: it already has these values\nseveral-2 is unchanged: it already has these values\n',
    });
    expect((await volumeOf(volumes[1]?.id ?? 0)).tags).toEqual(['seen']);
  });

  it('sends nothing if --confirm has another number than the filter found', async () => {
    const {id} = await newVolume('counted-1', ['counted']);
    const line = ['do', 'volumes.update', '--filter', 'tag=counted', '--tags', 'seen', '--yes', '--confirm'];
    expect(await cli.run([...line, '3'])).toMatchObject({
      code: 2,
      err: expect.stringContaining("Expected 'counted-1'"),
    });
    await newVolume('counted-2', ['counted']);
    expect(await cli.run([...line, '3'])).toMatchObject({code: 2, err: expect.stringContaining("Expected '2'")});
    expect((await volumeOf(id)).tags).toEqual(['counted']);
    expect(await cli.run([...line, '2'])).toMatchObject({code: 0});
  });

  it('needs their number to confirm a deletion', async () => {
    await newVolume('gone-1', ['gone']);
    await newVolume('gone-2', ['gone']);
    const line = ['do', 'volumes.delete', '--filter', 'tag=gone', '--yes'];
    expect(await cli.run(line)).toMatchObject({code: 2, err: expect.stringMatching(/--confirm '2'/)});
    const {code, out} = await cli.run([...line, '--confirm', '2', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject([
      {label: 'gone-1', ok: true},
      {label: 'gone-2', ok: true},
    ]);
    expect(await cli.run(line)).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringMatching(/^No resource matches the filter/),
    });
  });

  it('refuses an empty or unfinished filter', async () => {
    const all = (filter: string) => cli.run(['do', 'volumes.update', '--filter', filter, '--tags', 'all', '--yes']);
    expect(await all('')).toMatchObject({code: 2, out: '', err: expect.stringContaining('--filter is empty')});
    expect(await all(' ')).toMatchObject({code: 2, out: ''});
    for (const open of ['tag:', 'label:vol tag=', 'tag:""', '!tag:'])
      expect(await all(open)).toEqual({
        code: 2,
        out: '',
        err: `skydeck: Filter tag${open.includes('=') ? '=' : ':'} needs a value\n`,
      });
    expect(await cli.run(['get', 'volumes', '--filter', 'size>'])).toMatchObject({code: 2, out: ''});
    expect(await cli.run(['wait', 'volumes', 'vol-db', 'status:'])).toMatchObject({code: 2});
  });

  it('reports an impossible change, and sends the others', async () => {
    const loose = await newVolume('loose-one', ['mixed']);
    const [attached] = (await cli.json('get', 'volumes', '--filter', 'compute_id>0')) as {
      id: number;
      label: string;
      compute_label: string;
    }[];
    const line = ['do', 'volumes.delete', String(attached?.id), String(loose.id), '--yes', '--json'];
    const {code, out, err} = await cli.run([...line, '--confirm', 'loose-one']);
    const why = `the volume is attached to ${attached?.compute_label}: detach it first`;
    expect([code, JSON.parse(err.split('\n', 1)[0] ?? '')]).toEqual([1, {error: `${attached?.label}: ${why}`}]);
    expect(JSON.parse(out)).toMatchObject([{ok: false, failure: why}, {ok: true}]);
    const filter = ['do', 'volumes.delete', '--filter', `id=${attached?.id}`, '--yes'];
    expect((await cli.run(filter)).code).toBe(1);
    // If none of them is possible, the JSON output still lists each.
    const none = await cli.run([...filter, '--json']);
    expect([none.code, JSON.parse(none.out)]).toMatchObject([1, [{label: attached?.label, ok: false}]]);
  });

  it('prints a common warning once, and other warnings with their labels', async () => {
    // Other tests shut down some of these.
    const cli = await openCommandLine();
    onTestFinished(() => cli.close());
    // In a new account, web-02 is still booting.
    const names = ['web-01', 'web-03', 'web-04'];
    const {out} = await cli.run(['do', 'instances.shutdown', ...names, '--dry-run']);
    expect(out.match(/^POST /gm)).toHaveLength(3);
    const [, notes = ''] = out.split('With these 3:\n');
    expect(notes.split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^ {2}! Each of them is unreachable until it is booted again/),
        expect.stringMatching(/^ {2}! web-03: /),
      ]),
    );
    expect(out.match(/unreachable/g)).toHaveLength(1);
    // For a single change, the fields are between the request and its body.
    const one = await cli.run(['do', 'volumes.update', 'vol-db', '--tags', 'x', '--dry-run']);
    expect(one.out).toMatch(/^PUT .*\n {2}Tags: .*\n\{\n/);
    const told = await cli.run(['do', 'instances.reboot', ...names, '--yes']);
    expect(told.err.match(/unreachable/g)).toHaveLength(1);
  });

  it('changes a resource only once if it is named twice', async () => {
    const {id} = await newVolume('once');
    const {out} = await cli.run(['do', 'volumes.update', String(id), 'once', '--tags', 'x', '--dry-run']);
    expect(out.match(/^PUT /gm)).toHaveLength(1);
  });
});
