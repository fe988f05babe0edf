/** The console, from what the command line asked for to the exit code. */
import {setImmediate} from 'node:timers/promises';
import {byName, families} from '../families/registry.ts';
import {chooseProfile} from '../profiles/choose.ts';
import type {Profile} from '../profiles/profile.ts';
import {loadSettings, mistakeLines, type Settings} from '../profiles/settings.ts';
import {type Account, demoAccount, profileAccount, type StartDemo} from '../store/account.ts';
import {realClock} from '../store/clock.ts';
import {createSession} from '../store/session.ts';
import type {Session} from '../store/types.ts';
import {App} from './app.tsx';
import {createDeck, type DeckOptions, type WholeDeck} from './create-deck.ts';
import type {Preferences} from './deck.ts';
import type {Destination} from './place.ts';
import {keep, recall} from './remembered.ts';
import {capabilitiesOf, startTerminal, type TerminalSession} from './terminal/index.ts';
import {type ThemeName, themeNames} from './theme/themes.ts';

/** What the command line asked of the console. Whatever it did not mention is false or absent. */
export interface ConsoleOptions {
  /** The wallboard instead of the console. */
  readonly monitor: boolean;
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly demo: boolean;
  readonly readOnly: boolean;
  /** The first view, by family or by name, and its filter. */
  readonly view?: string;
  readonly filter?: string;
  readonly ascii: boolean;
  readonly mouse: boolean;
  readonly plain: boolean;
  readonly lowBandwidth: boolean;
  /** Where to write the log. */
  readonly log?: string;
  /** Monitor only: ends when something matches this filter. */
  readonly exitOn?: string;
}

/** What the console is given by whoever starts it: the rooms it must not know. */
export interface Surroundings {
  readonly startDemo: StartDemo;
}

/** One account on the screen. */
interface Seat {
  readonly account: Account;
  readonly session: Session;
  readonly deck: WholeDeck;
}

/** @returns the exit code, once the terminal is as it was */
export async function startConsole(options: ConsoleOptions, {startDemo}: Surroundings): Promise<number> {
  const {env} = process;
  const [loaded, remembered] = await Promise.all([loadSettings(env), recall(env)]);
  const {settings} = loaded;
  const choice = chooseProfile(options, settings, env);
  if ('refused' in choice) return refuse(choice.refused);
  const start = destinationOf(options);
  if ('refused' in start) return refuse(start.refused);
  const log = options.log === undefined ? undefined : (await import('../platform/log.ts')).openLog(options.log);
  const accountFor = (profile: Profile | undefined, readOnly: boolean): Account =>
    profile === undefined ? demoAccount(startDemo, readOnly, log?.log) : profileAccount(profile, env, log?.log);

  const first = 'profile' in choice ? choice.profile : undefined;
  let seat = sit(accountFor(first, 'demo' in choice && choice.readOnly), {
    keys: settings.keys,
    preferences: preferencesFor(options, settings, first, remembered),
    start: start.destination,
    switchTo,
    profiles: settings.profiles.map(({name}) => name),
    ssh: settings.ssh,
    quit: () => terminal.unmount(),
  });
  let stopKeeping = keep(seat.deck.preferences, env);
  for (const mistake of mistakeLines(loaded)) seat.session.say(mistake, 'attention');
  if (first === undefined && !loaded.found) seat.session.say('a demo account; yours: skydeck profile add');

  const terminal: TerminalSession = startTerminal(<App key={seat.account.profile.name} deck={seat.deck} />, {
    mouse: options.mouse,
    screenReader: options.plain,
    onFocus: focused => seat.session.focus(focused),
  });

  /** Another account takes the place of this one; what is shown and remembered of this one goes. */
  function switchTo(name: string): void {
    const profile = settings.profiles.find(candidate => candidate.name === name);
    const {preferences} = seat.deck;
    const left = seat;
    seat = sit(accountFor(profile, options.readOnly), {
      keys: settings.keys,
      preferences: preferences.get(),
      switchTo,
      profiles: settings.profiles.map(({name}) => name),
      ssh: settings.ssh,
      quit: () => terminal.unmount(),
    });
    void stopKeeping();
    stopKeeping = keep(seat.deck.preferences, env);
    terminal.rerender(<App key={seat.account.profile.name} deck={seat.deck} />);
    void leave(left);
  }

  try {
    await terminal.exited;
    return 0;
  } finally {
    await stopKeeping();
    await leave(seat);
    await log?.close();
  }
}

interface SeatOptions {
  readonly keys: Settings['keys'];
  readonly preferences: Partial<Preferences>;
  readonly start?: Destination | undefined;
  readonly profiles: readonly string[];
  readonly ssh: readonly string[] | undefined;
  readonly switchTo: (name: string) => void;
  readonly quit: () => void;
}

function sit(account: Account, {keys, preferences, start, profiles, ssh, switchTo, quit}: SeatOptions): Seat {
  const session = createSession({
    families,
    // Loading what speaks to an account holds up the thread: the first frame comes before it.
    connect: async () => {
      await setImmediate();
      return account.connect();
    },
    clock: realClock,
    random: Math.random,
    profile: account.profile,
  });
  const options: DeckOptions = {
    session,
    families,
    profile: account.profile,
    clock: realClock,
    preferences,
    keys,
    profiles: ['demo', ...profiles],
    ssh,
    onSwitch: switchTo,
    onQuit: quit,
    ...(start && {start}),
  };
  return {account, session, deck: createDeck(options)};
}

async function leave({session, account}: Seat): Promise<void> {
  await session.close();
  await account.close();
}

function refuse(words: string): number {
  console.error(`skydeck: ${words}`);
  return 2;
}

function destinationOf({view, filter, monitor}: ConsoleOptions): {destination?: Destination} | {refused: string} {
  if (view === undefined) {
    if (filter !== undefined) return {destination: {family: 'instances', filter}};
    return monitor ? {destination: {page: 'overview'}} : {};
  }
  if (view.toLowerCase() === 'overview') return {destination: {page: 'overview'}};
  const family = byName(view);
  if (family === undefined) {
    const names = families.filter(({group}) => group !== undefined).map(({name}) => name);
    return {refused: `there is no view ${view}: choose one of overview, ${names.join(', ')}`};
  }
  return {destination: {family: family.id, ...(filter !== undefined && {filter})}};
}

function preferencesFor(
  {ascii, lowBandwidth}: ConsoleOptions,
  settings: Settings,
  profile: Profile | undefined,
  remembered: Partial<Preferences>,
): Partial<Preferences> {
  const {unicode, remote} = capabilitiesOf(process.env);
  const wanted = profile?.theme ?? settings.theme;
  const theme: ThemeName | undefined = themeNames.find(name => name === wanted);
  return {
    ...remembered,
    ...(theme && {theme}),
    ascii: ascii || !unicode,
    jump: remote || lowBandwidth,
    cursor: lowBandwidth ? 'gutter' : 'bar',
  };
}
