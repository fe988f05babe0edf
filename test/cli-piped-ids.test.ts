/** `skydeck do … -` and `skydeck wait … -`: IDs from another command, and the examples in the help of each action. */
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {actionName, allActions} from '../src/cli/args/action-names.ts';
import {parseDoLine} from '../src/cli/args/do-line.ts';
import {contract} from '../src/contract/index.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let line: CommandLine;
beforeAll(async () => {
  line = await openCommandLine();
});
afterAll(() => line.close());

const tag = (piped: string, ...words: string[]) =>
  line.run(['do', 'volumes.update', '-', '--add-tags', 'piped', ...words], {}, {stdin: async () => piped});

describe('IDs on standard input', () => {
  it('are those that get prints with -o name', async () => {
    const names = await line.run(['get', 'volumes', '--filter', 'region:us-east', '-o', 'name']);
    const ids = names.out.trim().split('\n').map(Number);
    expect(ids.length).toBeGreaterThan(2);
    const {code, err} = await tag(names.out, '--yes');
    expect([code, err]).toEqual([0, '']);
    const {data} = await line.account.ok(contract.volumes.list, {query: {page_size: 100}});
    const tagged = data.filter(({tags}) => tags.includes('piped')).map(({id}) => id);
    expect(tagged.toSorted()).toEqual(ids.toSorted());
  });

  it('may be labels with spaces, and blank lines are ignored', async () => {
    const piped = '\nuploads\r\n\n  ci-cache \n';
    const words = ['do', 'volumes.update', '-', '--add-tags', 'looked-at', '--dry-run'];
    const {out} = await line.run(words, {}, {stdin: async () => piped});
    expect(out).toContain('(uploads)');
    expect(out).toContain('(ci-cache)');
  });

  it('may be missing: nothing is sent, and the exit code is 0', async () => {
    expect(await tag('\n', '--yes')).toMatchObject({
      code: 0,
      out: '',
      err: 'No IDs on standard input. Nothing was sent.\n',
    });
  });

  it('are all looked up before the first request', async () => {
    const {code, out, err} = await tag('uploads\nno-such-volume\n', '--yes');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('No volume named "no-such-volume"');
  });

  it('can’t be combined with fields from standard input', async () => {
    const refusal = {code: 2, err: expect.stringContaining('Standard input can be read only once')};
    expect(await tag('uploads', '--body', '-', '--yes')).toMatchObject(refusal);
    expect(await tag('uploads', '--label', '-', '--yes')).toMatchObject(refusal);
    expect(await line.run(['do', 'volumes.update', '-', '-', '--yes'])).toMatchObject(refusal);
  });
});

describe('wait with IDs on standard input', () => {
  const wait = (piped: string, ...words: string[]) =>
    line.run(['wait', 'volumes', ...words], {}, {stdin: async () => piped});

  it('waits for all of them, and for the names beside them', async () => {
    const names = await line.run(['get', 'volumes', '--filter', 'region:us-east', '-o', 'name']);
    const ids = names.out.trim().split('\n');
    expect(ids.length).toBeGreaterThan(2);
    expect(await wait(names.out, '-', 'region:us-east', '-o', 'ndjson')).toMatchObject({code: 0, err: ''});
    const {out} = await wait('\nuploads\r\n ci-cache\n', 'vol-db', '-', 'size>0', '-o', 'json');
    expect((JSON.parse(out) as {label: string}[]).map(({label}) => label)).toEqual(['vol-db', 'uploads', 'ci-cache']);
    const late = await wait(names.out, '-', 'region:eu-west', '--timeout', '0s');
    expect(late.code).toBe(124);
    expect(late.err).toContain('timed out waiting for region:eu-west');
  });

  it('prints a single resource as an object', async () => {
    const body = {label: 'env-db', region: 'us-east', size: 20};
    const {id} = await line.account.ok(contract.volumes.create, {body});
    const {code, out} = await wait('env-db\n', '-', 'label:env-db', '--json');
    expect([code, JSON.parse(out).id]).toEqual([0, id]);
  });

  it('fails if no IDs come', async () => {
    expect(await wait('\n', '-', 'status:active')).toEqual({
      code: 1,
      out: '',
      err: 'skydeck: no IDs on standard input\n',
    });
    expect(await wait('\n', 'uploads', '-', 'status:active')).toMatchObject({code: 1, out: ''});
  });

  it('still needs a condition, and reads standard input only once', async () => {
    expect(await wait('uploads\n', '-')).toMatchObject({code: 2, err: expect.stringContaining('a condition such as')});
    expect(await wait('uploads\n', '-', '-', 'status:active')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Standard input can be read only once'),
    });
  });
});

it('the help of each action has an example that can be typed', () => {
  const missing = allActions().filter(namedAction => {
    const name = actionName(namedAction);
    const parsed = parseDoLine([name, '--help']);
    return (
      !('help' in parsed) ||
      !new RegExp(`^  skydeck do ${name.replaceAll('.', '\\.')}( .*)? --dry-run$`, 'm').test(parsed.help)
    );
  });
  expect(missing.map(actionName)).toEqual([]);
});
