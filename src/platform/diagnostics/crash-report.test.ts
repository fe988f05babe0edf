import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import os, {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, onTestFinished, test, vi} from 'vitest';
import {crashText, createBreadcrumbs, redact, reportCrash} from './crash-report.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'skydeck-crash-'));
});
afterEach(() => rmSync(home, {recursive: true, force: true}));

const at = new Date('2026-03-10T10:00:00Z');
const crashOf = (error: unknown, breadcrumbs = createBreadcrumbs(() => at.getTime() - 1500)) => ({
  error,
  breadcrumbs,
  at,
  env: {XDG_STATE_HOME: home, SKYDECK_VERSION: '1.2.3', TERM: 'xterm'},
});

test('a report is one private file, and the message to the user has its path', () => {
  const breadcrumbs = createBreadcrumbs(() => at.getTime() - 1500);
  breadcrumbs.add('view volumes');
  const line = reportCrash(crashOf(new TypeError("Cannot read properties of undefined (reading 'rows')"), breadcrumbs));
  const [name = '', ...others] = readdirSync(join(home, 'skydeck'));
  expect(others).toEqual([]);
  const path = join(home, 'skydeck', name);
  expect(line).toContain(path);
  expect(line).not.toContain('\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(home, 'skydeck')).mode & 0o777).toBe(0o700);
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(/^skydeck 1\.2\.3, 2026-03-10T10:00:00\.000Z\n/);
  expect(text).toContain('TypeError: Cannot read properties of undefined (reading ‹rows›)');
  expect(text).toContain('crash-report.test.ts');
  expect(text).toContain('-1.500 s  view volumes');
});

test('the report is printed when no file can be written', () => {
  writeFileSync(join(home, 'skydeck'), 'in the way');
  expect(reportCrash(crashOf(new Error('x is not a function')))).toMatch(/No report could be written.*\n.*\n\s+at /);
});

test.each([
  ['the home folder as ~', '/home/ann', '~/app/x.js:1:2'],
  ['whole paths for a user whose home is the root folder', '/', 'file:///home/ann/app/x.js:1:2'],
])('a report shows %s', (_, home, position) => {
  const error = Object.assign(new Error('x'), {stack: 'Error: x\n    at run (file:///home/ann/app/x.js:1:2)'});
  const crash = crashOf(error);
  expect(crashText({...crash, env: {...crash.env, HOME: home}})).toContain(position);
});

test('a user without a home folder still sees the error', () => {
  vi.spyOn(os, 'homedir').mockImplementation(() => {
    throw Object.assign(new Error('no such user'), {code: 'ERR_SYSTEM_ERROR'});
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  const report = reportCrash({...crashOf(new Error('x is not a function')), env: {}});
  expect(report).toMatch(/x is not a function\. No report could be written to the home folder .*\n.*\n\s+at /);
});

test('only the latest 60 breadcrumbs are kept', () => {
  const breadcrumbs = createBreadcrumbs(() => 0);
  for (let number = 0; number < 10_000; number++) breadcrumbs.add(`key ${number}`);
  expect(breadcrumbs.latest()).toHaveLength(60);
  expect(breadcrumbs.latest().at(-1)).toEqual([0, 'key 9999']);
});

test.each([
  ['Unexpected token h, "hunter2 {" is not valid JSON', 'hunter2'],
  ["no such thing: 'hunter2", 'hunter2'],
  ['bad header Bearer hunter2', 'hunter2'],
  ['cannot reach https://me:hunter2@example.com/x', 'hunter2'],
  ['token 0123456789abcdef0123456789abcdef is wrong', '0123456789abcdef'],
])('the report has no secret from: %s', (text, secret) => {
  expect(redact(text)).not.toContain(secret);
  const cause = Object.assign(new Error(text), {input: secret});
  expect(crashText(crashOf(new Error(text, {cause})))).not.toContain(secret);
  expect(crashText(crashOf(new AggregateError([cause], text)))).not.toContain(secret);
  expect(crashText(crashOf({secret}))).not.toContain(secret);
  expect(crashText(crashOf(secret))).not.toContain(secret);
});

test('a program that was updated while it ran asks for a restart and writes no report', () => {
  const error = Object.assign(new Error("Cannot find module '/home/me/chunks/x.js'"), {code: 'ERR_MODULE_NOT_FOUND'});
  vi.stubEnv('SKYDECK_BUILD', 'b1');
  const report = reportCrash(crashOf(error));
  vi.unstubAllEnvs();
  expect(report).toMatch(/^Skydeck was updated on disk.*start it again$/);
  expect(readdirSync(home)).toEqual([]);
});
