/** Filters on a command line: values select the rows of bulk changes, and a filter with an invalid term never runs. */
import {afterAll, beforeAll, describe, expect, it, test, vi} from 'vitest';
import type {AnyRow} from '../src/families/shape/define-family.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
  // Ages count from the machine’s time, which is here that of the account.
  vi.useFakeTimers({now: cli.account.clock.now(), toFake: ['Date']});
});
afterAll(async () => {
  vi.useRealTimers();
  await cli.close();
});

const day = 86_400_000;
const ageOf = (row: AnyRow): number => cli.account.clock.now() - Date.parse(`${row.created}Z`);
const labels = (rows: readonly AnyRow[]): readonly string[] => rows.map(({label}) => String(label)).sort();
const filteredLabels = async (family: string, filter: string) =>
  labels(await cli.json('get', family, '--filter', filter));
const matchingLabels = async (family: string, holds: (row: never) => boolean) =>
  labels(((await cli.json('get', family)) as AnyRow[]).filter(row => holds(row as never)));

test('a bulk change with a filter by age selects exactly the instances of that age', async () => {
  const {out} = await cli.run(['do', 'instances.reboot', '--filter', 'age>100d', '--dry-run', '--json']);
  const old = await matchingLabels('instances', row => ageOf(row) > 100 * day);
  expect(old.length).toBeGreaterThan(0);
  expect(old.length).toBeLessThan(10);
  const named = [...out.matchAll(/instances\/(\d+)\/reboot/g)].map(([, id]) => Number(id));
  const all = (await cli.json('get', 'instances')) as {id: number; label: string}[];
  expect(all.flatMap(({id, label}) => (named.includes(id) ? [label] : [])).sort()).toEqual(old);
});

test('bug: a word found every instance by its IPv6 address, and a bulk change followed', async () => {
  const {out} = await cli.run(['do', 'instances.reboot', '--filter', 'db status:running', '--dry-run', '--json']);
  const named = new Set([...out.matchAll(/instances\/(\d+)\/reboot/g)].map(([, id]) => Number(id)));
  const all = (await cli.json('get', 'instances')) as {id: number; label: string; tags: string[]; status: string}[];
  const meant = all.filter(({label, tags, status}) => status === 'running' && /db/.test(`${label} ${tags}`));
  expect(meant.length).toBeLessThan(all.length / 2);
  expect([...named].sort()).toEqual(meant.map(({id}) => id).sort());
  expect(await filteredLabels('instances', '2001:db8')).toHaveLength(all.length);
});

test.each([
  ['""', 'Filter "" has no term and would match everything'],
  ['"', 'Filter " has no term and would match everything'],
  ['!""', 'Filter !"" has no term and would match everything'],
  ['!!web', '“!!web” has more than one !. Example: !web'],
  ['age>-3d', 'age is a time in the past and never negative. Example: age>30d'],
])('a bulk change with the filter %s, which every instance would match, is refused', async (filter, message) => {
  expect(await cli.run(['do', 'instances.reboot', '--filter', filter, '--dry-run'])).toMatchObject({
    code: 2,
    out: '',
    err: `skydeck: ${message}\n`,
  });
});

test('a quoted word may start with !', async () => {
  expect(await filteredLabels('instances', '"!!web"')).toEqual([]);
  expect((await filteredLabels('instances', '!"!!web"')).length).toBeGreaterThan(10);
});

describe('get compares values', () => {
  it.each<[string, string, (row: never) => boolean]>([
    ['instances', 'age<2d', row => ageOf(row) < 2 * day],
    ['instances', 'age<10d', row => ageOf(row) < 10 * day],
    ['instances', 'ram>8GB', ({specs: {memory}}: {specs: {memory: number}}) => memory > 8192],
    ['volumes', 'size>100GB', ({size}: {size: number}) => size > 100],
    ['images', 'size>2', ({size}: {size: number}) => size > 2048],
    ['buckets', 'size>10MB', ({size}: {size: number}) => size > 10 * 1024 ** 2],
    ['types', 'price<$20', ({price: {monthly}}: {price: {monthly: number}}) => monthly < 20],
  ])('of %s with %s', async (family, filter, holds) => {
    const wanted = await matchingLabels(family, holds);
    expect(wanted.length).toBeGreaterThan(0);
    expect(await filteredLabels(family, filter)).toEqual(wanted);
  });

  it('excludes instances without a backup from a comparison and from its negation', async () => {
    const [more, less] = [
      await filteredLabels('instances', 'backed_up>1h'),
      await filteredLabels('instances', '!backed_up>1h'),
    ];
    const never = await filteredLabels('instances', 'backed_up:none');
    expect(more.length).toBeGreaterThan(0);
    expect(never.length).toBeGreaterThan(0);
    expect([...more, ...less, ...never].sort()).toEqual(await matchingLabels('instances', () => true));
  });
});

describe('an invalid filter ends with code 2 and an example, before anything is sent', () => {
  it.each<[string[], string]>([
    [['get', 'instances', '--filter', 'age>30'], 'age>30 has no unit. Example: age>30d'],
    [['get', 'volumes', '--filter', 'size>big'], '“big” isn’t a size. Example: size>100GB'],
    [['get', 'instances', '--filter', 'label>web'], 'label is text and has no order. Example: label:web'],
    [['get', 'instances', '--filter', 'status:offlien'], 'No status “offlien”. Did you mean offline?'],
    [['get', 'instances', '--ndjson', '--filter', '!status:offlien'], 'No status “offlien”. Did you mean offline?'],
    [
      ['get', 'types', '--filter', 'class=giant'],
      'No class “giant”. Known: nanode, standard, dedicated, gpu, highmem, premium, …',
    ],
    [['get', 'instances', '--filter', 'cpu>50'], 'cpu needs a request for each instance'],
    [['get', 'instances', '--sort', '-cpu'], 'cpu needs a request for each instance'],
    [
      ['do', 'instances.reboot', '--filter', 'age>old', '--yes'],
      '“old” isn’t a length of time or a date. Example: age>30d',
    ],
    [['do', 'instances.reboot', '--filter', 'status!=runing', '--yes'], 'No status “runing”. Did you mean running?'],
    [['wait', 'instances', 'web-01', 'status:runing'], 'No status “runing”. Did you mean running?'],
  ])('%j', async (line, message) => {
    const {code, out, err} = await cli.run(line);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });
});

test('a tag with a colon is a word, and not an unknown field', async () => {
  const body = {label: 'tagged', region: 'us-east', size: 20, tags: ['env:prod']};
  expect((await cli.run(['do', 'volumes.create', '--body', JSON.stringify(body), '--yes'])).code).toBe(0);
  expect(await filteredLabels('volumes', 'env:prod')).toEqual(['tagged']);
  expect(await filteredLabels('volumes', 'tag:env:prod')).toEqual(['tagged']);
  expect((await cli.run(['get', 'volumes', '--filter', 'env:lab'])).code).toBe(2);
});

test('a value in quotes may be unknown to Skydeck', async () => {
  expect(await filteredLabels('instances', 'status:"hibernating"')).toEqual([]);
  const line = ['wait', 'instances', 'web-01', 'status:"hibernating"', '--timeout', '0s'];
  expect((await cli.run(line)).code).toBe(124);
});

test('a filter of another tool that matches nothing gets the same condition in Skydeck’s language', async () => {
  const err = async (...words: string[]) => (await cli.run(words)).err;
  expect(await err('get', 'instances', '--filter', 'web-01|web-02')).toBe(
    '“|” isn’t an operator. Separate the values of a field with commas. Example: label:web-01,web-02\n',
  );
  expect(await err('get', 'instances', '--filter', 'region!:us-east', '--json')).toBe(
    '{"note":"“!:” isn’t an operator. Put ! before the term. Example: !region:us-east"}\n',
  );
  expect(await err('get', 'instances', '--filter', 'label==web-01', '--output', 'ndjson')).toContain('label=web-01"}');
  expect(await err('do', 'instances.reboot', '--filter', 'not web', '--yes')).toBe(
    'No resource matches the filter. Nothing was sent.\n“not” isn’t an operator. Put ! before the term. Example: !web\n',
  );
  expect(await err('get', 'instances', '--filter', 'created:yesterday')).toContain('Example: created<2d\n');
  expect(await err('get', 'instances', '--filter', 'status:running|offline')).toContain(
    '“|” isn’t an operator. Separate values with commas. Example: status:running,offline',
  );
  // An ordinary filter that matches nothing stays silent.
  expect(await err('get', 'instances', '--filter', 'tag:none-of-these')).toBe('');
  expect(await err('get', 'instances', '--filter', 'web')).toBe('');
});

test('each example in such a hint is a filter that Skydeck understands', async () => {
  expect(await filteredLabels('instances', 'label:web-01,web-02')).toEqual(['web-01', 'web-02']);
  expect((await filteredLabels('instances', '192.0.2.')).length).toBeGreaterThan(1);
  expect((await filteredLabels('instances', '!web')).length).toBeGreaterThan(1);
});
