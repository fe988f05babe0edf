import {afterEach, describe, expect, it} from 'vitest';
import {type EmulatorOptions, type RunningEmulator, startEmulator} from '../start-server.ts';

let emulator: RunningEmulator;
const failures: unknown[] = [];
const start = async (options: EmulatorOptions = {}) => {
  emulator = await startEmulator({
    accounts: 'empty',
    limits: 'none',
    isolated: true,
    time: Date.UTC(2026, 0, 15, 12),
    speed: 0,
    report: error => failures.push(error),
    ...options,
  });
};
afterEach(async () => {
  await emulator.close();
  expect(failures.splice(0)).toEqual([]);
});

interface Target {
  readonly url: string;
  readonly token: string;
  readonly header?: string;
}
type Answer = Readonly<Record<string, unknown>>;

async function send({url, token, header}: Target, method: string, path: string, body?: unknown) {
  const response = await fetch(url + path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : {'Content-Type': 'application/json'}),
      ...(header === undefined ? {} : {'X-Emulator-Account': header}),
    },
    ...(body === undefined ? {} : {body: JSON.stringify(body)}),
  });
  return {status: response.status, answer: (await response.json()) as Answer};
}

const create = (target: Target, label: string) =>
  send(target, 'POST', '/volumes', {label, region: 'us-east', size: 20});
const labels = async (target: Target) => {
  const {answer} = await send(target, 'GET', '/volumes');
  return (answer.data as {label: string}[]).map(({label}) => label);
};
const inAccount = (header: string): Target => ({url: emulator.url, token: emulator.token, header});
const controlled = (header?: string): Target => ({
  url: `${new URL(emulator.url).origin}/_emulator`,
  token: '',
  ...(header === undefined ? {} : {header}),
});

describe('isolated accounts', () => {
  it('are selected by header, token or path, and share no resources', async () => {
    await start();
    const ways: Record<string, Target> = {
      header: inAccount('one'),
      token: {url: emulator.url, token: 'account.one'},
      path: {url: emulator.account('one').url, token: emulator.token},
      both: emulator.account('one'),
    };
    for (const [way, target] of Object.entries(ways)) expect((await create(target, way)).status, way).toBe(200);
    for (const target of Object.values(ways)) expect(await labels(target)).toEqual(Object.keys(ways));
    expect(await labels(inAccount('two'))).toEqual([]);
    expect(await labels(emulator)).toEqual([]);
    expect(emulator.accounts()).toEqual(['one', 'two']);
    expect((await send({url: emulator.url, token: 'wrong', header: 'one'}, 'GET', '/volumes')).status).toBe(401);
  });

  it('have their own clock, faults, journal, snapshots and reset', async () => {
    await start();
    const one = emulator.account('one');
    await create(one, 'kept');
    await create(inAccount('two'), 'other');
    one.setFaults({faults: [{on: 'regions.list', kind: 'error', status: 503}]});
    const regions = async () =>
      Promise.all(
        [one, inAccount('two'), emulator].map(async target => (await send(target, 'GET', '/regions')).status),
      );
    expect(await regions()).toEqual([503, 200, 200]);

    await send(controlled('two'), 'POST', '/clock', {advance: 3600});
    const times = await Promise.all(
      [controlled('one'), controlled('two'), controlled()].map(
        async target => (await send(target, 'GET', '')).answer.now,
      ),
    );
    expect(times).toEqual(['2026-01-15T12:00:00', '2026-01-15T13:00:00', '2026-01-15T12:00:00']);

    one.verify({operation: 'volumes.create', body: {label: 'kept'}, times: 1});
    emulator.verify({operation: 'volumes.create', times: 0});
    expect((await send(controlled('two'), 'GET', '/requests?operation=volumes.*')).answer.count).toBe(1);

    one.snapshot();
    expect(emulator.snapshots()).toEqual([]);
    await send(controlled('one'), 'POST', '/reset');
    expect(await regions()).toEqual([200, 200, 200]);
    expect([await labels(one), await labels(inAccount('two'))]).toEqual([[], ['other']]);
    one.restore();
    expect(await labels(one)).toEqual(['kept']);
  });

  it('with a seed are equal for equal names, in any order, and keep the tokens of the emulator', async () => {
    const keys = async (names: readonly string[]) => {
      await start({seed: 7, accounts: 'demo', token: 'ci-token'});
      const answers: Record<string, unknown> = {};
      for (const name of names)
        answers[name] = (await send(inAccount(name), 'POST', '/object-storage/keys', {label: 'key'})).answer;
      const [, restricted] = emulator.tokens;
      const profile = await send({url: emulator.url, token: restricted?.token ?? '', header: 'a'}, 'GET', '/profile');
      expect(profile.answer).toMatchObject({username: restricted?.username});
      await emulator.close();
      return answers;
    };
    const first = await keys(['a', 'b']);
    expect(await keys(['b', 'a'])).toEqual(first);
    expect(first.a).not.toEqual(first.b);
    await start();
  });

  it('answer upload URLs of the same account', async () => {
    await start({accounts: 'demo'});
    const body = {label: 'disk', region: 'us-east', description: ''};
    const {answer} = await send(inAccount('one'), 'POST', '/images/upload', body);
    const uploadTo = String(answer.upload_to);
    expect(uploadTo).toContain('/@one/');
    const upload = await fetch(uploadTo, {method: 'PUT', body: 'x'});
    // The main account would not know the address.
    expect((await fetch(uploadTo.replace('/@one/', '/'), {method: 'PUT', body: 'x'})).status).toBe(404);
    expect(upload.status).not.toBe(404);
  });

  it('can be listed and closed, start empty after closing, and finish running requests', async () => {
    let release = () => {};
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    let enter = () => {};
    const entered = new Promise<void>(resolve => {
      enter = resolve;
    });
    await start({
      pause: () => {
        enter();
        return held;
      },
    });
    const one = emulator.account('one');
    await create(one, 'old');
    one.setFaults({faults: [{on: 'volumes.list', kind: 'latency', milliseconds: 60_000}]});
    const oldLabels = labels(one);
    await entered;
    expect((await send(controlled(), 'GET', '/accounts')).answer).toEqual({accounts: ['one'], maximum: 100});
    expect((await send(controlled(), 'DELETE', '/accounts/one')).status).toBe(200);
    expect((await send(controlled(), 'DELETE', '/accounts/one')).status).toBe(404);
    expect(await labels(inAccount('one'))).toEqual([]);
    release();
    expect(await oldLabels).toEqual(['old']);
    await emulator.account('one').close();
    expect(emulator.accounts()).toEqual([]);
  });

  it('stay open when an earlier account of the name is closed again', async () => {
    await start();
    const old = emulator.account('one');
    await old.close();
    await create(inAccount('one'), 'new');
    await old.close();
    expect(emulator.accounts()).toEqual(['one']);
    expect(await labels(inAccount('one'))).toEqual(['new']);
  });

  it('have a maximum number, and need valid names', async () => {
    await start({maxAccounts: 1});
    await labels(inAccount('one'));
    const {status, answer} = await send(inAccount('two'), 'GET', '/volumes');
    expect([status, JSON.stringify(answer)]).toEqual([
      400,
      expect.stringMatching(/as many accounts as it may \(1\).*DELETE/),
    ]);
    expect(() => emulator.account('two')).toThrow('as many accounts');
    await emulator.account('one').close();
    expect(await labels(inAccount('two'))).toEqual([]);
    for (const name of ['', 'a b', 'ä', 'x'.repeat(65), 'a/b'])
      expect(() => emulator.account(name), name).toThrow(/1 to 64/);
    expect((await send({url: emulator.url, token: 'account.a/b'}, 'GET', '/volumes')).status).toBe(400);
  });

  it('are rejected without the option, and with a data file', async () => {
    await start({isolated: false});
    const {status, answer} = await send(inAccount('one'), 'GET', '/volumes');
    expect([status, JSON.stringify(answer)]).toEqual([400, expect.stringContaining('--isolated')]);
    expect((await send({url: emulator.url, token: 'account.one'}, 'GET', '/volumes')).status).toBe(401);
    expect((await send(controlled(), 'GET', '/accounts')).status).toBe(404);
    expect(() => emulator.account('one')).toThrow('isolated: true');
    await expect(startEmulator({isolated: true, data: '/tmp/never.db'})).rejects.toThrow('leave out the data file');
  });
});
