/** Command lines as a script would run them, against an account of the test's own. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {CommandContext} from '../../src/cli/io/command-context.ts';
import {runCommand} from '../../src/cli/main.ts';
import type {EmulatorOptions} from '../../src/emulator/server/start-server.ts';
import {openTestAccount, type TestAccount} from '../../src/emulator/testing/test-account.ts';

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

type ContextOverrides = Partial<Omit<CommandContext, 'env'>>;

/** The output of a command line, and its exit code. */
export async function runCommandLine(
  line: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  overrides: ContextOverrides = {},
): Promise<CommandResult> {
  let out = '';
  let err = '';
  const code = await runCommand(line, {
    startDemo: () => Promise.reject(new Error('no demo in this test')),
    env,
    out: text => {
      out += text;
    },
    err: text => {
      err += text;
    },
    columns: undefined,
    ...overrides,
  });
  return {code, out, err};
}

/** The name of the profile that `--base-url` or its variable makes. */
export const addressProfile = ({url}: {readonly url: string}): string => new URL(url).host;

/** The environment of a script without setup: an account by its address, and a folder for its files. */
export const bareEnv = (
  folder: string,
  {url, token, metricsUrl}: {readonly url: string; readonly token: string; readonly metricsUrl?: string | undefined},
) => ({
  XDG_CONFIG_HOME: join(folder, 'no-settings'),
  SKYDECK_BASE_URL: url,
  ...(metricsUrl && {SKYDECK_METRICS_URL: metricsUrl}),
  SKYDECK_TOKEN: token,
  XDG_STATE_HOME: folder,
});

export interface CommandLine {
  readonly account: TestAccount;
  /** A folder that `close` deletes. */
  readonly folder: string;
  run(line: readonly string[], env?: Readonly<Record<string, string>>, more?: ContextOverrides): Promise<CommandResult>;
  /** The output, parsed as JSON. */
  json(...line: readonly string[]): Promise<never>;
  close(): Promise<void>;
}

/** A demo account, and command lines that speak to it. */
export async function openCommandLine(options: EmulatorOptions = {accounts: 'demo'}): Promise<CommandLine> {
  const account = await openTestAccount(options);
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-cli-'));
  const run: CommandLine['run'] = (line, env = {}, more = {}) =>
    runCommandLine(line, {...bareEnv(folder, account), ...env}, more);
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
