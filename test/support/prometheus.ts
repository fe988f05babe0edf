/** A real Prometheus on a free port, as Debian packages it. */
import {spawn, spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';

export const hasPrometheus = ['prometheus', 'promtool'].every(
  program => spawnSync(program, ['--version'], {stdio: 'ignore'}).status === 0,
);

export interface Prometheus {
  /** The data of a query of its API: `/api/v1/alerts`. */
  api<T>(path: string): Promise<T>;
  /** The value of each series of a query. */
  query(text: string): Promise<readonly number[]>;
}

/** @param files name → text; `prometheus.yml` among them */
export async function startPrometheus(files: Readonly<Record<string, string>>): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-prometheus-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      '--web.listen-address=127.0.0.1:0',
    ],
    {stdio: ['ignore', 'ignore', 'pipe']},
  );
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, {recursive: true, force: true});
  });
  let log = '';
  const address = Promise.withResolvers<string>();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
    const [, found] = /msg="Listening on" address=(\S+)/.exec(log) ?? [];
    if (found !== undefined) address.resolve(found);
  });
  void ended.then(() => address.reject(new Error(`Prometheus has ended:\n${log}`)));
  const url = `http://${await address.promise}`;
  const api: Prometheus['api'] = async path => {
    const response = await fetch(url + path);
    const {status, data, error} = (await response.json()) as {status: string; data: never; error?: string};
    if (status !== 'success') throw new Error(`${path}: ${error}`);
    return data;
  };
  return {
    api,
    async query(text) {
      const {result} = await api<{result: {value: [number, string]}[]}>(
        `/api/v1/query?query=${encodeURIComponent(text)}`,
      );
      return result.map(({value: [, value]}) => Number(value));
    },
  };
}
