/** Lends the screen to ssh and returns to the same place. */
import type {AnyRow} from '../../../families/shape/define-family.ts';
import type {IpAddress} from '../../../platform/process/ssh.ts';
import type {NotificationPort, OverlayPort, SettingsPort, TerminalPort} from '../../context/ports.ts';
import {openMenu} from '../../models/menu.ts';
import {ipOf} from '../menus/copy.ts';

export const sshUnavailable = (row: AnyRow | undefined): string | undefined =>
  row === undefined || ipOf(row) === undefined ? 'No IP address to connect to' : undefined;

export async function openSsh(
  context: OverlayPort & SettingsPort & TerminalPort,
  row: AnyRow | undefined,
): Promise<void> {
  const {ipAddressesIn} = await import('../../../platform/process/ssh.ts');
  const label = typeof row?.label === 'string' ? row.label : undefined;
  const wanted = context.settings.ssh?.address;
  const known = ipAddressesIn([row?.ipv4, row?.ipv6].flat());
  if (wanted === 'ask' && known.length > 1) {
    const item = ({kind, address}: IpAddress) => ({
      text: address,
      detail: kind,
      run: () => connect(context, address, label),
    });
    openMenu(context, {title: 'Connect to', items: () => known.map(item)});
    return;
  }
  if (wanted !== undefined && wanted !== 'ask') {
    const address = known.find(({kind}) => kind === wanted)?.address;
    if (address === undefined) context.say(`No ${wanted} address, which ssh in the settings requires`, 'attention');
    else await connect(context, address, label);
    return;
  }
  const address = row && ipOf(row);
  if (address === undefined) context.say('No IP address to connect to', 'attention');
  else await connect(context, address, label);
}

async function connect(
  context: NotificationPort & SettingsPort & TerminalPort,
  address: string,
  label = address,
): Promise<void> {
  const {runSsh, sshArgv} = await import('../../../platform/process/ssh.ts');
  const argv = sshArgv(context.settings.ssh ?? {}, address);
  if (argv === undefined) {
    context.say(`${address} isn’t an IP address`, 'attention');
    return;
  }
  const outcome = await context.terminal.runSuspended(() => runSsh(argv));
  if ('failed' in outcome) context.say(`${label}: ${outcome.failed}`, 'failed');
  else
    context.say(
      `${label}: ${argv.join(' ')} ended with ${outcome.status}`,
      outcome.status === 0 ? 'plain' : 'attention',
    );
}
