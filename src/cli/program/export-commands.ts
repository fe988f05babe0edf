/** The commands that export the state of accounts to other programs. */
import type {CommandProgram} from './command-program.ts';
import {withAccounts} from './command-program.ts';

interface MetricsFlags {
  readonly listen: string;
  readonly allowRemote?: true;
  readonly once?: true;
  readonly tag?: string;
}

const metricsHelp = `
Prometheus reads the metrics from /metrics, and the addresses of instances from /sd?tag=prod. Skydeck polls each account
once for any number of scrapes. Skydeck stores nothing: Prometheus stores, scales and alerts.
docs/monitoring/README.md lists all metrics. Beside it are alert rules and a dashboard.

Examples:
  skydeck export metrics
  skydeck export metrics --profile prod,lab --tag prod --listen 127.0.0.1:9734
  skydeck export metrics --once | grep skydeck_problems
`;

export function addExportCommands(command: CommandProgram): void {
  const {program, context} = command;
  const exporter = program.command('export').description('Hand the state of accounts to other programs');
  exporter
    .command('metrics')
    .description('Serve the state of one or several profiles to Prometheus, in OpenMetrics text')
    .option('--listen <address>', 'Address and port to listen on', '127.0.0.1:9734')
    .option('--allow-remote', 'Allow --listen on an address that other machines can reach, without a password')
    .option('--once', 'Print the metrics once and exit, without a server')
    .option('--tag <names>', 'Comma-separated tags: their instances get a series of their own')
    .addHelpText('after', metricsHelp)
    .action(async ({listen, allowRemote, once, tag}: MetricsFlags) => {
      const [{exportMetrics}, {parseListenAddress}] = await Promise.all([
        import('../exporter/export-metrics.ts'),
        import('../exporter/listen-address.ts'),
      ]);
      const tags = (tag ?? '').split(',').map(name => name.trim());
      const options = {
        listen: once ? undefined : parseListenAddress(listen, allowRemote ?? false),
        tags: tags.filter(Boolean),
      };
      await withAccounts(command, ({accounts}) => exportMetrics(accounts, options, context));
    });
  for (const added of exporter.commands) added.copyInheritedSettings(program);
}
