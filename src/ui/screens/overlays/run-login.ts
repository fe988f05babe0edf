/** Lends the screen to `skydeck login`, which opens the browser, and continues with the new login. */
import type {ConsoleContext} from '../../context/console-context.ts';
import {openMenu} from '../../widgets/menu.ts';

export async function openLogin(context: ConsoleContext): Promise<void> {
  const {name} = context.profile;
  if (!hasLogin(context)) {
    context.say(`${name} takes its token from elsewhere: :use-token takes one that is typed`, 'attention');
    return;
  }
  const [{runForeground}, {selfArgv}] = await Promise.all([
    import('../../../platform/process/foreground-child.ts'),
    import('../../../platform/process/process-alive.ts'),
  ]);
  const argv = selfArgv('login', name);
  // A failed login stays on screen until the user has read it. The client secret may be in an environment variable.
  const ended = await context.terminal.runSuspended(() => runForeground(argv, {pause: 'failed', env: process.env}));
  if ('status' in ended && ended.status === 0) {
    context.say(`logged in to ${name}`);
    context.refetchAll();
  } else context.say(`not logged in to ${name}: :login tries again`, 'failed');
}

/** Offers a new login after the API rejected the token of the last one. */
export function offerLogin(context: ConsoleContext): void {
  const words = context.session.status.get().failure?.words ?? 'The API rejected the token.';
  openMenu(context, {
    title: words,
    items: () => [
      {
        text: 'log in',
        detail: `leaves the screen to: skydeck login ${context.profile.name}`,
        run: () => openLogin(context),
      },
      {text: 'later', detail: ':login does it at any time; so does another terminal', run: () => {}},
    ],
  });
}

export const hasLogin = ({profile, profiles}: ConsoleContext): boolean =>
  profiles.some(({name, login}) => name === profile.name && login === true);
