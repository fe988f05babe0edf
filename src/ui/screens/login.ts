/** Leaves the screen to `skydeck login`, which asks the browser, and comes back logged in. */
import type {Deck} from '../deck.ts';
import {openMenu} from '../widgets/menu.ts';

export async function openLogin(deck: Deck): Promise<void> {
  const {name} = deck.profile;
  if (!hasLogin(deck)) {
    deck.say(`${name} takes its token from elsewhere: :use-token takes one that is typed`, 'attention');
    return;
  }
  const [{runForeground}, {selfArgv}] = await Promise.all([
    import('../../platform/foreground.ts'),
    import('../../platform/processes.ts'),
  ]);
  const argv = selfArgv('login', name);
  // What went wrong is read before the screen comes back. The client's secret may be in a variable.
  const ended = await deck.terminal.suspended(() => runForeground(argv, {pause: 'failed', env: process.env}));
  if ('status' in ended && ended.status === 0) {
    deck.say(`logged in to ${name}`);
    deck.refreshAll();
  } else deck.say(`not logged in to ${name}: :login tries again`, 'failed');
}

/** Offered when the login has ended. */
export function offerLogin(deck: Deck): void {
  const words = deck.session.status.get().failure?.words ?? 'the token was refused';
  openMenu(deck, {
    title: words,
    items: () => [
      {
        text: 'log in',
        detail: `leaves the screen to: skydeck login ${deck.profile.name}`,
        run: () => openLogin(deck),
      },
      {text: 'later', detail: ':login does it at any time; so does another terminal', run: () => {}},
    ],
  });
}

export const hasLogin = ({profile, profiles}: Deck): boolean =>
  profiles.some(({name, login}) => name === profile.name && login === true);
