/** Leaves the screen to ssh, and comes back where it was. */
import type {AnyRow} from '../../../families/shape/define-family.ts';
import type {IpAddress} from '../../../platform/process/ssh.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import {openMenu} from '../../widgets/menu.ts';
import {ipOf} from '../menus/copy.ts';

export const sshUnavailable = (row: AnyRow | undefined): string | undefined =>
  row === undefined || ipOf(row) === undefined ? 'it has no address to connect to' : undefined;

export async function openSsh(context: ConsoleContext, row: AnyRow | undefined): Promise<void> {
  const {ipAddressesIn} = await import('../../../platform/process/ssh.ts');
  const wantedAddress = context.settings.ssh?.address;
  const addresses = ipAddressesIn([row?.ipv4, row?.ipv6].flat());
  if (wantedAddress === 'ask' && addresses.length > 1) {
    const item = ({kind, address}: IpAddress) => ({text: address, detail: kind, run: () => connect(context, address)});
    openMenu(context, {title: 'Connect to', items: () => addresses.map(item)});
    return;
  }
  if (wantedAddress !== undefined && wantedAddress !== 'ask') {
    const address = addresses.find(({kind}) => kind === wantedAddress)?.address;
    if (address === undefined)
      context.say(`it has no ${wantedAddress} address, which ssh in the settings asks for`, 'attention');
    else await connect(context, address);
    return;
  }
  const address = row && ipOf(row);
  if (address === undefined) context.say('it has no address to connect to', 'attention');
  else await connect(context, address);
}

async function connect(context: ConsoleContext, address: string): Promise<void> {
  const {runSsh, sshArgv} = await import('../../../platform/process/ssh.ts');
  const argv = sshArgv(context.settings.ssh ?? {}, address);
  if (argv === undefined) {
    context.say(`${address} is no address`, 'attention');
    return;
  }
  const outcome = await context.terminal.runSuspended(() => runSsh(argv));
  if ('failed' in outcome) context.say(outcome.failed, 'failed');
  else context.say(`${argv.join(' ')} ended with ${outcome.status}`, outcome.status === 0 ? 'plain' : 'attention');
}
