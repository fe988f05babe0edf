/** `skydeck get monitor.services.metrics`: values of metrics as JSON, from another host than the API. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let line: CommandLine;
beforeAll(async () => {
  line = await openCommandLine({accounts: 'demo', dialect: 'today'});
});
afterAll(() => line.close());

const get = (...words: string[]) => line.run(['get', 'monitor.services.metrics', ...words]);

test('a database is found by its label, and all its metrics of the last 24 hours are printed', async () => {
  const {code, out, err} = await get('dbaas', 'shop-mysql', '--json');
  expect({code, err}).toEqual({code: 0, err: ''});
  const answer = JSON.parse(out);
  expect(answer).toMatchObject({status: 'success', isPartial: false, data: {resultType: 'matrix'}});
  expect(answer.data.result.map(({metric}: {metric: {metric_name: string}}) => metric.metric_name)).toEqual(
    ['cpu_usage', 'memory_usage', 'disk_usage', 'read_iops', 'write_iops'].map(name => `avg_${name}`),
  );
  expect(answer.data.result[0].values.length).toBeGreaterThan(280);
});

test('the query chooses metrics, function, time, granularity, groups and filters', async () => {
  const query = ['metrics=cpu_usage', 'aggregate_function=max', 'time_granularity=1h', 'group_by=node_type'];
  const week = await get('dbaas', 'shop-mysql', '--json', '--query', ...query, 'relative_time_duration=7d');
  const {data} = JSON.parse(week.out);
  expect(data.result).toMatchObject(
    ['primary', 'secondary'].map(type => ({metric: {metric_name: 'max_cpu_usage', node_type: type}})),
  );
  const times = data.result[0].values.map(([time]: [number]) => time);
  expect([times[1] - times[0], Math.round((times.at(-1) - times[0]) / 86_400)]).toEqual([3600, 7]);
  const now = new Date(line.account.clock.now()).toISOString().slice(0, 19);
  const before = new Date(line.account.clock.now() - 3_600_000).toISOString().slice(0, 19);
  const absolute = [`absolute_time_duration=${before}/${now}`, 'filters=node_type:eq:nothing'];
  const none = await get('dbaas', 'shop-mysql', '--query', 'metrics=cpu_usage', ...absolute);
  expect(none).toMatchObject({code: 0, err: 'No values in this time range.\n'});
  expect(JSON.parse(none.out).data.result).toEqual([]);
});

test('each mistake has one clear line', async () => {
  const shop = ['dbaas', 'shop-mysql', '--query'];
  const cases: readonly (readonly [readonly string[], number, string])[] = [
    [[], 2, 'Usage: get monitor.services.metrics SERVICE-TYPE RESOURCE...'],
    [['printers', '1'], 1, 'No monitored service "printers": there are dbaas, nodebalancer'],
    [['dbaas', 'nothing'], 1, 'No database named "nothing"'],
    [[...shop, 'metrics=cpu'], 2, 'No metric "cpu"'],
    [[...shop, 'speed=1'], 2, 'takes --query NAME=VALUE with metrics, aggregate_function'],
    [[...shop, 'aggregate_function=rate'], 2, 'is one of min, max, avg, sum, not "rate"'],
    [[...shop, 'relative_time_duration=soon'], 2, 'is a time such as 30m, 12h or 7d, not "soon"'],
    [[...shop, 'absolute_time_duration=now'], 2, 'is START/END'],
    [[...shop, 'filters=primary'], 2, 'is DIMENSION:OPERATOR:VALUE'],
    [[...shop, 'relative_time_duration=1h', 'absolute_time_duration=a/b'], 2, 'Use one of them'],
    [[...shop, 'relative_time_duration=40d'], 1, 'must be at most 31 days'],
    [['dbaas', '1'], 1, 'is not a resource of the service'],
  ];
  for (const [words, code, text] of cases) {
    const result = await get(...words);
    expect({words, code: result.code}).toEqual({words, code});
    expect(result.err).toContain(text);
  }
});

test('the error for a missing, wrong or unreachable address names the setting', async () => {
  const run = (url: string) =>
    line.run(['get', 'monitor.services.metrics', 'dbaas', 'shop-mysql'], {SKYDECK_METRICS_URL: url});
  expect(await run('')).toMatchObject({code: 1, err: expect.stringContaining('Set metrics_url in the profile.')});
  expect(await run('http://metrics.example.com')).toMatchObject({code: 2, err: expect.stringContaining('Use https')});
  const api = new URL(line.account.url).origin;
  expect(await run(api)).toMatchObject({code: 1, err: expect.stringMatching(/not found/i)});
});
