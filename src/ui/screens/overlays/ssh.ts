/** Passes the screen to ssh and then returns to the same view, or opens ssh in a new pane. */
import type {AnyRow} from '../../../families/shape/define-family.ts';
import type {SshAddress} from '../../../platform/process/ssh.ts';
import type {NotificationPort, OverlayPort, SettingsPort, TerminalPort} from '../../context/ports.ts';
import {openMenu} from '../../models/menu.ts';
import {ipOf} from '../menus/copy.ts';

type SshPorts = NotificationPort & SettingsPort & TerminalPort;

export const sshUnavailable = (row: AnyRow | undefined): string | undefined =>
  row === undefined || ipOf(row) === undefined ? 'No IP address to connect to' : undefined;

/** Only an instance has a serial console. */
export const hasSerialConsole = (row: AnyRow | undefined): boolean =>
  row !== undefined && 'specs' in row && typeof row.region === 'string' && typeof row.label === 'string';

export const serialUnavailable = ({settings}: SettingsPort): string | undefined =>
  settings.ssh?.serial === undefined
    ? 'Add the address of your provider’s serial console: ssh.serial in the settings'
    : undefined;

export async function openSsh(
  context: OverlayPort & SettingsPort & TerminalPort,
  row: AnyRow | undefined,
): Promise<void> {
  const {ipAddressesIn} = await import('../../../platform/process/ssh.ts');
  const label = typeof row?.label === 'string' ? row.label : undefined;
  const preferredKind = context.settings.ssh?.address;
  const known = ipAddressesIn([row?.ipv4, row?.ipv6].flat());
  if (preferredKind === 'ask' && known.length > 1) {
    const item = ({kind, address}: SshAddress) => ({
      text: address,
      detail: kind,
      run: () => connect(context, address, label),
    });
    const serial = {text: 'serial console', run: () => openSerial(context, row)};
    const hasSerial = hasSerialConsole(row) && serialUnavailable(context) === undefined;
    openMenu(context, {title: 'Connect to', items: () => [...known.map(item), ...(hasSerial ? [serial] : [])]});
    return;
  }
  if (preferredKind !== undefined && preferredKind !== 'ask') {
    const address = known.find(({kind}) => kind === preferredKind)?.address;
    if (address === undefined)
      context.say(`No ${preferredKind} address, which ssh in the settings requires`, 'attention');
    else await connect(context, address, label);
    return;
  }
  const address = row && ipOf(row);
  if (address === undefined) context.say('No IP address to connect to', 'attention');
  else await connect(context, address, label);
}

/** The provider's serial console, which also reaches an instance without a network. */
export async function openSerial(context: SshPorts, row: AnyRow | undefined): Promise<void> {
  const target = context.settings.ssh?.serial;
  if (target === undefined) {
    context.say(serialUnavailable(context) ?? '', 'attention');
    return;
  }
  const {serialArgv} = await import('../../../platform/process/ssh.ts');
  const {label, region} = {label: String(row?.label), region: String(row?.region)};
  const argv = hasSerialConsole(row) ? serialArgv(target, {label, region}) : undefined;
  if (argv === undefined) context.say('Only an instance has a serial console', 'attention');
  else await start(context, argv, label);
}

async function connect(context: SshPorts, address: string, label = address): Promise<void> {
  const {sshArgv} = await import('../../../platform/process/ssh.ts');
  const argv = sshArgv(context.settings.ssh ?? {}, address);
  if (argv === undefined) context.say(`${address} isn’t an IP address`, 'attention');
  else await start(context, argv, label);
}

async function start(context: SshPorts, argv: readonly string[], label: string): Promise<void> {
  const line = argv.join(' ');
  if (context.settings.ssh?.pane) {
    const {multiplexerOf, openPane} = await import('../../../platform/process/new-pane.ts');
    const multiplexer = multiplexerOf(process.env);
    if (multiplexer !== undefined) {
      const pane = await openPane(multiplexer, argv);
      if ('failed' in pane) context.say(`${label}: ${pane.failed}`, 'failed');
      else context.say(`${label}: ${line} in a new pane`);
      return;
    }
  }
  const {runSsh} = await import('../../../platform/process/ssh.ts');
  const outcome = await context.terminal.runSuspended(() => runSsh(argv));
  if ('failed' in outcome) context.say(`${label}: ${outcome.failed}`, 'failed');
  else context.say(`${label}: ${line} ended with ${outcome.status}`, outcome.status === 0 ? 'plain' : 'attention');
}
