/** Logging in through a browser and by pasting, staying logged in, and logging out, against the emulator's login service. */
import {chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import type {CommandContext} from '../src/cli/io/command-context.ts';
import {contract} from '../src/contract/index.ts';
import {families} from '../src/families/registry.ts';
import {loadSettings} from '../src/profiles/load-settings.ts';
import {openLoginFile} from '../src/profiles/login-file.ts';
import {loginToken} from '../src/store/account/oauth-login.ts';
import {profileAccount} from '../src/store/account/open-account.ts';
import {realClock} from '../src/store/core/clock.ts';
import {createSession} from '../src/store/session/create-session.ts';
import type {Status} from '../src/store/sync/status.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';

const user = 'acme';
let line: CommandLine;
let config: string;
let service: string;
let clientId: string;
beforeEach(async () => {
  line = await openCommandLine({accounts: 'empty'});
  config = join(line.folder, 'config.yaml');
  service = `${new URL(line.account.url).origin}/login`;
  const body = {label: 'skydeck', redirect_uri: 'http://127.0.0.1/callback', public: true};
  clientId = (await line.account.ok(contract.account.oauthClients.create, {body})).id;
});
afterEach(() => line.close());

type More = Partial<Pick<CommandContext, 'ask' | 'browse' | 'err'>>;
const run = (words: readonly string[], more: More = {}, env: Readonly<Record<string, string>> = {}) =>
  line.run(words, {SKYDECK_CONFIG: config, SKYDECK_BASE_URL: '', SKYDECK_TOKEN: '', DISPLAY: ':0', ...env}, more);
const loginWords = () =>
  ['profile', 'add', 'prod', '--base-url', line.account.url, '--login-url', service, '--client-id', clientId].concat(
    '--login',
  );
const loginFile = () => openLoginFile('prod', {XDG_STATE_HOME: line.folder});
const readLogin = async () => {
  const login = await loginFile().read();
  if (!login) throw new Error('not logged in');
  return login;
};

/**
 * Acts as the user on the login page: signs in, then allows or refuses. Returns the URL that the browser is sent to.
 */
async function decide(address: string, fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const body = new URLSearchParams({username: user, token: line.account.token, decision: 'allow', ...fields});
  const answer = await fetch(address, {method: 'POST', body, redirect: 'manual'});
  return answer.headers.get('location') ?? '';
}
/** A browser that follows the person's decision. */
const browser = (
  fields?: Readonly<Record<string, string>>,
  before: (back: string) => Promise<void> = async () => {},
) => {
  const pages: string[] = [];
  const browse = async (address: string): Promise<boolean> => {
    void (async () => {
      const back = await decide(address, fields);
      await before(back);
      pages.push(await (await fetch(back)).text());
    })();
    return true;
  };
  return {browse, pages};
};
/** A user who opens the printed URL elsewhere and pastes the answer. */
function paster(...answers: ((back: string) => string)[]) {
  let printed = '';
  const ask = async (): Promise<string> => {
    const address = /https?:\S+oauth\/authorize\S+/.exec(printed)?.[0] ?? '';
    return answers.shift()?.(await decide(address)) ?? '';
  };
  return {
    ask,
    /** Like `run`, but the user reads the output. */
    run: async (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      const err = (text: string) => {
        printed += text;
      };
      const {code, out} = await run(words, {ask, err}, env);
      return {code, out, err: printed};
    },
  };
}

describe('login', () => {
  it('opens the browser, and stores the tokens only in a private file', async () => {
    const {browse, pages} = browser({}, async back => {
      // Requests of another page, and automatic requests of the browser, don't end the wait.
      const forged = new URL(back);
      forged.searchParams.set('state', 'guess');
      expect((await fetch(forged)).status).toBe(400);
      expect((await fetch(new URL('/favicon.ico', back))).status).toBe(404);
    });
    const {code, out, err} = await run(loginWords(), {browse});
    expect([code, out, err]).toEqual([
      0,
      expect.stringMatching(/prod: logged in as acme/),
      expect.stringMatching(/renewed automatically/),
    ]);
    expect(pages).toEqual([expect.stringContaining('Return to the terminal')]);
    const {access, refresh = ''} = await readLogin();
    expect(statSync(loginFile().path).mode & 0o777).toBe(0o600);
    expect(readFileSync(config, 'utf8')).toMatch(/token:\n\s+login:\n\s+url: .*\n\s+client_id: /);
    const files = readdirSync(line.folder, {recursive: true, encoding: 'utf8'}).map(name => join(line.folder, name));
    const holders = files.filter(
      path => statSync(path).isFile() && new RegExp(`${access}|${refresh}`).test(readFileSync(path, 'utf8')),
    );
    expect(holders).toEqual([loginFile().path]);
    expect(out + err).not.toMatch(new RegExp(`${access}|${refresh}`));
    expect(await run(['profile', 'test', 'prod'])).toMatchObject({code: 0, out: 'prod: logged in as acme\n'});
    const found = await run(['--profile', 'prod', 'doctor']);
    expect(found.out).toMatch(/ok {4}login {7}logged in, renewed automatically; the token expires in/);
    expect((await run(['profile', 'list'])).out).toMatch(/prod .*token: a login at 127\.0\.0\.1:\d+/);
  });

  it('reports a denial, and keeps only the profile', async () => {
    const {browse, pages} = browser({decision: 'deny'});
    const {code, err} = await run(loginWords(), {browse});
    expect([code, err]).toEqual([1, expect.stringMatching(/Access was denied in the browser\n.*skydeck login prod/)]);
    expect(existsSync(loginFile().path)).toBe(false);
    await expect.poll(() => pages).toEqual([expect.stringContaining('Access was denied')]);
    expect(await run(['profile', 'test', 'prod'])).toMatchObject({
      code: 1,
      err: 'prod: Not logged in to prod. Run "skydeck login prod".\n',
    });
    expect((await run(['--profile', 'prod', 'doctor'])).out).toMatch(/FAIL {2}login .*\n.*skydeck login prod/);
  });

  it('accepts a pasted address or code over ssh, and asks again after an invalid one', async () => {
    await run(loginWords(), {browse: browser({decision: 'deny'}).browse});
    const elsewhere = paster(
      () => 'two words',
      back => back.replace(/state=[^&]+/, 'state=guess'),
      back => back,
    );
    const first = await elsewhere.run(['login', 'prod'], {SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22'});
    expect(first.err).toMatch(/neither an address nor a code\nthat is the answer to another login/);
    expect([first.code, first.out]).toEqual([0, 'prod: logged in as acme\n']);
    const before = await readLogin();
    const codeOnly = paster(back => new URL(back).searchParams.get('code') ?? '');
    expect((await codeOnly.run(['login', '--paste'])).code).toBe(0);
    expect((await readLogin()).access).not.toBe(before.access);
  });

  it('refuses a used, wrong or expired code, and keeps the previous login', async () => {
    await run(loginWords(), {browse: browser().browse});
    const before = await readLogin();
    let used = '';
    await paster(back => {
      used = new URL(back).searchParams.get('code') ?? '';
      return 'deadbeef';
    }).run(['login', '--paste']);
    // An answer that was observed, but belongs to a login with another verifier.
    const stolen = await paster(() => used).run(['login', '--paste']);
    expect([stolen.code, stolen.err]).toEqual([1, expect.stringMatching(/code_verifier is not what/)]);
    const late = await paster(back => {
      line.account.pass(601);
      return back;
    }).run(['login', '--paste']);
    expect([late.code, late.err]).toEqual([1, expect.stringMatching(/code is unknown or has expired/)]);
    expect(await readLogin()).toEqual(before);
  });

  it('works only for profiles with a login, and on terminals', async () => {
    writeFileSync(config, `profiles: [{name: plain, base_url: '${line.account.url}', token: {env: T}}]\n`);
    expect(await run(['login'])).toMatchObject({code: 2, err: expect.stringMatching(/plain takes its token from T/)});
    expect(await run(['login', 'nobody'])).toMatchObject({code: 2, err: expect.stringMatching(/Choose one of plain/)});
    expect(await run([...loginWords(), '--paste'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--paste needs a terminal/),
    });
    const lacking = ['profile', 'add', 'more', '--base-url', line.account.url, '--login'];
    expect(await run(lacking)).toMatchObject({code: 2, err: expect.stringMatching(/--login-url URL and --client-id/)});
    const remote = [...loginWords().map(word => (word === 'prod' ? 'far' : word)), '--redirect', 'https://a.example/'];
    expect(await run(remote)).toMatchObject({code: 2, err: expect.stringMatching(/isn’t on this machine/)});
  });

  it('works for a client whose secret is in an environment variable', async () => {
    const body = {label: 'secret', redirect_uri: 'http://127.0.0.1/callback'};
    const {id, secret} = await line.account.ok(contract.account.oauthClients.create, {body});
    const words = loginWords().map(word => (word === clientId ? id : word));
    const {browse} = browser();
    expect(
      (await run([...words, '--client-secret-env', 'S', '--scopes', 'volumes:read_only'], {browse}, {S: secret})).code,
    ).toBe(0);
    expect((await readLogin()).scopes).toBe('volumes:read_only');
    const spent = {...(await readLogin()), issuedAt: 0, expiresAt: 1};
    await loginFile().write(spent);
    const wrong = await run(['profile', 'test', 'prod'], {}, {S: 'guess'});
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringMatching(/Check client_id and the secret of prod/)]);
    expect(await run(['profile', 'test', 'prod'], {}, {S: secret})).toMatchObject({code: 0});
  });
});

describe('staying logged in', () => {
  beforeEach(async () => {
    expect((await run(loginWords(), {browse: browser().browse})).code).toBe(0);
  });
  const age = async (milliseconds: number) => {
    const login = await readLogin();
    await loginFile().write({
      ...login,
      issuedAt: login.issuedAt - milliseconds,
      expiresAt: login.expiresAt && login.expiresAt - milliseconds,
    });
  };

  it('renews the token before it expires, once for several consoles', async () => {
    const first = await readLogin();
    await age(7_000_000);
    const provider = () =>
      loginToken({
        name: 'prod',
        baseUrl: line.account.url,
        login: {url: service, clientId},
        env: {XDG_STATE_HOME: line.folder},
        now: Date.now,
      });
    // Consoles of their own: nothing but the file is between them.
    const given = await Promise.all([provider(), provider(), provider()].map(async ask => ask()));
    const {access} = await readLogin();
    expect(access).not.toBe(first.access);
    expect(given.map(token => typeof token === 'object' && token.secret)).toEqual([access, access, access]);
    expect(await run(['profile', 'test', 'prod'])).toMatchObject({code: 0});
  });

  it('renews the token after a 401, during many requests and before a change is sent again', async () => {
    const first = await readLogin();
    await age(120_000);
    line.account.pass(8000);
    expect(await run(['--profile', 'prod', 'overview'])).toMatchObject({code: 0, err: ''});
    expect((await readLogin()).access).not.toBe(first.access);
    await age(120_000);
    line.account.pass(8000);
    const made = ['--profile', 'prod', 'do', 'domains.create', '--domain', 'a.example', '--type', 'master'];
    expect(await run([...made, '--soa-email', 'me@a.example', '--yes'])).toMatchObject({code: 0});
    expect((await line.account.ok(contract.domains.list)).results).toBe(1);
  });

  it('names the command to log in again when a renewal fails, and renews only once', async () => {
    await age(120_000);
    await line.account.ok(contract.account.oauthClients.list);
    const apps = await line.account.ok(contract.profile.apps.list);
    await line.account.ok(contract.profile.apps.delete, {params: {appId: apps.data[0]?.id ?? 0}});
    const words = 'prod: The login of prod expired. Run "skydeck login prod".\n';
    expect(await run(['profile', 'test', 'prod'])).toMatchObject({code: 1, err: words});
    expect((await readLogin()).refresh).toBeUndefined();
    expect(await run(['profile', 'test', 'prod'])).toMatchObject({code: 1, err: words});
    expect((await run(['login'], {browse: browser().browse})).code).toBe(0);
    expect(await run(['profile', 'test', 'prod'])).toMatchObject({code: 0});
  });

  it('an open console continues after a new login', async () => {
    await loginFile().remove();
    const {profiles} = (await loadSettings({SKYDECK_CONFIG: config})).settings;
    const [profile] = profiles;
    if (!profile) throw new Error('there is no profile');
    const account = profileAccount(profile, {XDG_STATE_HOME: line.folder});
    const {connect} = account;
    const session = createSession({families, connect, clock: realClock, random: () => 0.5, profile: account.profile});
    const heard = (liveness: string) =>
      new Promise<Status>(resolve => {
        const look = (): void => {
          const status = session.account.getState().status;
          if (status.liveness !== liveness) return;
          stop();
          resolve(status);
        };
        const stop = session.account.subscribe(state => state.status, look);
        look();
      });
    expect((await heard('unauthorized')).failure?.message).toBe('Not logged in to prod. Run "skydeck login prod".');
    expect((await run(['login'], {browse: browser().browse})).code).toBe(0);
    const live = heard('live');
    session.refetchAll();
    expect((await live).failure).toBeUndefined();
    await session.close();
  });

  it('refuses a login file that others can read, and a login for another address', async () => {
    chmodSync(loginFile().path, 0o644);
    expect(await run(['profile', 'test', 'prod'])).toMatchObject({code: 1, err: expect.stringMatching(/chmod 600/)});
    expect((await run(['--profile', 'prod', 'doctor'])).out).toMatch(/FAIL {2}permissions .*login\.json/);
    chmodSync(loginFile().path, 0o600);
    await loginFile().write({...(await readLogin()), api: 'https://other.example/v4'});
    const {err} = await run(['profile', 'test', 'prod']);
    expect(err).toMatch(/was for another address or client\. Run "skydeck login prod"/);
  });

  it('logging out revokes the tokens and deletes them', async () => {
    const {access: token} = await readLogin();
    expect(await run(['logout'])).toMatchObject({code: 0, out: 'prod: logged out, tokens revoked\n'});
    expect(existsSync(loginFile().path)).toBe(false);
    expect((await line.account.call(contract.profile.get, {token})).status).toBe(401);
    expect(await run(['logout', 'prod'])).toMatchObject({code: 0, out: 'Not logged in to prod.\n'});
    expect((await run(['login'], {browse: browser().browse})).code).toBe(0);
    expect((await run(['profile', 'remove', 'prod', '--yes'])).out).toMatch(/Its tokens stay valid until they expire/);
    expect(existsSync(loginFile().path)).toBe(false);
  });
});
