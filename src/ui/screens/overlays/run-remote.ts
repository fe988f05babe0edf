/** `:run COMMAND`: passes the screen to `skydeck run`, for the selected instances. */
import type {AnyRow} from '../../../families/shape/define-family.ts';
import {demoProfileName} from '../../../profiles/profile.ts';
import type {
  AccountPort,
  NavigationPort,
  OverlayPort,
  ProfilesPort,
  SettingsPort,
  TerminalPort,
} from '../../context/ports.ts';
import {openRunMenu} from '../../models/menu.ts';
import {sanitize} from '../../terminal/index.ts';
import {isListView} from '../shared/is-list-view.ts';

type RunPorts = AccountPort & NavigationPort & OverlayPort & ProfilesPort & SettingsPort & TerminalPort;

/** The reason why no command can run, with the next step. */
function refusalReason({profile, profiles}: RunPorts, rows: readonly AnyRow[]): string | undefined {
  if (rows.length === 0) return 'Select instances in their list first: space selects one, * all.';
  if (profile.readOnly) return 'This profile is read-only, and a command may change the instances.';
  if (profile.name === demoProfileName)
    return 'The instances of the demo account are invented: no command can run on them.';
  // `skydeck run` opens the account by its profile.
  return profiles.some(({name}) => name === profile.name)
    ? undefined
    : ':run needs a profile in the settings. Add this account with skydeck profile add.';
}

export async function openRun(context: RunPorts, command: string): Promise<void> {
  const view = context.navigation.current.getState();
  const rows = isListView(view) && view.family.id === 'instances' ? view.actionRows() : [];
  const refusal = refusalReason(context, rows);
  if (refusal !== undefined) {
    context.say(refusal, 'attention');
    return;
  }
  const {remoteTargets} = await import('../../../store/remote/remote-run.ts');
  const {targets, unreachable} = remoteTargets(rows, command, context.settings.ssh);
  const [lost] = unreachable;
  if (lost) {
    context.say(`${lost.label}: ${lost.reason}`, 'attention');
    return;
  }
  const hosts = targets.map(({label, address}) => `${label} (${address})`).join(', ');
  openRunMenu(context, {
    title: `Run ${sanitize(command)} on ${targets.length === 1 ? '1 instance' : `${targets.length} instances`}?`,
    detail: sanitize(hosts),
    run: () =>
      run(
        context,
        command,
        targets.map(({id}) => String(id)),
      ),
  });
}

async function run(context: RunPorts, command: string, ids: readonly string[]): Promise<void> {
  const [{runForeground}, {selfArgv}] = await Promise.all([
    import('../../../platform/process/foreground-child.ts'),
    import('../../../platform/process/self-argv.ts'),
  ]);
  const argv = selfArgv('--profile', context.profile.name, 'run', '--yes', '--', command, ...ids);
  // The token of the profile may be in an environment variable.
  const ended = await context.terminal.runSuspended(() => runForeground(argv, {pause: true, env: process.env}));
  if ('failed' in ended) {
    context.say(ended.failed, 'failed');
    return;
  }
  const isDone = 'status' in ended && ended.status === 0;
  context.say(
    `run: ${sanitize(command)} ${isDone ? 'succeeded' : 'failed on some instances'}`,
    isDone ? 'ok' : 'attention',
  );
}
