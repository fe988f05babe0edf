/** `skydeck waste`: resources that cost money and seem unused. */
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {parse} from 'yaml';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let line: CommandLine;
beforeAll(async () => {
  line = await openCommandLine({accounts: 'demo', dialect: 'today'});
});
afterAll(() => line.close());

interface Waste {
  readonly checks: readonly {readonly check: string; readonly done: boolean; readonly failures?: readonly string[]}[];
  readonly items: readonly {readonly label: string; readonly check: string; readonly monthly: number | null}[];
  readonly monthly: number;
  readonly unknownPrices: number;
}

const waste = async (env: Readonly<Record<string, string>> = {}): Promise<Waste & {readonly code: number}> => {
  const {code, out} = await line.run(['waste', '--json'], env);
  return {code, ...JSON.parse(out)};
};

describe('waste', () => {
  it('lists every resource with its reason and its price, and the total', async () => {
    const {code, out, err} = await line.run(['waste']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^TYPE +LABEL +ID +REGION +REASON +PRICE$/m);
    expect(out).toMatch(/^volume +crm-archive-2014 +\d+ +us-east +attached to no instance +\$32\.00\/mo$/m);
    expect(out).toMatch(/^instance +batch-12 +\d+ +ap-south +powered off, and still billed +\$5\.00\/mo$/m);
    expect(out).toMatch(/^NodeBalancer +api-eu .* no healthy node +\$10\.00\/mo$/m);
    expect(out).toMatch(/^image +golden-db-v14 +private\/\d+ .* no instance uses it +unknown$/m);
    expect(out).toMatch(
      /^\d+ resources cost \$[\d,]+\.\d\d\/mo in total\. The price of 1 more is unknown\.\n5 of 5 checks done\.$/m,
    );
  });

  it('is data with --json: the total is the sum of the known prices, and an unknown price is null', async () => {
    const {code, items, checks, monthly, unknownPrices} = await waste();
    expect([code, checks.length, checks.every(({done}) => done)]).toEqual([0, 5, true]);
    expect(items.reduce((sum, item) => sum + (item.monthly ?? 0), 0)).toBeCloseTo(monthly);
    expect(items.filter(item => item.monthly === null)).toHaveLength(unknownPrices);
    expect(unknownPrices).toBe(1);
  });

  it('has the same resources in each format', async () => {
    const {items} = await waste();
    const labels = items.map(({label}) => label);
    const lines = async (...flags: string[]) => (await line.run(['waste', ...flags])).out.trim().split(/\r?\n/);
    const csv = await lines('--csv');
    expect(csv).toEqual(await lines('-o', 'csv'));
    expect(csv[0]).toBe('check,family,id,label,region,reason,monthly,hourly');
    expect(csv).toHaveLength(labels.length + 1);
    expect(await lines('--csv', '--no-headers')).toEqual(csv.slice(1));
    expect((await lines('-o', 'ndjson')).map(text => JSON.parse(text).label)).toEqual(labels);
    expect(await lines('-o', 'markdown')).toHaveLength(labels.length + 2);
    const yaml = parse((await line.run(['waste', '-o', 'yaml'])).out);
    expect(yaml).toEqual(JSON.parse((await line.run(['waste', '--json'])).out));
  });

  it('names the checks that it couldn’t do, and exits with 1', async () => {
    const token = line.account.tokenFor('half', {scopes: 'volumes:read_only images:read_only'});
    const {code, out, err} = await line.run(['waste'], {SKYDECK_TOKEN: token});
    expect(code).toBe(1);
    expect(out).toMatch(/^volume +crm-archive-2014 /m);
    expect(out).toMatch(/^1 of 5 checks done\.$/m);
    // Without the instances every image would seem to be unused.
    expect(out).not.toMatch(/^image /m);
    expect(err).toMatch(/^Not checked: Instances that are powered off\. Couldn’t read instances: .*compute:read_only/m);
    expect(err).toMatch(/^Not checked: Images that no instance uses\. Couldn’t read instances: /m);
    const {checks} = await waste({SKYDECK_TOKEN: token});
    expect(checks.find(({check}) => check === 'addresses')).toMatchObject({
      done: false,
      failures: [expect.stringMatching(/ips:read_only/), expect.stringMatching(/nodebalancers:read_only/)],
    });
  });

  it('fails if nothing at all can be read', async () => {
    const {code, out, err} = await line.run(['waste'], {SKYDECK_TOKEN: 'wrong'});
    expect([code, out]).toEqual([1, '']);
    expect(err).not.toBe('');
  });

  it.each([
    [['waste', '-o', 'xml'], "argument 'xml' is invalid. Allowed choices are table, json, ndjson, csv"],
    [['waste', '--json', '--csv'], "cannot be used with option '--csv'"],
    [['waste', 'volumes'], 'waste takes no volumes'],
  ])('%j is refused in one line', async (words, message) => {
    const {code, out, err} = await line.run(words);
    expect([code, out, err.trim().split('\n').length]).toEqual([2, '', 1]);
    expect(err).toContain(message);
  });
});

it('an API without price lists has unknown prices, which are counted', async () => {
  const older = await openCommandLine();
  const {code, out} = await older.run(['waste']);
  await older.close();
  expect(code).toBe(0);
  expect(out).toMatch(/^volume +crm-archive-2014 .* unknown$/m);
  expect(out).toMatch(/^instance +batch-12 .* \$5\.00\/mo$/m);
  expect(out).toMatch(/The price of \d\d more is unknown\.$/m);
});
