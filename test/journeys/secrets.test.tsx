/**
 * Everything the program writes, searched for what must not be in it. The API puts a canary in every field for secrets; every family, detail and raw object is opened in the console, and read on the
 * command line; then files, terminal stream and output are searched.
 */
import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {type RunningEmulator, startEmulator} from '../../src/emulator/server/start-server.ts';
import {families} from '../../src/families/registry.ts';
import {isOffered} from '../../src/families/shape/offered-operations.ts';
import {openLog} from '../../src/platform/diagnostics/json-log.ts';
import {emptySettings} from '../../src/profiles/settings.ts';
import {AccountSessions} from '../../src/ui/app/account-session.ts';
import {App} from '../../src/ui/app/app.tsx';
import {runCommandLine} from '../support/cli.ts';
import {openScreen} from '../support/screen.ts';

const TOKEN = 'canary-of-the-token-0123456789';

/** The fields with secrets, listed independently of the program, whose own list is under test. */
const SECRETS =
  /^(secret|secret_key|password|root_pass|private_key|ssl_key|api_key|install_code|upload_to|kubeconfig)$/;
/** Resources whose own token is the secret; tokens of transfers are part of paths, and users share them. */
const TOKENS = /^\/v4(beta)?\/(profile\/(tokens|apps)|monitor\/services\/\w+\/token)/;
/** The Esc key, as keyboards send it that leave no doubt. */
const ESC = '\x1b[27u';
const planted = new Set<string>();

/** The answer with a canary in every secret, also in those that the emulator cuts or leaves out. */
function plant(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map(item => plant(item, path));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const secret = SECRETS.test(name) || (name === 'token' && TOKENS.test(path));
      if (!secret || (typeof inner !== 'string' && inner !== null)) return [name, plant(inner, path)];
      planted.add(name);
      return [name, `canary-${name}`];
    }),
  );
}

/** From now on the account answers so. */
function planting({engine}: RunningEmulator): void {
  const answer = engine.answer.bind(engine);
  engine.answer = (arrival, admitted, payload) => {
    const departure = answer(arrival, admitted, payload);
    const {body} = departure;
    const json = typeof body === 'string' && /^[[{]/.test(body);
    return json ? {...departure, body: JSON.stringify(plant(JSON.parse(body), arrival.path))} : departure;
  };
}

let account: RunningEmulator;
let home: string;
let env: Record<string, string>;
beforeAll(async () => {
  account = await startEmulator({accounts: 'demo', dialect: 'today', seed: 1, limits: 'none', token: TOKEN});
  planting(account);
  home = mkdtempSync(join(tmpdir(), 'skydeck-secrets-'));
  env = {
    HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    SKYDECK_TOKEN: TOKEN,
    SKYDECK_BASE_URL: account.url,
    SKYDECK_METRICS_URL: account.metricsUrl ?? '',
  };
});
afterAll(async () => {
  await account.close();
  rmSync(home, {recursive: true, force: true});
});

/** Lines with canaries in anything that was written, and files that others may read. */
function found(): string[] {
  const names = readdirSync(home, {recursive: true, encoding: 'utf8'});
  return names.flatMap(name => {
    const path = join(home, name);
    const stats = statSync(path);
    const open = (stats.mode & 0o077) === 0 ? [] : [`${name} can be read by others`];
    if (stats.isDirectory()) return open;
    return [...open, ...canaries(name, readFileSync(path, 'utf8'))];
  });
}

const canaries = (where: string, text: string): string[] =>
  text
    .split('canary-')
    .flatMap((before, part, parts) => (part + 1 < parts.length ? `${where}: ${before.slice(-60)}canary-` : []));

const named = families.filter(({group, byName}) => group !== undefined || byName);

test('the console masks the secrets of every list, and writes them to no file', {timeout: 300_000}, async () => {
  const log = openLog(join(home, 'state', 'skydeck', 'console.log'));
  const screen = openScreen({columns: 110, rows: 40});

  const seats = new AccountSessions({
    settings: emptySettings,
    env,
    startDemo: () => Promise.reject(new Error('no demo here')),
    readOnly: false,
    log: log.log,
    changed: () => {},
    quit: () => {},
  });
  const {url: baseUrl, metricsUrl} = account;
  const profile = {name: 'canary', baseUrl, metricsUrl, production: false, readOnly: false};
  const seat = await seats.open([profile], {});
  const {context, session} = seat;
  await screen.render(<App context={context} />);
  const seen: string[] = [];
  const look = async (where: string): Promise<void> => {
    await screen.settle();
    seen.push(...canaries(where, screen.text()), ...canaries(`${where}, bytes`, screen.takeBytes()));
  };
  const listed: string[] = [];
  // The list shows that the account has the resource types of today.
  await session.collection('vpcs', {}).refetch();
  for (const family of named.filter(({source}) => isOffered(source, session.lookup))) {
    context.overlays.closeAll();
    await screen.enterAt(':', family.title);
    const collection = session.collection(family.id, {});
    await screen.until(() => {
      const {phase, validAt, failure} = collection.getState();
      return failure !== undefined || (phase !== 'loading' && validAt !== undefined);
    }, family.title);
    const {rows} = collection.getState();
    await look(family.title);
    if (rows.length === 0) continue;
    listed.push(family.id);
    await screen.press('y');
    await look(`${family.title}, raw`);
    await screen.send(`${ESC}\r`);
    for (const tab of family.detail) {
      await screen.until(() => !screen.text().includes('loading…'), `${family.title} › ${tab.title}`);
      await look(`${family.title} › ${tab.title}`);
      await screen.press('y');
      await look(`${family.title} › ${tab.title}, raw`);
      await screen.send(`${ESC}]`);
    }
    await screen.send(ESC);
  }
  for (const page of ['audit', 'net', 'operations', 'drafts']) {
    await screen.enterAt(':', page);
    await look(page);
    await screen.send(ESC);
  }
  await seat.close();
  await screen.close();
  await log.close();
  expect([...seen, ...found()]).toEqual([]);
  // Makes sure that there were cases at all.
  expect(listed.length).toBeGreaterThan(15);
  expect([...planted].sort()).toEqual(
    expect.arrayContaining(['api_key', 'install_code', 'kubeconfig', 'secret', 'secret_key', 'token']),
  );
  expect(readdirSync(join(home, 'state', 'skydeck'))).toEqual(
    expect.arrayContaining(['canary.history.sqlite', 'canary.snapshot.json', 'console.log']),
  );
  expect(readFileSync(join(home, 'state', 'skydeck', 'console.log'), 'utf8')).toContain('"path"');
});

test('the command line masks secrets in tables, and no output contains the token', {
  timeout: 120_000,
}, async () => {
  const wrong: string[] = [];
  const failed: string[] = [];
  const run = (...line: string[]) => runCommandLine(line, env, {columns: 200});
  for (const {id} of named) {
    const {code, out, err} = await run('get', id);
    if (code !== 0) failed.push(id);
    wrong.push(...canaries(`get ${id}`, out), ...canaries(`get ${id}, stderr`, err));
  }
  expect(failed).toEqual(['databases.mongodb']);
  const metrics = await run('get', 'monitor.services.metrics', 'nodebalancer', 'front');
  expect(metrics.err).toContain('refused the token for metrics');
  wrong.push(...canaries('metrics', `${metrics.out}${metrics.err}`));
  const made = 'root-canary-of-a-form';
  const [first] = JSON.parse((await run('get', 'instances', '--json')).out) as {id: number; label: string}[];
  const words = [
    String(first?.id),
    '--image',
    'compute/debian11',
    '--root-pass',
    made,
    '--yes',
    '--confirm',
    first?.label ?? '',
  ];
  const {out, err} = await run('do', 'instances.rebuild', ...words);
  wrong.push(...[out, err].filter(text => text.includes(made)));
  expect([...wrong, ...found()]).toEqual([]);
  const audits = readdirSync(join(home, 'state', 'skydeck')).filter(name => name.includes('audit'));
  const audit = audits.map(name => readFileSync(join(home, 'state', 'skydeck', name), 'utf8')).join();
  expect(audit).toContain('instances.rebuild');
});
