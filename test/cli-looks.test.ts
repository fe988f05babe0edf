/** `skydeck get` prints the columns and the order of the settings, as the console shows them. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
  writeFileSync(
    join(cli.folder, 'config.yaml'),
    [
      `profiles: [{name: prod, base_url: '${cli.account.url}', token: {env: PROD}},`,
      `           {name: lab, base_url: '${cli.account.url}', token: {env: PROD}}]`,
      'columns: {volumes: [size, label], instances: [label, cpu]}',
      'sort: {volumes: -size}',
      '',
    ].join('\n'),
  );
});
afterAll(() => cli.close());
const lines = async (...words: readonly string[]) => {
  const env = {SKYDECK_CONFIG: join(cli.folder, 'config.yaml'), SKYDECK_BASE_URL: '', PROD: cli.account.token};
  const {code, out, err} = await cli.run(['--profile', 'prod', ...words], env);
  expect([code, err]).toEqual([0, '']);
  return out.trimEnd().split('\n');
};
const sizes = (rows: readonly string[]) => rows.map(row => Number(/([\d,]+) GB/.exec(row)?.[1]?.replaceAll(',', '')));

describe('bug: get ignores the columns and the order of the settings', () => {
  it('a table has them, for one account and for several', async () => {
    const [head, ...rows] = await lines('get', 'volumes');
    expect(head).toMatch(/^ *SIZE +LABEL$/);
    expect(sizes(rows)).toEqual(sizes(rows).toSorted((a, b) => b - a));
    const [merged, ...all] = await lines('get', 'volumes', '--profile', 'prod,lab');
    expect(merged).toMatch(/^PROFILE +SIZE +LABEL$/);
    expect(sizes(all)).toEqual(sizes(all).toSorted((a, b) => b - a));
  });

  it('flags take precedence, and CSV and NDJSON keep the order of the API', async () => {
    const [head, ...rows] = await lines('get', 'volumes', '--columns', 'label,size', '--sort', 'size');
    expect(head).toMatch(/^LABEL +SIZE$/);
    expect(sizes(rows)).toEqual(sizes(rows).toSorted((a, b) => a - b));
    const ids = (await lines('get', 'volumes', '--ndjson')).map(line => (JSON.parse(line) as {id: number}).id);
    const csv = await lines('get', 'volumes', '--csv', '--columns', 'id');
    const {data} = await cli.account.ok(contract.volumes.list, {query: {page_size: 100}});
    expect(ids).toEqual(data.map(({id}) => id));
    expect(csv.slice(1).map(Number)).toEqual(ids);
    // Rows that the command line names keep the order of the command line.
    expect(await lines('get', 'volumes', 'vol-db', 'uploads')).toEqual([
      expect.stringMatching(/^ *SIZE +LABEL/),
      expect.stringContaining('vol-db'),
      expect.stringContaining('uploads'),
    ]);
  });

  it('a column that needs a request for each row is left out', async () => {
    expect((await lines('get', 'instances'))[0]).toBe('LABEL');
  });
});
