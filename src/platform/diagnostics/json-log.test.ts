import {mkdtemp, readFile, rm, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {openLog} from './json-log.ts';

it('writes private JSON lines without secrets', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skydeck-log-'));
  try {
    const path = join(folder, 'deep', 'log.jsonl');
    const {log, close} = openLog(path);
    log('request', {operation: 'instances.create', body: {label: 'web', root_pass: 'hunter2!'}, token: 'canary'});
    await close();
    const text = await readFile(path, 'utf8');
    expect(JSON.parse(text)).toMatchObject({msg: 'request', body: {label: 'web', root_pass: '<REDACTED>'}});
    expect(text).not.toMatch(/hunter2|canary/);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
});
