/** The command that runs a command on instances. */
import {UsageError} from '../io/command-errors.ts';
import {type CommandProgram, withAccounts} from './command-program.ts';

interface RunFlags {
  readonly filter?: string;
  readonly parallel: string;
  readonly timeout: string;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

const maxParallelLimit = 64;

export function addRun(command: CommandProgram): void {
  const {program, context} = command;
  program
    .command('run')
    .argument('<command>', "command for the shell of the instances, as one argument: 'df -h /'")
    .argument('[instances...]', 'labels or IDs')
    .description('Run a command on instances over ssh, and print equal results once')
    .option('--filter <text>', "All instances that match, such as 'tag:web status:running'")
    .option('--parallel <count>', 'Maximum number of instances at a time', '8')
    .option('--timeout <time>', 'Time limit for each instance, such as 30s', '60s')
    .option('--yes', 'Run without asking; required when stdin is not a terminal')
    .option('--dry-run', 'Print the ssh command of each instance without running it')
    .option('--json', 'Print the results as JSON')
    .addHelpText('after', runHelp)
    .action(async (text: string, ids: string[], flags: RunFlags) => {
      const [{runCommandOn}, {parseDuration}] = await Promise.all([
        import('../remote/run-on-instances.ts'),
        import('../io/deadline.ts'),
      ]);
      const maxParallel = Number(flags.parallel);
      if (!Number.isInteger(maxParallel) || maxParallel < 1 || maxParallel > maxParallelLimit)
        throw new UsageError(`--parallel is a number from 1 to ${maxParallelLimit}, not "${flags.parallel}"`);
      await withAccounts(command, ({accounts, settings}) => {
        const [account, other] = accounts;
        if (!account || other) throw new UsageError('run needs a single account. Use one profile');
        const options = {
          ids,
          filter: flags.filter,
          isDryRun: flags.dryRun ?? false,
          isConfirmed: flags.yes ?? false,
          isJson: flags.json ?? false,
          maxParallel,
          timeoutMs: parseDuration(flags.timeout),
          ssh: settings.ssh,
        };
        return runCommandOn(account, text, options, context);
      });
    });
}

const runHelp = `
Examples:
  skydeck run uptime web-01 web-02
  skydeck run 'systemctl is-active nginx' --filter 'tag:web status:running' --yes
  skydeck run 'df -h /' --filter tag:db --dry-run
`;
