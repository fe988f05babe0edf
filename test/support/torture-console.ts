/** Shared by the torture tests: the built console on an account that fails on purpose. */
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished} from 'vitest';
import type {FaultRule} from '../../src/emulator/faults/fault-plan.ts';
import type {RunningEmulator} from '../../src/emulator/server/start-server.ts';
import {unseal} from '../../src/platform/files/sealed-text.ts';
import {openPty, type Pty, skydeck} from './pty.ts';

/** A folder that is deleted after the test. */
export function makeFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'skydeck-torture-'));
  onTestFinished(() => rmSync(path, {recursive: true, force: true}));
  return path;
}

export interface ConsoleStart {
  /** The folder of the state files; default: a new one. */
  readonly home?: string;
  readonly view?: string;
  /** The command line of a program that starts the console. */
  readonly under?: readonly string[];
  /** The source of a module that is loaded before the console. */
  readonly preload?: string;
  readonly url?: string;
}

/** Starts the console; default view: the list of Volumes. */
export function startConsole(account: Pick<RunningEmulator, 'url' | 'token'>, opening: ConsoleStart = {}): Pty {
  const {home = makeFolder(), view = 'volumes', under = [], preload, url = account.url} = opening;
  const node = preload === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
  const [file = '', ...args] = [...under, ...skydeck(['--base-url', url, '--view', view], node)];
  return openPty([file, ...args], {env: {SKYDECK_TOKEN: account.token, XDG_STATE_HOME: home}});
}

/** Starts the console, and waits until it shows the Volumes of the account. */
export async function startLiveConsole(
  account: Pick<RunningEmulator, 'url' | 'token'>,
  opening: ConsoleStart = {},
): Promise<Pty> {
  const pty = startConsole(account, opening);
  await pty.until(/● live/);
  await pty.until(/batch-scratch-free/);
  return pty;
}

/** A console that is still there after this time never ends; a slow machine takes a fraction of it. */
const maxQuitMs = 60_000;

/** Closes the console, and expects the terminal in its earlier state. A console that stays shows its screen. */
export async function quitConsole(pty: Pty): Promise<void> {
  pty.press('ctrl-c');
  const {promise: late, reject} = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`The console doesn’t end; the screen is\n${pty.text()}`)), maxQuitMs);
  const ended = await Promise.race([pty.exit, late]).finally(() => clearTimeout(timer));
  expect(ended).toEqual({code: 0, signal: undefined});
  expect(pty.modesLeftOn()).toEqual([]);
}

/** Replaces the faults of the account; without a rule, removes all faults. */
export async function setFaults(account: RunningEmulator, ...rules: readonly FaultRule[]): Promise<void> {
  const answer = await fetch(new URL('/_emulator/faults', account.url), {
    method: 'POST',
    body: JSON.stringify({faults: rules}),
  });
  expect(answer.status).toBe(200);
}

/** The number of calls that matched the first rule since it was set. */
export async function countFaultCalls(account: RunningEmulator): Promise<number> {
  const state = (await (await fetch(new URL('/_emulator', account.url))).json()) as {faults: {seen: number}[]};
  return state.faults[0]?.seen ?? 0;
}

/** Sends a request as another client. */
export async function sendAsOtherClient(account: RunningEmulator, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(account.url + path, {
    method: body ? 'POST' : 'GET',
    headers: {authorization: `Bearer ${account.token}`, 'content-type': 'application/json'},
    ...(body && {body: JSON.stringify(body)}),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

/** The files of the state, by name; each is whole: JSON, with or without a line that seals it, or lines of JSON. */
export function readStateFiles(home: string): Readonly<Record<string, string>> {
  const state = join(home, 'skydeck');
  if (!existsSync(state)) return {};
  const texts = Object.fromEntries(readdirSync(state).map(name => [name, readFileSync(join(state, name), 'utf8')]));
  for (const [name, text] of Object.entries(texts)) {
    if (name.endsWith('.json')) expectWhole(name, text);
    else if (name.endsWith('.ndjson')) for (const line of text.split('\n').filter(Boolean)) JSON.parse(line);
  }
  return texts;
}

function expectWhole(name: string, text: string): void {
  const seal = text.split('\n', 1)[0] ?? '';
  const {program} = seal.length < text.length ? (JSON.parse(seal) as {program?: string}) : {};
  const content = program === undefined ? text : unseal(program, text);
  if (typeof content === 'string' && program !== undefined) throw new Error(`${name} is ${content}`);
  JSON.parse(typeof content === 'string' ? content : content.text);
}

/** The contents of the files with this extension. */
export const readFilesWith = (home: string, ending: string): string =>
  Object.entries(readStateFiles(home))
    .flatMap(([name, text]) => (name.endsWith(ending) ? [text] : []))
    .join('\n');
