/** Leaves the screen to ssh, and comes back where it was. */
import type {AnyRow} from '../../families/define.ts';
import type {Deck} from '../deck.ts';
import {addressOf} from './menu/copy.ts';

export const noSsh = (row: AnyRow | undefined): string | undefined =>
  row === undefined || addressOf(row) === undefined ? 'it has no address to connect to' : undefined;

export async function openSsh(deck: Deck, row: AnyRow | undefined): Promise<void> {
  const address = row && addressOf(row);
  const {defaultSsh, runSsh, sshArgv} = await import('../../platform/ssh.ts');
  const argv = address === undefined ? undefined : sshArgv(deck.ssh ?? defaultSsh, address);
  if (argv === undefined) {
    deck.say(address === undefined ? 'it has no address to connect to' : `${address} is no address`, 'attention');
    return;
  }
  const outcome = await deck.terminal.suspended(() => runSsh(argv));
  if ('failed' in outcome) deck.say(outcome.failed, 'failed');
  else deck.say(`${argv.join(' ')} ended with ${outcome.status}`, outcome.status === 0 ? 'plain' : 'attention');
}
