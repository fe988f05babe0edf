/** Passes the screen to `skydeck login`, which opens the browser, and continues with the new login. */
import type {AccountPort, OverlayPort, ProfilesPort, RefetchPort, TerminalPort} from '../../context/ports.ts';
import {openMenu} from '../../models/menu.ts';

type RunLoginPorts = AccountPort & OverlayPort & ProfilesPort & RefetchPort & TerminalPort;

export async function openLogin(context: RunLoginPorts): Promise<void> {
  const {name} = context.profile;
  if (!hasLogin(context)) {
    context.say(`${name} has a token from the settings. Use :use-token to type one`, 'attention');
    return;
  }
  const [{runForeground}, {selfArgv}] = await Promise.all([
    import('../../../platform/process/foreground-child.ts'),
    import('../../../platform/process/self-argv.ts'),
  ]);
  const argv = selfArgv('login', name);
  // After a failure, the output stays on screen until the user has read it. The client secret may be in an environment
  // variable.
  const ended = await context.terminal.runSuspended(() => runForeground(argv, {pause: 'failed', env: process.env}));
  if ('status' in ended && ended.status === 0) {
    context.say(`logged in to ${name}`);
    context.refetchAll();
  } else context.say(`Not logged in to ${name}. Type :login to retry.`, 'failed');
}

/** Offers a new login after the API rejected the token of the last one. */
export function offerLogin(context: RunLoginPorts): void {
  const message = context.session.account.getState().status.failure?.message ?? 'The API rejected the token.';
  openMenu(context, {
    title: message,
    items: () => [
      {
        text: 'log in',
        detail: `leaves the screen to: skydeck login ${context.profile.name}`,
        run: () => openLogin(context),
      },
      {
        text: 'later',
        detail: ':login logs in at any time, and so does skydeck login in another terminal',
        run: () => {},
      },
    ],
  });
}

export const hasLogin = ({profile, profiles}: AccountPort & ProfilesPort): boolean =>
  profiles.some(({name, login}) => name === profile.name && login === true);
