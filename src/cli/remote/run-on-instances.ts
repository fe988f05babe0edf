/** `skydeck run COMMAND [ID…]`: runs a command on instances over ssh, and prints equal results once. */

import {familyOf} from '../../families/registry.ts';
import type {AnyRow} from '../../families/shape/define-family.ts';
import {type RemoteResult, runOnHosts} from '../../platform/process/remote-command.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {SshSettings} from '../../profiles/custom-settings.ts';
import {demoProfileName} from '../../profiles/profile.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {realClock} from '../../store/core/clock.ts';
import {
  groupResults,
  groupText,
  isFailed,
  type RemoteTarget,
  remoteLog,
  remoteTargets,
  totalText,
} from '../../store/remote/remote-run.ts';
import {filterHintLine} from '../args/filter-flag.ts';
import {openAuditLog} from '../change/change-session.ts';
import {connectWithWarnings} from '../io/api-warnings.ts';
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {writeJson} from '../io/print-rows.ts';
import {isYes} from '../io/terminal.ts';
import {createRowCache} from '../read/command-lookup.ts';
import {readMatchingRows} from '../read/matching-rows.ts';
import {findRow} from '../read/place-args.ts';
import {rowListOf} from '../read/read-lists.ts';

export interface RunOptions {
  /** Labels or IDs of instances; empty with a filter. */
  readonly ids: readonly string[];
  readonly filter: string | undefined;
  readonly isDryRun: boolean;
  readonly isConfirmed: boolean;
  readonly isJson: boolean;
  readonly maxParallel: number;
  /** The timeout for each host, in milliseconds. */
  readonly timeoutMs: number;
  readonly ssh: SshSettings | undefined;
}

/** @returns 0 if the command succeeded on all instances, 1 if it failed on any */
export async function runCommandOn(
  account: OpenedAccount,
  command: string,
  options: RunOptions,
  context: CommandContext,
): Promise<number> {
  const {out, err} = context;
  if (command.trim() === '') throw new UsageError('The command is empty');
  if (account.profile.readOnly)
    throw new UsageError('This profile is read-only, and a command may change the instances');
  const rows = await selectRows(account, options, context);
  if (rows.length === 0) {
    err('No instance matches the filter. Nothing was run.\n');
    err(filterHintLine(options.filter, familyOf('instances')));
    return exitCodes.done;
  }
  const {targets, unreachable} = remoteTargets(rows, command, options.ssh);
  for (const {label, reason} of unreachable) err(`skydeck: ${sanitize(label)}: ${reason}\n`);
  if (options.isDryRun) {
    out(targets.map(({label, argv}) => `${sanitize(label)}: ${sanitize(argv.join(' '))}\n`).join(''));
    return unreachable.length > 0 ? exitCodes.failed : exitCodes.done;
  }
  if (account.profile.name === demoProfileName)
    throw new UsageError('The instances of the demo account are invented: no command can run on them');
  if (targets.length === 0 || !(await confirm(targets, command, options, context))) {
    err('Nothing was run.\n');
    return exitCodes.failed;
  }
  const results = await runAndLog(account, targets, {command, options, context});
  if (!results) return exitCodes.failed;
  if (options.isJson) out(writeJson(results.map((result, index) => jsonResult(result, targets[index]))));
  else {
    for (const group of groupResults(results)) out(`${groupText(group)}`);
    err(`${totalText(results)}\n`);
  }
  return results.some(isFailed) || unreachable.length > 0 ? exitCodes.failed : exitCodes.done;
}

const jsonResult = ({label, status, output, failure}: RemoteResult, target: RemoteTarget | undefined) => ({
  id: target?.id,
  label,
  address: target?.address,
  status: status ?? null,
  ...(failure !== undefined && {failure}),
  output,
});

/**
 * The instances of the line.
 * @throws UsageError
 * @throws NotFoundError
 */
async function selectRows(
  account: OpenedAccount,
  {ids, filter}: RunOptions,
  context: CommandContext,
): Promise<readonly AnyRow[]> {
  if (filter === undefined && ids.length === 0) throw new UsageError('run needs instances: labels, IDs, or --filter');
  if (filter !== undefined && ids.length > 0)
    throw new UsageError('Instances and --filter select differently. Use one of them');
  if (filter?.trim() === '') throw new UsageError('--filter is empty and would match everything. Pass a filter');
  const family = familyOf('instances');
  const connection = await connectWithWarnings(account, context.err, context)();
  try {
    if (filter !== undefined) {
      const cache = createRowCache(connection, (context.clock ?? realClock).now);
      return await readMatchingRows(connection, family, {params: {}, filter, cache});
    }
    const list = rowListOf(connection, family, {}, ids);
    const rows: AnyRow[] = [];
    for (const id of new Set(ids)) {
      const row = await findRow(connection, family, {params: {}, id}, list);
      if (!rows.some(({id: other}) => other === row.id)) rows.push(row);
    }
    return rows;
  } finally {
    await connection.close();
  }
}

/** @throws UsageError if stdin is not a terminal */
async function confirm(
  targets: readonly RemoteTarget[],
  command: string,
  {isConfirmed}: RunOptions,
  {ask, err}: CommandContext,
): Promise<boolean> {
  if (isConfirmed) return true;
  if (!ask)
    throw new UsageError(
      'Confirmation required, but stdin is not a terminal. Pass --yes to continue or --dry-run to preview.',
    );
  err(`${sanitize(command)}\n${targets.map(({label, address}) => `  ${sanitize(label)} (${address})\n`).join('')}`);
  return isYes(await ask(`Run it on ${targets.length === 1 ? 'this instance' : `these ${targets.length}`}? [y/N] `));
}

interface RunInput {
  readonly command: string;
  readonly options: RunOptions;
  readonly context: CommandContext;
}

/** Runs the command on each host; undefined, after a message, if the change log can't be written. */
async function runAndLog(
  account: OpenedAccount,
  targets: readonly RemoteTarget[],
  {command, options: {maxParallel, timeoutMs}, context}: RunInput,
): Promise<readonly RemoteResult[] | undefined> {
  const {env, err, clock = realClock, onInterrupt: interrupted, progress} = context;
  const audit = openAuditLog(account, env, err);
  const log = remoteLog({audit, profile: account.profile.name, now: clock.now}, targets, command);
  const problem = await log.announce();
  if (problem !== undefined) {
    err(`skydeck: Can’t write the change log, so nothing was run: ${problem}\n`);
    return undefined;
  }
  const stop = new AbortController();
  const release = interrupted?.(() => stop.abort());
  let count = 0;
  try {
    return await runOnHosts(targets, {maxParallel, timeoutMs, signal: stop.signal}, (result, index) => {
      log.ended(result, index);
      progress?.(`${++count} of ${targets.length}`);
    });
  } finally {
    release?.();
    progress?.('');
    await audit.flush();
  }
}
