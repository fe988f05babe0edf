/** The metrics, the alert rules and the dashboard in the real Prometheus; `apt install prometheus` makes them run. */
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {parse} from 'yaml';
import {contract} from '../src/contract/index.ts';
import {openCommandLine} from './support/cli.ts';
import {startCountingProxy} from './support/counting-proxy.ts';
import {hasPrometheus, startPrometheus} from './support/prometheus.ts';

const rulesFile = 'docs/monitoring/rules.yml';
const rulesText = readFileSync(rulesFile, 'utf8');
const documentedNames = new Set(readFileSync('docs/monitoring/README.md', 'utf8').match(/\bskydeck_\w+/g));

/** The expressions of the panels, without the variables of Grafana. */
function dashboardQueries(): readonly string[] {
  const {panels} = JSON.parse(readFileSync('docs/monitoring/dashboard.json', 'utf8')) as {
    panels: {targets: {expr: string}[]}[];
  };
  return panels
    .flatMap(({targets}) => targets.map(({expr}) => expr))
    .map(expr => expr.replaceAll('$profile', '.*').replaceAll('$__rate_interval', '1m'));
}

const namesIn = (text: string): readonly string[] => text.match(/\bskydeck_\w+/g) ?? [];

it('rules and dashboard use only metrics that are documented', () => {
  const {groups} = parse(rulesText) as {groups: {rules: {alert: string; expr: string}[]}[]};
  const rules = groups.flatMap(group => group.rules);
  expect(rules.length).toBeGreaterThan(8);
  const expressions = [...rules.map(({expr}) => expr), ...dashboardQueries()];
  expect(expressions.flatMap(namesIn).filter(name => !documentedNames.has(name))).toEqual([]);
  const readme = readFileSync('docs/monitoring/README.md', 'utf8');
  expect(rules.map(({alert}) => alert).filter(alert => !readme.includes(alert))).toEqual([]);
});

const promtool = (...args: readonly string[]) => {
  const {status, stdout, stderr} = spawnSync('promtool', args, {encoding: 'utf8'});
  return {status, text: stdout + stderr};
};

describe.skipIf(!hasPrometheus)('with prometheus and promtool (skipped if they aren’t installed)', () => {
  it('promtool accepts the rules, and their tests pass', () => {
    expect(promtool('check', 'rules', rulesFile)).toMatchObject({status: 0});
    expect(promtool('test', 'rules', 'test/data/prometheus-rules.yml')).toMatchObject({status: 0});
  });

  it('rules fire for a stopped instance, and 50 scrapers need as few requests as one poller', async () => {
    const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
    onTestFinished(() => line.close());
    const proxy = await startCountingProxy(line.account.url);
    const started = Promise.withResolvers<string>();
    let interrupt = (): void => {};
    const ended = line.run(
      ['export', 'metrics', '--listen', '127.0.0.1:0', '--tag', 'prod'],
      {SKYDECK_BASE_URL: proxy.url},
      {
        err(text) {
          const [, host] = /Serving metrics at http:\/\/(\S+)\/metrics/.exec(text) ?? [];
          if (host !== undefined) started.resolve(host);
        },
        onInterrupt(run) {
          interrupt = run;
          return () => {};
        },
      },
    );
    onTestFinished(async () => {
      interrupt();
      await ended;
    });
    const host = await started.promise;
    const jobs = Array.from({length: 49}, (_, index) => ({
      job_name: `scraper-${index}`,
      static_configs: [{targets: [host]}],
    }));
    const prometheus = await startPrometheus({
      'prometheus.yml': JSON.stringify({
        global: {scrape_interval: '1s', evaluation_interval: '1s'},
        rule_files: ['rules.yml'],
        scrape_configs: [
          {job_name: 'skydeck', static_configs: [{targets: [host]}]},
          ...jobs,
          {
            job_name: 'node',
            // Nothing is scraped: the addresses are made up.
            scrape_interval: '1h',
            http_sd_configs: [{url: `http://${host}/sd?tag=prod&port=9100`, refresh_interval: '1s'}],
            relabel_configs: [{source_labels: ['__meta_skydeck_label'], target_label: 'instance'}],
          },
        ],
      }),
      // The rules as they are shipped, but quick.
      'rules.yml': rulesText.replaceAll(/for: \d+[mh]/g, 'for: 1s'),
    });
    const waiting = {timeout: 50_000, interval: 250};
    const firstValue = async (query: string) => (await prometheus.query(query))[0] ?? 0;
    await vi.waitFor(async () => expect(await firstValue('count(skydeck_up == 1)')).toBe(50), waiting);

    // Each of the 50 scrapes for another four seconds and more.
    const before = proxy.requests.length;
    const startedAt = await firstValue('vector(time())');
    await vi.waitFor(
      async () => expect(await firstValue('sum(count_over_time(up[4s])) >= 180')).toBeGreaterThan(0),
      waiting,
    );
    const seconds = (await firstValue('vector(time())')) - startedAt;
    const sent = proxy.requests.slice(before);
    // A poll every 2 s at most, because an operation runs in the demo account; each may read one resource again.
    expect(sent.length).toBeLessThanOrEqual(2 * Math.ceil(seconds / 2) + 2);

    const firing = async () => {
      const {alerts} = await prometheus.api<{alerts: {state: string; labels: Record<string, string>}[]}>(
        '/api/v1/alerts',
      );
      return alerts
        .filter(({state}) => state === 'firing')
        .map(({labels}) => `${labels.alertname} ${labels.label ?? ''}`);
    };
    await vi.waitFor(async () => expect(await firing()).toContain('SkydeckProblem batch-12'), waiting);
    expect(await firing()).not.toContain('SkydeckInstanceDown web-01');
    await line.account.ok(contract.instances.shutdown, {params: {computeId: 101}});
    line.account.pass(120);
    await vi.waitFor(async () => expect(await firing()).toContain('SkydeckInstanceDown web-01'), waiting);

    const {activeTargets} = await prometheus.api<{
      activeTargets: {labels: Record<string, string>; scrapeUrl: string}[];
    }>('/api/v1/targets');
    expect(activeTargets.filter(({labels}) => labels.job === 'node').map(({labels}) => labels.instance)).toContain(
      'db-01',
    );
    for (const query of dashboardQueries()) await expect(prometheus.query(query)).resolves.toBeInstanceOf(Array);
    const filled = await Promise.all(
      dashboardQueries().map(async query => [query, (await prometheus.query(query)).length]),
    );
    // The newest event is from before the start, or from the shutdown.
    expect(filled.filter(([, count]) => count === 0)).toEqual([]);
  }, 180_000);
});
