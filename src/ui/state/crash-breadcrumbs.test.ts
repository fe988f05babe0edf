import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {createCrashBreadcrumbs} from './crash-breadcrumbs.ts';

test('a defect that does not end the console is reported once, with the keys before it', () => {
  const home = mkdtempSync(join(tmpdir(), 'skydeck-defect-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  const {note, reportDefect} = createCrashBreadcrumbs({XDG_STATE_HOME: home});
  note('key @: everywhere profile');
  const line = reportDefect(new TypeError('x is not a function'));
  expect(reportDefect(new TypeError('x is not a function'))).toBe(line);
  const [name = '', ...others] = readdirSync(join(home, 'skydeck'));
  const path = join(home, 'skydeck', name);
  expect(others).toEqual([]);
  expect(line).toBe(`Skydeck hit a bug: TypeError: x is not a function. The report, without secrets, is in ${path}`);
  expect(readFileSync(path, 'utf8')).toContain('key @: everywhere profile');
});
