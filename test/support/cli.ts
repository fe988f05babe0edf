/** Command lines as a script would run them, against an account of the test's own. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Surroundings} from '../../src/cli/account.ts';
import {runCommand} from '../../src/cli/main.ts';
import type {StartOptions} from '../../src/emulator/server.ts';
import {openAccount, type TestAccount} from '../../src/emulator/testing.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CommandLine {
  readonly account: TestAccount;
  /** A folder that is gone afterwards. */
  readonly folder: string;
  run(
    line: readonly string[],
    env?: Readonly<Record<string, string>>,
    more?: Partial<
      Pick<Surroundings, 'ask' | 'browse' | 'stdin' | 'clock' | 'out' | 'err' | 'pipe' | 'progress' | 'interrupted'>
    >,
  ): Promise<Ran>;
  /** What it prints, read as JSON. */
  json(...line: readonly string[]): Promise<never>;
  close(): Promise<void>;
}

/** A demo account, and command lines that speak to it. */
export async function openCommandLine(options: StartOptions = {accounts: 'demo'}): Promise<CommandLine> {
  const account = await openAccount(options);
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-cli-'));
  const run: CommandLine['run'] = async (line, env = {}, more = {}) => {
    let out = '';
    let err = '';
    const code = await runCommand(line, {
      startDemo: () => Promise.reject(new Error('no demo in this test')),
      env: {
        SKYDECK_CONFIG: join(folder, 'none.yaml'),
        SKYDECK_BASE_URL: account.url,
        SKYDECK_TOKEN: account.token,
        XDG_STATE_HOME: folder,
        ...env,
      },
      out: text => {
        out += text;
      },
      err: text => {
        err += text;
      },
      columns: undefined,
      ...more,
    });
    return {code, out, err};
  };
  return {
    account,
    folder,
    run,
    async json(...line) {
      const {out, err} = await run([...line, '--json']);
      if (out === '') throw new Error(err);
      return JSON.parse(out) as never;
    },
    async close() {
      await account.close();
      rmSync(folder, {recursive: true, force: true});
    },
  };
}
