/** The program with the commands, and the accounts that its flags select. */
import {type Command, Option} from 'commander';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import type {CommandContext} from '../io/command-context.ts';
import {type AccountsWithSettings, openAccount, openAccounts} from '../io/open-account.ts';

export interface AccountFlags {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly demo?: true;
  readonly readOnly?: true;
  readonly log?: string;
  /** Milliseconds. */
  readonly requestTimeout?: number;
}

export interface CommandProgram {
  readonly program: Command;
  readonly context: CommandContext;
  readonly setExitCode: (code: number) => void;
}

export const accountFlagsOf = (program: Command): AccountFlags => program.opts<AccountFlags>();

function accountRequest(program: Command) {
  const {requestTimeout: requestTimeoutMs, ...flags} = accountFlagsOf(program);
  return {...flags, requestTimeoutMs};
}

/** `--output FORMAT`, in addition to the separate flags of some formats. */
export const outputOption = (formats: readonly string[]): Option =>
  new Option('-o, --output <format>', 'Output format')
    .choices(formats)
    .conflicts(['table', 'json', 'ndjson', 'csv', 'markdown']);

/** Runs a command with the account that the flags select. */
export async function withAccount(
  {program, context, setExitCode}: CommandProgram,
  run: (account: OpenedAccount) => Promise<number>,
): Promise<void> {
  const account = await openAccount(accountRequest(program), context);
  setExitCode(await runAndClose([account], () => run(account)));
}

/** Runs a command with all accounts that the flags select. */
export async function withAccounts(
  {program, context, setExitCode}: CommandProgram,
  run: (accounts: AccountsWithSettings) => Promise<number>,
): Promise<void> {
  const accounts = await openAccounts(accountRequest(program), context);
  setExitCode(await runAndClose(accounts.accounts, () => run(accounts)));
}

/** Closes the sessions and connections of the accounts, also after an error. */
async function runAndClose(accounts: readonly OpenedAccount[], run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } finally {
    await Promise.all(accounts.map(account => account.close()));
  }
}
