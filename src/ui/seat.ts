/** One account on the screen: its session, its deck, and how it makes room for another. */
import {setImmediate} from 'node:timers/promises';
import {families} from '../families/registry.ts';
import {currentAuthor, type Environment} from '../platform/paths.ts';
import {profileNames} from '../profiles/choose.ts';
import {demoProfileName, loginOf, type Profile} from '../profiles/profile.ts';
import type {Settings} from '../profiles/settings.ts';
import {sourceName} from '../profiles/token.ts';
import {type Account, demoAccount, profileAccount, type StartDemo} from '../store/account.ts';
import {memoryAuditLog} from '../store/audit.ts';
import {realClock} from '../store/clock.ts';
import {type AccountMember, mergeSessions} from '../store/merged/session.ts';
import {createSession, type SessionProfile} from '../store/session.ts';
import type {Session} from '../store/types.ts';
import type {BlackBox} from './black-box.ts';
import {createDeck, type WholeDeck} from './create-deck.ts';
import type {Preferences, ProfileFacts} from './deck.ts';
import {type Memory, openMemory} from './memory.ts';
import type {Destination} from './place.ts';
import {newChoices} from './reload.ts';
import {keep, recall} from './remembered.ts';
import {createSaver} from './saver.ts';

export interface Seat {
  /** Tells seats apart, also two of one profile. */
  readonly number: number;
  readonly session: Session;
  readonly deck: WholeDeck;
  leave(): Promise<void>;
}

interface Opened extends AccountMember {
  /** What it keeps between sessions; the demo keeps nothing. */
  readonly memory: Memory | undefined;
  /** Ends what was started for it, when its session is closed. */
  end(): Promise<void>;
}

/** What several accounts are called together. */
const together = (profiles: readonly SessionProfile[]): SessionProfile => ({
  name: profiles.map(({name}) => name).join(' + '),
  // Each is shown, and asked about, for itself.
  production: false,
  readOnly: profiles.every(({readOnly}) => readOnly),
});

export interface SeatOptions {
  readonly settings: Settings;
  readonly env: Environment;
  readonly startDemo: StartDemo;
  /** From the command line: holds for every profile. */
  readonly readOnly: boolean;
  /** Several accounts cannot be shown as one here. */
  readonly oneAtATime?: boolean;
  readonly log?: ((event: string, facts?: Readonly<Record<string, unknown>>) => void) | undefined;
  /** Hears what the console does, by names. */
  readonly box?: Pick<BlackBox, 'note' | 'follow'> | undefined;
  /** Another account was chosen, or this one with another token; it is shown once it is opened. */
  readonly changed: (next: Promise<Seat>) => void;
  readonly quit: () => void;
}

export interface Seats {
  /** Shows accounts, each a profile's or the demo: one, or the lists of several as one. */
  take(
    profiles: readonly (Profile | undefined)[],
    preferences: Partial<Preferences>,
    start?: Destination,
  ): Promise<Seat>;
  /** Other settings, for what is on screen and for what comes. */
  adopt(next: Settings, seat: Seat): void;
  /** Leaves what is shown, and what was chosen just before. */
  leave(): Promise<void>;
  /** Sets aside what was shown before the first answer: it may be why the console broke. */
  forget(): Promise<void>;
}

export function createSeats(options: SeatOptions): Seats {
  const {env, readOnly, changed, quit} = options;
  let {settings} = options;
  /** Typed while the program runs, by profile; goes before what the settings name, and is nowhere else. */
  const typed = new Map<string, string>();
  const facts = (): readonly ProfileFacts[] => [
    {name: demoProfileName, production: false, readOnly, address: 'in this program'},
    ...settings.profiles.map(profile => ({
      name: profile.name,
      production: profile.production,
      readOnly: profile.readOnly,
      address: profile.baseUrl,
      token: typed.has(profile.name) ? 'typed here' : sourceName(profile.token),
      login: !typed.has(profile.name) && loginOf(profile) !== undefined,
    })),
  ];
  let number = 0;
  let shown: Seat | undefined;
  let isOpening = false;
  const memories = new Set<Memory>();
  /** Files are written on when another account is shown. */
  const saver = createSaver();
  /** Settles when those that made room are left. */
  let left: Promise<unknown> = Promise.resolve();

  function accountOf(profile: Profile | undefined): Account {
    if (profile === undefined) return demoAccount(options.startDemo, readOnly, options.log);
    const token = typed.get(profile.name);
    const wanted = readOnly ? {...profile, readOnly} : profile;
    if (token === undefined) return profileAccount(wanted, env, options.log);
    return profileAccount({...wanted, token: undefined}, {...env, SKYDECK_TOKEN: token}, options.log);
  }

  /** Its session, and what must be ended with it. */
  async function open(profile: Profile | undefined): Promise<Opened> {
    const account = accountOf(profile);
    const memory = profile && (await openMemory(account.profile.name, env));
    if (memory) memories.add(memory);
    const session = createSession({
      families,
      // Loading what speaks to the account takes as long as painting: what is known goes on the screen first.
      async connect() {
        await setImmediate();
        return account.connect();
      },
      clock: realClock,
      random: Math.random,
      profile: account.profile,
      audit: memoryAuditLog(currentAuthor()),
      ...memory?.parts,
    });
    memory?.tell(words => session.showToast(words, 'attention'));
    return {
      profile: account.profile,
      session,
      memory,
      async end() {
        await memory?.close();
        await account.close();
      },
    };
  }

  async function take(
    wanted: readonly (Profile | undefined)[],
    preferences: Partial<Preferences>,
    start?: Destination,
  ): Promise<Seat> {
    const opened = await Promise.all(wanted.map(open));
    const [only] = opened;
    if (!only) throw new Error('there is no account to show');
    const merged = opened.length > 1 ? mergeSessions({members: opened, families, clock: realClock}) : undefined;
    const session = merged?.session ?? only.session;
    const profile = opened.length > 1 ? undefined : wanted[0];
    /** Opens others in its place. Until they are there, this is what is shown, and chooses no further ones. */
    const again = (next: readonly (Profile | undefined)[], start?: Destination): void => {
      if (isOpening) {
        session.showToast('another account is being opened', 'attention');
        return;
      }
      isOpening = true;
      const opened = looksFor(deck, profile, next.length > 1 ? undefined : next[0])
        .then(looks => take(next, looks, start))
        .finally(() => {
          isOpening = false;
        });
      changed(opened);
      left = Promise.all([left, opened.then(() => seat.leave())]);
    };
    const deck = createDeck({
      session,
      families,
      merged,
      profile: merged ? together(opened.map(({profile}) => profile)) : only.profile,
      clock: realClock,
      preferences,
      settings,
      profiles: facts,
      onSwitch(name, start) {
        const names = profileNames(name, settings);
        if (names.length > 1 && options.oneAtATime) session.showToast('here it is one account at a time', 'attention');
        else
          again(
            names.map(one => settings.profiles.find(candidate => candidate.name === one)),
            start,
          );
      },
      noted: options.box?.note,
      onQuit: quit,
      folds: true,
      saver,
      ...(profile && {
        onToken(token: string) {
          typed.set(profile.name, token);
          again([profile], deck.places.current.get()?.destination);
        },
      }),
      ...(start && {start}),
    });
    const stopNoting = options.box?.follow(deck);
    const stopKeeping = keep(deck.preferences, env, {
      failed: only.memory?.failed,
      report: words => session.showToast(words, 'attention'),
    });
    const seat: Seat = {
      number: number++,
      session,
      deck,
      async leave() {
        stopNoting?.();
        await stopKeeping();
        await session.close();
        await Promise.all(opened.map(({end}) => end()));
      },
    };
    shown = seat;
    return seat;
  }

  /** They go along, but for a theme that is the profile's own. */
  async function looksFor({preferences}: WholeDeck, from?: Profile, to?: Profile): Promise<Preferences> {
    const now = preferences.get();
    if (from?.theme === to?.theme || (to?.theme === undefined && now.theme !== from?.theme)) return now;
    return {...now, theme: to?.theme ?? settings.theme ?? (await recall(env)).theme ?? 'dark'};
  }

  return {
    take,
    adopt(next, {deck}) {
      const before = settings;
      settings = next;
      const theme = before.profiles.find(({name}) => name === deck.profile.name)?.theme;
      deck.adopt(next, newChoices(before, next, theme, deck.preferences.get()));
    },
    async leave() {
      await left;
      await Promise.all([saver.end(), shown?.leave()]);
    },
    async forget() {
      await Promise.all([...memories].map(memory => memory.forget()));
    },
  };
}
