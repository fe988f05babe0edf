/** Failures in operation: the program is killed, cut off, given wrong times, and run twice. */
import {beforeAll, expect} from 'vitest';
import {faultKinds} from '../../src/emulator/faults/fault-plan.ts';
import {type RunningEmulator, startEmulator} from '../../src/emulator/server/start-server.ts';
import type {Pty} from '../support/pty.ts';
import {isLong, roundNumbers, seededRandom, torture} from '../support/torture.ts';
import {
  countFaultCalls,
  makeFolder,
  quitConsole,
  readFilesWith,
  readStateFiles,
  sendAsOtherClient,
  setFaults,
  startConsole,
  startLiveConsole,
} from '../support/torture-console.ts';

let account: RunningEmulator;
beforeAll(async () => {
  account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
  return () => account.close();
});

torture('kill -9 while the user types in a form damages no file', roundNumbers(60, 1), async round => {
  const random = seededRandom(round);
  const home = makeFolder();
  const pty = startConsole(account, {home});
  await pty.until(/batch-scratch-free/);
  pty.press('n');
  await pty.until(/New volume/);
  const typed = `half-typed-${round}-${'x'.repeat(Math.floor(random() * 12))}`;
  pty.type(typed);
  await pty.until(screen => screen.includes(typed), 'what was typed');
  // A random moment before the draft is written, measured in keys and paints.
  for (let key = Math.floor(random() * 40); key > 0; key--) {
    pty.press('tab');
    pty.press('shift-tab');
  }
  pty.kill('SIGKILL');
  await pty.exit;
  readStateFiles(home);
  await quitConsole(await startLiveConsole(account, {home}));
  readStateFiles(home);
});

/** Labels of running Instances that no test has rebooted. */
const untouched = new Map<RunningEmulator, string[]>();
async function oneThatRuns(): Promise<string> {
  const page = (await sendAsOtherClient(account, '/compute/instances?page_size=100')) as {
    data: {label: string; status: string}[];
  };
  const running = page.data.filter(({status, label}) => status === 'running' && /^[a-z]+-\d+$/.test(label));
  const left = untouched.get(account) ?? running.map(({label}) => label);
  untouched.set(account, left);
  const label = left.pop();
  if (label === undefined) throw new Error('every Instance has been rebooted');
  return label;
}

/** The console while the reboot of an Instance is being sent. */
async function rebooting(home: string): Promise<ReturnType<typeof startConsole>> {
  const label = await oneThatRuns();
  const pty = startConsole(account, {home, view: 'instances'});
  await pty.until(/Instances +42/);
  await pty.until(/● live/);
  pty.press('/');
  pty.type(label);
  pty.press('enter');
  await pty.until(screen => new RegExp(`▌ ${label} +● running`).test(screen), `${label} runs`);
  pty.press('O');
  await pty.until(/POST .*\/reboot/);
  pty.press('tab', 'enter');
  return pty;
}

torture(
  'a change is sent once at most and recorded when kill -9 ends its console',
  roundNumbers(12, 1),
  async round => {
    await setFaults(account, {
      on: 'instances.reboot',
      kind: 'latency',
      milliseconds: 400,
      ...(round % 2 && {when: 'after'}),
    });
    const home = makeFolder();
    const pty = await rebooting(home);
    // At once, after the request has arrived, or a few responses of another client later.
    for (let look = round % 3; look > 0 && (await countFaultCalls(account)) === 0; );
    for (let look = round % 5; look > 0; look--) await countFaultCalls(account);
    pty.kill('SIGKILL');
    await pty.exit;
    const again = startConsole(account, {home});
    await again.until(/● live/);
    const sent = await countFaultCalls(account);
    await quitConsole(again);
    await setFaults(account);
    expect(sent).toBeLessThanOrEqual(1);
    expect(readFilesWith(home, 'audit.ndjson').split('"instances.reboot"').length - 1).toBeGreaterThanOrEqual(sent);
  },
);

torture('a change without an answer is sent once, and a read finds its result', roundNumbers(8, 1), async () => {
  await setFaults(account, {on: 'instances.reboot', kind: 'reset', when: 'after', count: 1});
  const pty = await rebooting(makeFolder());
  await pty.until(/a check found the change applied/, 'the result');
  expect(await countFaultCalls(account)).toBe(1);
  await setFaults(account);
  pty.press('enter');
  await pty.until(screen => !screen.includes('─ Reboot: '), 'the dialog is gone');
  await quitConsole(pty);
});

/** Every state that the header shows while the API fails. */
const anyState = /live|stale|offline|rate limited|no answer/;
/**
 * A refusal shows the console the number of requests per minute, if the API doesn't announce it. Then the console waits
 * for the rest of that minute, and so does the test.
 */
const liveAgain = (pty: Pty, label: string): Promise<string> => pty.until(/● live/, label, 90_000);

torture('after each kind of fault, the console is live again without a key', isLong ? faultKinds : [], async kind => {
  await setFaults(account, {kind, rate: 0.5, milliseconds: 300, seconds: 1});
  const pty = startConsole(account);
  try {
    await pty.until(anyState);
  } finally {
    await setFaults(account);
  }
  await liveAgain(pty, `live after ${kind}`);
  await pty.until(/batch-scratch-free/, `the rows after ${kind}`);
  await quitConsole(pty);
});

torture('after all faults at once, the console is live again', roundNumbers(10, 1), async () => {
  const all = faultKinds.filter(kind => kind !== 'stall').map(kind => ({kind, rate: 0.15, milliseconds: 100}));
  await setFaults(account, ...all);
  const pty = startConsole(account);
  try {
    await pty.until(anyState);
    pty.press('j', 'j', 'enter');
  } finally {
    await setFaults(account);
  }
  await liveAgain(pty, 'live again');
  await quitConsole(pty);
});

torture('the console connects when the API starts after it', roundNumbers(5, 0), async () => {
  const gone = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
  await gone.close();
  const pty = startConsole(gone);
  await pty.until(/✗ offline/);
  const back = await startEmulator({accounts: 'demo', seed: 1, limits: 'none', port: gone.port, token: gone.token});
  try {
    await pty.until(/● live/, 'live without a key');
    await pty.until(/batch-scratch-free/);
    await quitConsole(pty);
  } finally {
    await back.close();
  }
});

/** A module that lets no host name resolve until SIGURG. */
const noNames = `import dns from 'node:dns';
  const {lookup} = dns;
  dns.lookup = (host, options, done) => (done ?? options)(Object.assign(new Error('getaddrinfo EAI_AGAIN ' + host), {code: 'EAI_AGAIN'}));
  process.on('SIGURG', () => { dns.lookup = lookup; });`;

torture('the console connects when host names resolve again', roundNumbers(5, 0), async () => {
  const pty = startConsole(account, {preload: noNames, url: account.url.replace('127.0.0.1', 'localhost')});
  await pty.until(/✗ offline/);
  await pty.until(/does not resolve/);
  pty.kill('SIGURG');
  await pty.until(/● live/, 'live without a key');
  await pty.until(/batch-scratch-free/);
  await quitConsole(pty);
});

/** A module that sets the machine's clock by these hours at the first SIGURG, and back at the second. */
const settable = (hours: number): string => `const Real = Date; let off = 0;
  globalThis.Date = class extends Real {
    constructor(...given) { if (given.length > 0) super(...given); else super(Real.now() + off); }
    static now() { return Real.now() + off; }
  };
  process.on('SIGURG', () => { off = off === 0 ? ${hours} * 3600000 : 0; process.stdout.write('\\x1b]0;set ' + off + '\\x07'); });`;

torture(
  "no age is wrong after the machine's clock is set by hours, and back",
  isLong ? [5, -5, 9000] : [-5],
  async hours => {
    const pty = await startLiveConsole(account, {preload: settable(hours)});
    for (const label of ['one', 'two']) {
      pty.kill('SIGURG');
      await pty.until(
        () => pty.output().split(/\x1b\]0;set -?\d+\x07/).length === (label === 'one' ? 2 : 3),
        'it is set',
      );
      const made = `clock-${label}-${Math.abs(hours)}${hours < 0 ? 'b' : 'a'}`;
      await sendAsOtherClient(account, '/volumes', {label: made, region: 'us-east', size: 20});
      pty.press('r');
      await pty.until(screen => screen.includes(made), made);
      await pty.until(/● live/);
      // With any time of the clock, no age is negative, and a new resource is never from last year.
      expect(pty.text()).not.toMatch(/(?<!\w)-\d+[smhd]\b|NaN|Invalid/);
    }
    await quitConsole(pty);
  },
);

torture('the console is live while the clock of the API is wrong by hours', isLong ? [5, -5] : [], async hours => {
  await setFaults(account, {kind: 'skew', hours});
  const pty = await startLiveConsole(account);
  await sendAsOtherClient(account, '/volumes', {
    label: `skewed-${Math.abs(hours)}${hours < 0 ? 'b' : 'a'}`,
    region: 'us-east',
    size: 20,
  });
  pty.press('r');
  await pty.until(/skewed-/);
  await pty.until(/● live/);
  await setFaults(account);
  await quitConsole(pty);
});

torture('two consoles with the same state folder keep the drafts of both', roundNumbers(5, 1), async round => {
  const home = makeFolder();
  const both = await Promise.all([startLiveConsole(account, {home}), startLiveConsole(account, {home})]);
  const typed = [`of-the-first-${round}`, `of-the-second-${round}`] as const;
  const [first, second] = both;
  first.press('n');
  await first.until(/New volume/);
  first.type(typed[0]);
  second.press('e');
  await second.until(/─ Edit: /);
  second.press('ctrl-u');
  second.type(typed[1]);
  await first.until(screen => screen.includes(typed[0]), typed[0]);
  await second.until(screen => screen.includes(typed[1]), typed[1]);
  for (const pty of both) pty.press('esc');
  await Promise.all(both.map(pty => pty.until(screen => !/─ (?:New volume|Edit: )/.test(screen), 'the form is gone')));
  await Promise.all(both.map(quitConsole));
  const drafts = readFilesWith(home, 'drafts.json');
  for (const text of typed) expect(drafts).toContain(text);
  const again = await startLiveConsole(account, {home});
  await quitConsole(again);
});
