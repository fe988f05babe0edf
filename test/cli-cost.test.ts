/** `skydeck cost`: the run rate, and a forecast that is compared with the invoices of the emulator. */
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {parse} from 'yaml';
import {contract} from '../src/contract/index.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';

interface Sum {
  readonly key: string | null;
  readonly monthly: number;
  readonly resources: number;
  readonly unknownPrices: number;
}

interface Cost {
  readonly runRate: Sum;
  readonly forecast: {readonly uninvoiced: number; readonly total: number; readonly hoursLeft: number} | null;
  readonly byType: readonly Sum[];
  readonly byRegion: readonly Sum[];
  readonly byTag: readonly Sum[];
  readonly unread: readonly {readonly family: string; readonly reason: string}[];
}

let line: CommandLine;
beforeAll(async () => {
  line = await openCommandLine({accounts: 'demo', dialect: 'today'});
});
afterAll(() => line.close());

/** The command in the time of the account. */
const run = (on: CommandLine, words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  on.run(words, env);
const costOf = async (on: CommandLine, env: Readonly<Record<string, string>> = {}): Promise<Cost> =>
  JSON.parse((await run(on, ['cost', '--json'], env)).out);

const hour = 3600;
const day = 24 * hour;

describe('the forecast of the invoice', () => {
  it('of last month is shown beside the forecast of this month, with its error', async () => {
    const own = await openCommandLine({accounts: 'demo', dialect: 'today'});
    onTestFinished(() => own.close());
    const {account} = own;
    const startOfMonth = (offset: number): number => {
      const date = new Date(account.clock.now());
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset);
    };
    account.pass((startOfMonth(1) - account.clock.now()) / 1000 + 3 * day);
    const first = JSON.parse((await run(own, ['cost', '--json'])).out);
    expect(first.lastMonth).toBeNull();
    account.pass((startOfMonth(1) - account.clock.now()) / 1000 + hour);
    const {lastMonth} = JSON.parse((await run(own, ['cost', '--json'])).out);
    expect(lastMonth).toMatchObject({forecast: first.forecast.total, month: expect.stringMatching(/^\d{4}-\d{2}$/)});
    expect(Math.abs(lastMonth.errorPercent)).toBeLessThan(1);
    const {out} = await run(own, ['cost']);
    expect(out).toMatch(/Forecast of the invoice .* forecast of \d{4}-\d{2}-\d{2}: /);
  });

  it.each([
    1, 9, 17, 25,
  ])('is within 1 % of the invoice of the emulator, %i days after the start of the month', async days => {
    const own = await openCommandLine({accounts: 'demo', dialect: 'today'});
    onTestFinished(() => own.close());
    const {account} = own;
    const date = new Date(account.clock.now());
    const nextMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
    account.pass((nextMonth - account.clock.now()) / 1000 + days * day + 1234);
    const {forecast} = await costOf(own);
    if (!forecast) throw new Error('no forecast');
    account.pass(forecast.hoursLeft * hour);
    const invoices = (await account.ok(contract.account.invoices.list)).data;
    const [invoice] = invoices.toSorted((left, right) => (left.date < right.date ? 1 : -1));
    if (!invoice) throw new Error('no invoice');
    const items = (await account.ok(contract.account.invoices.items.list, {params: {invoiceId: invoice.id}})).data;
    // A promotion has a line of its own, and is not part of the forecast.
    const billed = items.filter(({total}) => total > 0).reduce((sum, {total}) => sum + total, 0);
    expect(billed).toBeGreaterThan(100);
    expect(Math.abs(forecast.total - billed) / billed).toBeLessThan(0.01);
  });
});

describe('cost', () => {
  it('shows the run rate, the forecast and the groups', async () => {
    const {code, out, err} = await run(line, ['cost']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Run rate +\$[\d,]+\.\d\d\/mo +\$[\d.]+\/h, \d+ resources, the price of \d+ is unknown$/m);
    expect(out).toMatch(/^Not invoiced yet +\$[\d,.]+ +usage of this month$/m);
    expect(out).toMatch(
      /^Rest of the month +\$[\d,.]+ +\d+ hours until \d{4}-\d\d-01, each at most its monthly price$/m,
    );
    expect(out).toMatch(
      /^Forecast of the invoice +\$[\d,.]+ +before taxes and promotions, without the \d+ of unknown price$/m,
    );
    expect(out).toMatch(/^ {2}Instances +\$[\d,]+\.\d\d\/mo +48 resources$/m);
    expect(out).toMatch(/^ {2}Images +unknown +\d+ resources$/m);
    expect(out).toMatch(/^ {2}us-east +\$/m);
    expect(out).toMatch(/^ {2}prod +\$/m);
    expect(out).toMatch(/^ {2}no tag +\$/m);
  });

  it('has groups whose sum is the run rate', async () => {
    const {runRate, byType, byRegion} = await costOf(line);
    for (const groups of [byType, byRegion]) {
      expect(groups.reduce((sum, {monthly}) => sum + monthly, 0)).toBeCloseTo(runRate.monthly);
      expect(groups.reduce((sum, {resources}) => sum + resources, 0)).toBe(runRate.resources);
      expect(groups.reduce((sum, {unknownPrices}) => sum + unknownPrices, 0)).toBe(runRate.unknownPrices);
    }
  });

  it('has the same values as YAML, and the groups as CSV', async () => {
    const json = await costOf(line);
    expect(parse((await run(line, ['cost', '-o', 'yaml'])).out)).toEqual(json);
    const csv = (await run(line, ['cost', '--csv'])).out.trim().split(/\r?\n/);
    expect(csv[0]).toBe('group,key,monthly,hourly,resources,unknownPrices');
    expect(csv).toHaveLength(2 + json.byType.length + json.byRegion.length + json.byTag.length);
    expect((await run(line, ['cost', '--csv', '--no-headers'])).out.trim().split(/\r?\n/)).toEqual(csv.slice(1));
  });

  it('names the lists that it couldn’t read, and exits with 1', async () => {
    const token = line.account.tokenFor('half', {scopes: 'compute:read_only'});
    const {code, out, err} = await run(line, ['cost'], {SKYDECK_TOKEN: token});
    expect(code).toBe(1);
    expect(out).toMatch(/^Forecast of the invoice +unknown +the usage of this month is not known$/m);
    expect(err).toMatch(/^Couldn’t read volumes: .*volumes:read_only/m);
    expect(err).toMatch(/The cost is incomplete\.$/m);
    const {unread, forecast} = await costOf(line, {SKYDECK_TOKEN: token});
    expect([unread.map(({family}) => family).includes('volumes'), forecast]).toEqual([true, null]);
  });

  it.each([
    [['cost', '-o', 'xml'], "argument 'xml' is invalid. Allowed choices are table, json, csv, yaml"],
    [['cost', '--json', '--csv'], "cannot be used with option '--csv'"],
    [['cost', 'instances'], 'cost takes no instances'],
  ])('%j is refused in one line', async (words, message) => {
    const {code, out, err} = await run(line, words);
    expect([code, out, err.trim().split('\n').length]).toEqual([2, '', 1]);
    expect(err).toContain(message);
  });
});

it('an API without price lists has unknown prices, which are counted', async () => {
  const older = await openCommandLine();
  const {code, out} = await run(older, ['cost']);
  await older.close();
  expect(code).toBe(0);
  expect(out).toMatch(/^ {2}Volumes +unknown +18 resources$/m);
  expect(out).toMatch(/^ {2}Instances +\$/m);
});
