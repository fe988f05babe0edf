import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test, vi} from 'vitest';
import {fetchToken} from '../profiles/token.ts';
import {runForeground} from './foreground.ts';

test('what holds a token is in no child’s environment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-child-'));
  try {
    for (const name of ['SKYDECK_TOKEN', 'WORK_TOKEN', 'EDITOR_THEME']) vi.stubEnv(name, `canary-${name}`);
    expect(await fetchToken({env: 'WORK_TOKEN'}, process.env)).toBe('canary-WORK_TOKEN');
    const seen = join(folder, 'seen');
    const script = 'require("node:fs").writeFileSync(process.argv[1], JSON.stringify([process.env, process.argv]))';
    expect(await runForeground([process.execPath, '-e', script, seen])).toEqual({status: 0});
    expect(readFileSync(seen, 'utf8').match(/canary-\w+/g)).toEqual(['canary-EDITOR_THEME']);
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
});
