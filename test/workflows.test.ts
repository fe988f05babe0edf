/** The workflows of the repository: they run the commands of developers, with pinned actions and few permissions. */
import {globSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {parse} from 'yaml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Workflow {
  readonly permissions: Record<string, string>;
  readonly jobs: Record<string, {readonly steps: readonly Step[]; readonly 'timeout-minutes'?: number}>;
}

const paths = globSync('.github/workflows/*.yml');
const {scripts} = JSON.parse(readFileSync('package.json', 'utf8')) as {scripts: Record<string, string>};

test('CI and release are workflows', () => {
  expect(paths.map(path => path.replace(/.*[\\/]/, '')).sort()).toEqual(['ci.yml', 'release.yml']);
});

test.each(paths)('%s pins its actions, limits its permissions, and runs only scripts that exist', path => {
  const text = readFileSync(path, 'utf8');
  const {permissions, jobs} = parse(text) as Workflow;
  expect(permissions).toEqual({contents: 'read'});
  // A tag can be moved to other code, a commit can't. The comment names the version.
  for (const [line] of text.matchAll(/uses: .*/g))
    expect(line).toMatch(/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  for (const [name, job] of Object.entries(jobs)) expect(job['timeout-minutes'], name).toBeGreaterThan(0);
  const commands = Object.values(jobs).flatMap(({steps}) => steps.flatMap(({run}) => run ?? []));
  expect(commands).toContain('.ci/run');
  for (const [, script = ''] of commands.join('\n').matchAll(/npm run (\S+)/g))
    expect(Object.keys(scripts)).toContain(script);
});

test.each(globSync('.github/ISSUE_TEMPLATE/*.yml'))('%s is valid YAML', path => {
  expect(parse(readFileSync(path, 'utf8'))).toBeTypeOf('object');
});

test('a bug report asks for the output of doctor', () => {
  expect(readFileSync('.github/ISSUE_TEMPLATE/bug.yml', 'utf8')).toContain('skydeck doctor --json');
});
