/** One account on the screen: its session, its context, and the switch to another account. */
import {setImmediate} from 'node:timers/promises';
import {families} from '../../families/registry.ts';
import {currentAuthor, type Environment} from '../../platform/files/xdg-paths.ts';
import {profileNames} from '../../profiles/choose-profile.ts';
import {sourceName} from '../../profiles/fetch-token.ts';
import {demoProfileName, loginOf, type Profile} from '../../profiles/profile.ts';
import type {Settings} from '../../profiles/settings.ts';
import {demoAccount, type OpenedAccount, profileAccount, type StartDemo} from '../../store/account/open-account.ts';
import {memoryAuditLog} from '../../store/changes/audit-log.ts';
import {realClock} from '../../store/core/clock.ts';
import {type AccountMember, mergeSessions} from '../../store/multi/merged-session.ts';
import {createSession, type SessionProfile} from '../../store/session/create-session.ts';
import type {Session} from '../../store/session/session.ts';
import type {Preferences, ProfileSummary} from '../context/console-types.ts';
import type {Destination} from '../context/navigation.ts';
import type {CrashBreadcrumbs} from '../state/crash-breadcrumbs.ts';
import {createFileSaver} from '../state/file-saver.ts';
import {loadPreferences, persistPreferences} from '../state/preferences.ts';
import {openProfileStorage, type ProfileStorage} from '../state/profile-storage.ts';
import type {ConsoleApp} from './console-app.ts';
import {createConsole} from './create-console.ts';
import {preferencesAfterReload} from './settings-reload.ts';

export interface AccountSession {
  /** Tells account sessions apart, even two of one profile. */
  readonly key: number;
  readonly session: Session;
  readonly context: ConsoleApp;
  close(): Promise<void>;
}

interface AccountHandle extends AccountMember {
  /** The account's storage between sessions; undefined for the demo, which stores nothing. */
  readonly memory: ProfileStorage | undefined;
  /** Ends everything that was started for the account, when its session is closed. */
  end(): Promise<void>;
}

/** The common profile of several accounts. */
const mergedProfile = (profiles: readonly SessionProfile[]): SessionProfile => ({
  name: profiles.map(({name}) => name).join(' + '),
  // Each account shows its own mark and asks its own confirmation.
  production: false,
  readOnly: profiles.every(({readOnly}) => readOnly),
});

export interface AccountSessionsOptions {
  readonly settings: Settings;
  readonly env: Environment;
  readonly startDemo: StartDemo;
  /** From the command line: applies to every profile. */
  readonly readOnly: boolean;
  /** The longest that one request takes. */
  readonly requestTimeoutMs?: number | undefined;
  /** Several accounts cannot be shown as one here. */
  readonly oneAtATime?: boolean;
  readonly log?: ((event: string, facts?: Readonly<Record<string, unknown>>) => void) | undefined;
  /** Records what the console does, by name. */
  readonly breadcrumbs?: Pick<CrashBreadcrumbs, 'note' | 'follow'> | undefined;
  /** Called when another account was chosen, or this one with another token; the next one shows once it is open. */
  readonly changed: (next: Promise<AccountSession>) => void;
  readonly quit: () => void;
}

export interface AccountSessions {
  /** Opens accounts, each of a profile or the demo: a single one, or several with merged lists. */
  open(
    profiles: readonly (Profile | undefined)[],
    preferences: Partial<Preferences>,
    start?: Destination,
  ): Promise<AccountSession>;
  /** Applies new settings to the current screen and to later ones. */
  applySettings(next: Settings, session: AccountSession): void;
  /** Closes the current console, even if another account was chosen just before. */
  close(): Promise<void>;
  /** Sets the snapshots aside: the rows shown before the first response may be the cause of a crash. */
  discardSnapshots(): Promise<void>;
}

export function createAccountSessions(options: AccountSessionsOptions): AccountSessions {
  const {env, readOnly, changed, quit} = options;
  let {settings} = options;
  /** Tokens that the user typed, by profile; they take precedence over the settings and are stored nowhere else. */
  const typedTokens = new Map<string, string>();
  const profileSummaries = (): readonly ProfileSummary[] => [
    {name: demoProfileName, production: false, readOnly, address: 'built in'},
    ...settings.profiles.map(profile => ({
      name: profile.name,
      production: profile.production,
      readOnly: profile.readOnly,
      address: profile.baseUrl,
      token: typedTokens.has(profile.name) ? 'typed here' : sourceName(profile.token),
      login: !typedTokens.has(profile.name) && loginOf(profile) !== undefined,
    })),
  ];
  let nextKey = 0;
  let shown: AccountSession | undefined;
  let isOpening = false;
  const storages = new Set<ProfileStorage>();
  /** Files continue to be written after a switch to another account. */
  const saver = createFileSaver();
  /** Settles when the previous accounts are closed. */
  let closing: Promise<unknown> = Promise.resolve();

  function accountOf(profile: Profile | undefined): OpenedAccount {
    const limits = {requestTimeoutMs: options.requestTimeoutMs};
    if (profile === undefined) return demoAccount(options.startDemo, readOnly, options.log, limits);
    const token = typedTokens.get(profile.name);
    const wanted = readOnly ? {...profile, readOnly} : profile;
    if (token === undefined) return profileAccount(wanted, env, options.log, limits);
    return profileAccount({...wanted, token: undefined}, {...env, SKYDECK_TOKEN: token}, options.log, limits);
  }

  /** The session, and everything to end together with it. */
  async function openAccount(profile: Profile | undefined): Promise<AccountHandle> {
    const account = accountOf(profile);
    const memory = profile && (await openProfileStorage(account.profile.name, env));
    if (memory) storages.add(memory);
    const session = createSession({
      families,
      // Loading the client takes as long as a paint, so the known rows are painted first.
      async connect() {
        await setImmediate();
        return account.connect();
      },
      clock: realClock,
      random: Math.random,
      profile: account.profile,
      audit: memoryAuditLog(currentAuthor()),
      ...memory?.sessionOptions,
    });
    memory?.onProblem(words => session.showToast(words, 'attention'));
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

  async function openSession(
    wanted: readonly (Profile | undefined)[],
    preferences: Partial<Preferences>,
    start?: Destination,
  ): Promise<AccountSession> {
    const opened = await Promise.all(wanted.map(openAccount));
    const [only] = opened;
    if (!only) throw new Error('no account to show');
    const merged = opened.length > 1 ? mergeSessions({members: opened, families, clock: realClock}) : undefined;
    const session = merged?.session ?? only.session;
    const profile = opened.length > 1 ? undefined : wanted[0];
    /**
     * Opens other accounts in place of the current ones. Until they are ready the current ones stay on screen and can't
     * be replaced again.
     */
    const replaceWith = (next: readonly (Profile | undefined)[], start?: Destination): void => {
      if (isOpening) {
        session.showToast('another account is being opened', 'attention');
        return;
      }
      isOpening = true;
      const opened = preferencesFor(context, profile, next.length > 1 ? undefined : next[0])
        .then(looks => openSession(next, looks, start))
        .finally(() => {
          isOpening = false;
        });
      changed(opened);
      closing = Promise.all([closing, opened.then(() => accountSession.close())]);
    };
    const context = createConsole({
      session,
      families,
      merged,
      profile: merged ? mergedProfile(opened.map(({profile}) => profile)) : only.profile,
      clock: realClock,
      preferences,
      settings,
      profiles: profileSummaries,
      onSwitch(name, start) {
        const names = profileNames(name, settings);
        if (names.length > 1 && options.oneAtATime) session.showToast('here it is one account at a time', 'attention');
        else
          replaceWith(
            names.map(one => settings.profiles.find(candidate => candidate.name === one)),
            start,
          );
      },
      onKey: options.breadcrumbs?.note,
      onQuit: quit,
      coalescePaints: true,
      saver,
      ...(profile && {
        onToken(token: string) {
          typedTokens.set(profile.name, token);
          replaceWith([profile], context.navigation.current.get()?.destination);
        },
      }),
      ...(start && {initialDestination: start}),
    });
    const stopNoting = options.breadcrumbs?.follow(context);
    const stopKeeping = persistPreferences(context.preferences, env, {
      onFailure: only.memory?.reportFailure,
      report: words => session.showToast(words, 'attention'),
    });
    const accountSession: AccountSession = {
      key: nextKey++,
      session,
      context,
      async close() {
        stopNoting?.();
        await stopKeeping();
        await session.close();
        await Promise.all(opened.map(({end}) => end()));
      },
    };
    shown = accountSession;
    return accountSession;
  }

  /** The preferences stay, except for a theme that belongs to the profile. */
  async function preferencesFor({preferences}: ConsoleApp, from?: Profile, to?: Profile): Promise<Preferences> {
    const now = preferences.get();
    if (from?.theme === to?.theme || (to?.theme === undefined && now.theme !== from?.theme)) return now;
    return {...now, theme: to?.theme ?? settings.theme ?? (await loadPreferences(env)).theme ?? 'dark'};
  }

  return {
    open: openSession,
    applySettings(next, {context}) {
      const before = settings;
      settings = next;
      const theme = before.profiles.find(({name}) => name === context.profile.name)?.theme;
      context.applySettings(next, preferencesAfterReload(before, next, theme, context.preferences.get()));
    },
    async close() {
      await closing;
      await Promise.all([saver.end(), shown?.close()]);
    },
    async discardSnapshots() {
      await Promise.all([...storages].map(memory => memory.discardSnapshot()));
    },
  };
}
