/** One account on the screen: its session, its context, and the switch to another account. */
import {setImmediate} from 'node:timers/promises';
import {families} from '../../families/registry.ts';
import {currentAuthor, type Environment, stateFolder} from '../../platform/files/xdg-paths.ts';
import {closeAll} from '../../platform/runtime/close-all.ts';
import {openAll} from '../../platform/runtime/open-all.ts';
import {errorMessage} from '../../platform/text/error-message.ts';
import {findProfiles} from '../../profiles/choose-profile.ts';
import {sourceName} from '../../profiles/fetch-token.ts';
import {guardsOf} from '../../profiles/load-guards.ts';
import {demoProfileName, loginOf, type Profile} from '../../profiles/profile.ts';
import type {Settings} from '../../profiles/settings.ts';
import {accountGuards} from '../../store/account/account-guards.ts';
import {demoAccount, type OpenedAccount, profileAccount, type StartDemo} from '../../store/account/open-account.ts';
import {memoryAuditLog} from '../../store/changes/audit-log.ts';
import {realClock} from '../../store/core/clock.ts';
import {lazyHistoryFile} from '../../store/history/lazy-history-file.ts';
import {type AccountMember, mergedProfile} from '../../store/multi/merged-account.ts';
import {mergeSessions} from '../../store/multi/merged-session.ts';
import {createSession} from '../../store/session/create-session.ts';
import type {Session} from '../../store/session/session.ts';
import type {SessionProfile} from '../../store/session/session-options.ts';
import type {Preferences, ProfileSummary} from '../context/console-types.ts';
import type {Destination} from '../context/navigation.ts';
import type {CrashBreadcrumbs} from '../state/crash-breadcrumbs.ts';
import {createFileSaver} from '../state/file-saver.ts';
import {loadPreferences, persistPreferences} from '../state/preferences.ts';
import {openProfileStorage, type ProfileStorage, planQueueOf} from '../state/profile-storage.ts';
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
  readonly storage: ProfileStorage | undefined;
  /** Ends everything that was started for the account, when its session is closed. */
  end(): Promise<void>;
}

const closeAccount = ({session, end}: AccountHandle): Promise<void> => session.close().finally(end);

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
  readonly breadcrumbs?: Pick<CrashBreadcrumbs, 'note' | 'follow' | 'reportDefect'> | undefined;
  /**
   * Called when another account was chosen, or this one with another token; the next one shows once it is open. It is
   * undefined after a failure, which a toast reported: the current one then stays.
   */
  readonly changed: (next: Promise<AccountSession | undefined>) => void;
  readonly quit: () => void;
}

/** Opens accounts one after the other, each in place of the one before. */
export class AccountSessions {
  readonly #options: AccountSessionsOptions;
  #settings: Settings;
  /** Tokens that the user typed, by profile; they take precedence over the settings and are stored nowhere else. */
  readonly #typedTokens = new Map<string, string>();
  readonly #storages = new Set<ProfileStorage>();
  /** Files continue to be written after a switch to another account. */
  readonly #saver = createFileSaver();
  /** The accounts on screen, whose guards follow the settings. */
  #guarded: readonly SessionProfile[] = [];
  #nextKey = 0;
  #shown: AccountSession | undefined;
  #isOpening = false;
  /** Settles when the previous accounts are closed. */
  #closing: Promise<unknown> = Promise.resolve();

  constructor(options: AccountSessionsOptions) {
    this.#options = options;
    this.#settings = options.settings;
  }

  /** Opens accounts, each of a profile or the demo: a single one, or several with merged lists. */
  async open(
    profiles: readonly (Profile | undefined)[],
    preferences: Partial<Preferences>,
    start?: Destination,
  ): Promise<AccountSession> {
    const opening = profiles.map(profile => this.#openAccount(profile));
    const handles = await openAll(opening, closeAccount);
    try {
      this.#shown = this.#show(handles, handles.length > 1 ? undefined : profiles[0], {preferences, start});
    } catch (error) {
      await Promise.allSettled(handles.map(closeAccount));
      throw error;
    }
    return this.#shown;
  }

  #show(
    handles: readonly AccountHandle[],
    profile: Profile | undefined,
    options: {preferences: Partial<Preferences>; start: Destination | undefined},
  ): AccountSession {
    this.#guarded = handles.map(handle => handle.profile);
    const context = this.#createContext(handles, profile, options);
    const {session} = context;
    const stopNoting = this.#options.breadcrumbs?.follow(context);
    const stopKeeping = persistPreferences(context.preferences, this.#options.env, {
      onFailure: handles[0]?.storage?.reportFailure,
      report: message => session.showToast(message, 'attention'),
    });
    return {
      key: this.#nextKey++,
      session,
      context,
      async close() {
        await closeAll([() => stopNoting?.(), () => session.close(), stopKeeping, ...handles.map(({end}) => end)]);
      },
    };
  }

  /** Applies new settings to the current screen and to later ones. */
  applySettings(next: Settings, {context}: AccountSession): void {
    const before = this.#settings;
    this.#settings = next;
    for (const {name, guards} of this.#guarded)
      guards?.update(guardsOf({settings: next}, name === demoProfileName ? undefined : name));
    const theme = before.profiles.find(({name}) => name === context.profile.name)?.theme;
    context.applySettings(next, preferencesAfterReload(before, next, theme, context.preferences.getState()));
  }

  /** Closes the current console, even if another account was chosen just before. */
  async close(): Promise<void> {
    await closeAll([() => this.#closing, () => this.#shown?.close(), () => this.#saver.end()]);
  }

  /** Sets the snapshots aside: the rows shown before the first response may be the cause of a crash. */
  async discardSnapshots(): Promise<void> {
    await Promise.all([...this.#storages].map(storage => storage.discardSnapshot()));
  }

  /** The console of these accounts; `profile` is that of a single one, and undefined for the demo. */
  #createContext(
    handles: readonly AccountHandle[],
    profile: Profile | undefined,
    {preferences, start}: {preferences: Partial<Preferences>; start: Destination | undefined},
  ): ConsoleApp {
    const [only] = handles;
    if (!only) throw new Error('no account to show');
    const merged = handles.length > 1 ? mergeSessions({members: handles, families, clock: realClock}) : undefined;
    const session = merged?.session ?? only.session;
    const replaceWith = (next: readonly (Profile | undefined)[], at?: Destination): void =>
      this.#replace({context, profile}, next, at);
    const context: ConsoleApp = createConsole({
      session,
      families,
      merged,
      profile: merged ? mergedProfile(handles.map(handle => handle.profile)) : only.profile,
      clock: realClock,
      preferences,
      settings: this.#settings,
      profiles: () => this.#profileSummaries(),
      onSwitch: (name, at) => {
        const next = findProfiles(name, this.#settings);
        if ('refused' in next) session.showToast(next.refused, 'attention');
        else if (next.length > 1 && this.#options.oneAtATime)
          session.showToast('Plain mode shows one account at a time', 'attention');
        else replaceWith(next, at);
      },
      onKey: this.#options.breadcrumbs?.note,
      reportDefect: this.#options.breadcrumbs?.reportDefect,
      onQuit: this.#options.quit,
      coalescePaints: true,
      saver: this.#saver,
      ...(profile && {
        onToken: (token: string) => {
          this.#typedTokens.set(profile.name, token);
          replaceWith([profile], context.navigation.current.getState()?.destination);
        },
      }),
      ...(start && {initialDestination: start}),
    });
    return context;
  }

  /**
   * Opens other accounts in place of the current ones. Until they are ready the current ones stay on screen and can't be
   * replaced again.
   */
  #replace(
    {context, profile}: {context: ConsoleApp; profile: Profile | undefined},
    next: readonly (Profile | undefined)[],
    start: Destination | undefined,
  ): void {
    if (this.#isOpening) {
      context.session.showToast('another account is being opened', 'attention');
      return;
    }
    this.#isOpening = true;
    const previous = this.#shown;
    const opened = this.#preferencesFor(context, profile, next.length > 1 ? undefined : next[0])
      .then(preferences => this.open(next, preferences, start))
      .catch(error => {
        const names = next.map(one => one?.name ?? demoProfileName).join(' and ');
        context.session.showToast(`Couldn’t open ${names}: ${errorMessage(error)}`, 'failed');
        return undefined;
      })
      .finally(() => {
        this.#isOpening = false;
      });
    this.#options.changed(opened);
    const closing = opened.then(async shown => {
      if (!shown || !previous) return;
      const text = `Couldn’t close ${previous.context.profile.name} completely`;
      // A rejection would end the new console.
      await previous.close().catch(error => shown.session.showToast(`${text}: ${errorMessage(error)}`, 'failed'));
    });
    this.#closing = Promise.all([this.#closing, closing]);
  }

  /** The session, and everything to end together with it. */
  async #openAccount(profile: Profile | undefined): Promise<AccountHandle> {
    const account = this.#accountOf(profile);
    const {env, log} = this.#options;
    const storage = profile && (await openProfileStorage(account.profile.name, env));
    if (storage) this.#storages.add(storage);
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
      // Values may hold secrets, so only the names are written.
      trace: log && ((store, action) => log('state', {store, action})),
      auditLog: memoryAuditLog(currentAuthor()),
      history: lazyHistoryFile(profile && stateFolder(env), account.profile.name, this.#settings.history),
      ...storage?.sessionOptions,
      plans: storage && planQueueOf(account, storage),
    });
    storage?.onProblem(message => session.showToast(message, 'attention'));
    return {
      profile: account.profile,
      session,
      storage,
      async end() {
        await closeAll([() => storage?.close(), () => account.close()]);
      },
    };
  }

  #accountOf(profile: Profile | undefined): OpenedAccount {
    const {readOnly, startDemo, log, env, requestTimeoutMs} = this.#options;
    const rules = profile ? profile.guards : this.#settings.guards;
    const guards = accountGuards(rules, {env, profile: profile?.name});
    const limits = {requestTimeoutMs, guards};
    if (profile === undefined) return demoAccount(startDemo, readOnly, log, limits);
    const typedToken = this.#typedTokens.get(profile.name);
    return profileAccount(readOnly ? {...profile, readOnly} : profile, env, log, {...limits, typedToken});
  }

  #profileSummaries(): readonly ProfileSummary[] {
    const {readOnly} = this.#options;
    return [
      {name: demoProfileName, production: false, readOnly, address: 'built in'},
      ...this.#settings.profiles.map(profile => ({
        name: profile.name,
        production: profile.production,
        readOnly: profile.readOnly,
        address: profile.baseUrl,
        token: this.#typedTokens.has(profile.name) ? 'entered in this session' : sourceName(profile.token),
        login: !this.#typedTokens.has(profile.name) && loginOf(profile) !== undefined,
      })),
    ];
  }

  /** The preferences stay, except for a theme that belongs to the profile. */
  async #preferencesFor({preferences}: ConsoleApp, from?: Profile, to?: Profile): Promise<Preferences> {
    const now = preferences.getState();
    if (from?.theme === to?.theme || (to?.theme === undefined && now.theme !== from?.theme)) return now;
    const {theme} = this.#settings;
    return {...now, theme: to?.theme ?? theme ?? (await loadPreferences(this.#options.env)).theme ?? 'dark'};
  }
}
