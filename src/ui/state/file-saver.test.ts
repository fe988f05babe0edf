import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {createFileSaver} from './file-saver.ts';

test('a file is listed while it is written, and a canceled file is deleted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-saver-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const saver = createFileSaver(folder);
  function* endless(): Generator<string> {
    for (;;) yield 'another line\n';
  }
  expect(saver.names()).toEqual([]);
  const whole = saver.save('whole.txt', 'all of it');
  expect(saver.names()).toEqual(['whole.txt']);
  await whole;
  expect(saver.names()).toEqual([]);
  const refused = expect(saver.save('endless.txt', endless())).rejects.toThrow('the program ended');
  expect(saver.names()).toEqual(['endless.txt']);
  await saver.end();
  await refused;
  expect(readdirSync(folder)).toEqual(['whole.txt']);
});
