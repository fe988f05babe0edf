/** An editor that a test controls: a shell script that receives the path of the file. */
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {onTestFinished, vi} from 'vitest';

export interface FakeEditor {
  /** The contents of the file when the editor was opened, round by round. */
  contents(): readonly string[];
  /** The names of the files, round by round. */
  names(): readonly string[];
}

/** @param rounds commands on `"$1"`, one for each time the editor is opened; the last one for all that follow */
export function fakeEditor(...rounds: readonly string[]): FakeEditor {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-editor-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const program = join(folder, 'editor');
  const cases = rounds.map((round, index) => `${index === rounds.length - 1 ? '*' : index + 1}) ${round} ;;`);
  writeFileSync(
    program,
    `#!/bin/sh
cd ${folder}
echo x >> rounds
round=$(wc -l < rounds | tr -d ' ')
cp "$1" "seen.$round"
echo "$1" >> names
case $round in
${cases.join('\n')}
esac
`,
    {mode: 0o700},
  );
  vi.stubEnv('VISUAL', program);
  onTestFinished(() => void vi.unstubAllEnvs());
  const lines = (name: string): string[] => {
    try {
      return readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
    } catch {
      return [];
    }
  };
  return {
    contents: () => lines('rounds').map((_, index) => readFileSync(join(folder, `seen.${index + 1}`), 'utf8')),
    names: () => lines('names'),
  };
}
