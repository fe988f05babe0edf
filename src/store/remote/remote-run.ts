/** A command on the instances of an account over ssh: hosts, argv, change log, and groups of equal results. */
import type {AnyRow} from '../../families/shape/define-family.ts';
import type {RemoteHost, RemoteResult} from '../../platform/process/remote-command.ts';
import {ipAddressesIn, sshArgv} from '../../platform/process/ssh.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {SshSettings} from '../../profiles/custom-settings.ts';
import type {AuditEntry, AuditLog, AuditOutcome} from '../changes/audit-log.ts';

/** An instance that a command can run on. */
export interface RemoteTarget extends RemoteHost {
  readonly id: number;
  readonly address: string;
}

/** An instance without an address that ssh can reach. */
export interface UnreachableTarget {
  readonly label: string;
  readonly reason: string;
}

/** Options for ssh, so that no host waits for a password. */
const unattendedOptions = ['-o', 'BatchMode=yes', '-o', 'ConnectTimeout=10'];

/**
 * The address and the argv for each instance.
 * @param command as the user typed it; the shell of the host parses it
 */
export function remoteTargets(
  rows: readonly AnyRow[],
  command: string,
  settings: SshSettings = {},
): {readonly targets: readonly RemoteTarget[]; readonly unreachable: readonly UnreachableTarget[]} {
  const targets: RemoteTarget[] = [];
  const unreachable: UnreachableTarget[] = [];
  for (const row of rows) {
    const label = String(row.label);
    const known = ipAddressesIn([row.ipv4, row.ipv6].flat());
    const kind = settings.address === 'ask' ? undefined : settings.address;
    const address = (kind === undefined ? known[0] : known.find(candidate => candidate.kind === kind))?.address;
    const argv = address === undefined ? undefined : sshArgv(settings, address);
    if (address === undefined || argv === undefined)
      unreachable.push({label, reason: kind === undefined ? 'no IP address' : `no ${kind} address`});
    else targets.push({id: Number(row.id), label, address, argv: [...withOptions(argv), command]});
  }
  return {targets, unreachable};
}

/** Programs other than ssh, such as mosh, have other options. */
const withOptions = ([program = '', ...words]: readonly string[]): readonly string[] =>
  /(?:^|\/)ssh$/.test(program) ? [program, ...unattendedOptions, ...words] : [program, ...words];

/** Hosts on which the command had the same exit code and output. */
export interface ResultGroup extends Omit<RemoteResult, 'label'> {
  readonly labels: readonly string[];
}

/** Groups of equal results: successes first, larger groups first. */
export function groupResults(results: readonly RemoteResult[]): readonly ResultGroup[] {
  const groups = new Map<string, {labels: string[]; result: RemoteResult}>();
  for (const result of results) {
    const {status, output, failure} = result;
    const key = JSON.stringify([status, failure, output.trimEnd()]);
    const group = groups.get(key);
    if (group) group.labels.push(result.label);
    else groups.set(key, {labels: [result.label], result});
  }
  return [...groups.values()]
    .map(({labels, result: {label: _, ...rest}}) => ({...rest, labels}))
    .toSorted(
      (first, second) =>
        Number(isFailed(first)) - Number(isFailed(second)) || second.labels.length - first.labels.length,
    );
}

export const isFailed = ({status}: Pick<RemoteResult, 'status'>): boolean => status !== 0;

/** "web-01, web-02: exit 0", and the output below it. */
export function groupText({labels, output, ...result}: ResultGroup): string {
  const lines = output.trimEnd() === '' ? [] : output.trimEnd().split('\n');
  return [
    `${sanitize(labels.join(', '))}: ${endText(result)}`,
    ...lines.map(line => `  ${sanitize(line)}`.trimEnd()),
    '',
  ].join('\n');
}

const endText = ({status, failure}: Pick<RemoteResult, 'status' | 'failure'>): string =>
  failure ?? (status === 255 ? 'no connection (exit 255)' : `exit ${status}`);

/** "3 of 4 succeeded" */
export const totalText = (results: readonly RemoteResult[]): string =>
  `${results.filter(result => !isFailed(result)).length} of ${results.length} succeeded`;

const outcomeOf = (result: RemoteResult): AuditOutcome => {
  if (result.isCanceled) return 'cancelled';
  if (result.isInterrupted) return 'interrupted';
  return isFailed(result) ? 'failed' : 'done';
};

interface RemoteLog {
  readonly audit: Pick<AuditLog, 'announce' | 'write'>;
  /** Name of the profile. */
  readonly profile: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * The entries of the change log for a command: one before it starts on a host, so that an entry exists even if the
 * program is killed, and one when it ends.
 */
export function remoteLog({audit, profile, now}: RemoteLog, targets: readonly RemoteTarget[], command: string) {
  const at = now();
  const entry = ({id, label, address}: RemoteTarget, outcome: AuditOutcome): AuditEntry => ({
    at,
    profile,
    as: undefined,
    api: address,
    operation: 'instances.run',
    method: 'SSH',
    path: `${address} ${command}`,
    target: {family: 'instances', id},
    label,
    changes: [],
    outcome,
    status: undefined,
    requestId: undefined,
    milliseconds: now() - at,
  });
  return {
    /** @returns the reason why the entries can't be written: the command must not run then */
    async announce(): Promise<string | undefined> {
      for (const target of targets) {
        const problem = await audit.announce(entry(target, 'sending'));
        if (problem !== undefined) return problem;
      }
      return undefined;
    },
    ended(result: RemoteResult, index: number): void {
      const target = targets[index];
      if (target) audit.write(entry(target, outcomeOf(result)));
    },
  };
}
