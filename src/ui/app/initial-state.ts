/** The first screen and its look: from the command line, the settings and the last session's choices. */
import {families, findFamily} from '../../families/registry.ts';
import type {Environment} from '../../platform/files/xdg-paths.ts';
import {parseRequestTimeout} from '../../platform/text/duration.ts';
import {ownProperty} from '../../platform/text/own-property.ts';
import {chooseProfiles} from '../../profiles/choose-profile.ts';
import {loadSettings} from '../../profiles/load-settings.ts';
import type {Profile} from '../../profiles/profile.ts';
import type {LoadedSettings, Settings} from '../../profiles/settings.ts';
import {knownNames} from '../../store/list/known-names.ts';
import type {Preferences} from '../context/console-types.ts';
import type {Destination} from '../context/navigation.ts';
import {createCrashBreadcrumbs} from '../state/crash-breadcrumbs.ts';
import {loadPreferences} from '../state/preferences.ts';
import {lowBandwidthPreferences} from '../state/slow-link.ts';
import {capabilitiesOf} from '../terminal/index.ts';
import type {AccountSession, AccountSessions} from './account-session.ts';
import type {ConsoleEnvironment, ConsoleOptions} from './console-options.ts';
import {preferencesFromSettings} from './settings-reload.ts';

export interface InitialState {
  readonly loaded: LoadedSettings;
  /** The profiles; undefined is the demo account. Several have merged lists. */
  readonly profiles: readonly (Profile | undefined)[];
  /** The only profile; also undefined if there are several, which have no storage as one. */
  readonly profile: Profile | undefined;
  /** True if the demo account shows because nothing is configured, which the user must know. */
  readonly isFallback: boolean;
  readonly destination: Destination | undefined;
  readonly preferences: Partial<Preferences>;
  /** Files that were damaged and set aside, one per line. */
  readonly notices: readonly string[];
}

/** @returns the reason why the console can't be opened, if any */
export async function loadInitialState(
  options: ConsoleOptions,
  env: Environment,
): Promise<InitialState | {readonly refused: string}> {
  const notices: string[] = [];
  const report = (message: string): void => void notices.push(message);
  const [loaded, remembered] = await Promise.all([loadSettings(env, knownNames), loadPreferences(env, report)]);
  const {settings} = loaded;
  // A wallboard runs unattended for days, so its account must be chosen explicitly.
  const choices = chooseProfiles(options, {loaded, env, canFallBack: !options.monitor});
  if ('refused' in choices) return choices;
  const profiles = choices.map(choice => ('profile' in choice ? choice.profile : undefined));
  if (profiles.length > 1 && options.plain) return {refused: '--plain takes a single profile'};
  const start = initialDestination(options, settings);
  if ('refused' in start) return start;
  const profile = profiles.length > 1 ? undefined : profiles[0];
  const initial = initialPreferences(options, settings, profile, remembered);
  const preferences = {...initial, ...(start.columns && {columns: {...initial.columns, ...start.columns}})};
  const isFallback = choices.some(choice => 'demo' in choice && choice.isFallback);
  return {loaded, profiles, profile, isFallback, destination: start.destination, preferences, notices};
}

/** The steps that the console on the screen and plain mode take alike, until they open their first account. */
export async function prepareStart(options: ConsoleOptions, {startDemo}: Pick<ConsoleEnvironment, 'startDemo'>) {
  const {env} = process;
  const initial = await loadInitialState(options, env);
  if ('refused' in initial) return initial;
  const log =
    options.log === undefined
      ? undefined
      : (await import('../../platform/diagnostics/json-log.ts')).tryOpenLog(options.log);
  if (log && 'refused' in log) return log;
  const breadcrumbs = createCrashBreadcrumbs(env);
  const {loaded, profiles, destination, preferences} = initial;
  return {
    initial,
    breadcrumbs,
    sessionOptions: {
      breadcrumbs,
      settings: loaded.settings,
      env,
      startDemo,
      readOnly: options.readOnly,
      log: log?.log,
      requestTimeoutMs: parseRequestTimeout(options.requestTimeout),
    },
    /** Opens the first account. After a failure, the snapshots are set aside, because they may be its cause. */
    async openFirst(sessions: AccountSessions): Promise<AccountSession> {
      try {
        return await sessions.open(profiles, preferences, destination);
      } catch (error) {
        await sessions.discardSnapshots();
        throw error;
      }
    },
    async closeLog(): Promise<void> {
      const problem = await log?.close();
      if (problem !== undefined) console.error(`skydeck: ${problem}`);
    },
  };
}

/** Prints the reason of a refusal, and returns the exit code. */
export function reportRefusal(message: string): number {
  console.error(`skydeck: ${message}`);
  return 2;
}

interface StartView {
  readonly destination: Destination;
  /** The columns of a saved view. */
  readonly columns?: Preferences['columns'];
}

function initialDestination(
  {view, filter, monitor}: ConsoleOptions,
  settings: Settings,
): Partial<StartView> | {refused: string} {
  if (view === undefined) {
    if (filter !== undefined) return {destination: {family: 'instances', filter}};
    if (monitor) return {destination: {page: 'monitor'}};
    // An unknown start view was reported with its line in the file; it must not block the start.
    const wanted = settings.start === undefined ? {refused: ''} : findDestination(settings.start, settings);
    return 'refused' in wanted ? {} : wanted;
  }
  const named = findDestination(view, settings);
  if ('refused' in named || filter === undefined || 'page' in named.destination) return named;
  return {...named, destination: {...named.destination, filter}};
}

/** A page, a view of the settings, or a family by any of its names. */
function findDestination(view: string, {views}: Settings): StartView | {refused: string} {
  const page = (['overview', 'monitor'] as const).find(page => page === view.toLowerCase());
  if (page) return {destination: {page}};
  const saved = ownProperty(views, view);
  const kept = saved && findFamily(saved.family);
  if (kept) {
    const {filter, sort, columns} = saved;
    return {
      destination: {family: kept.id, ...(filter !== undefined && {filter}), ...(sort && {sort})},
      ...(columns && {columns: {[kept.id]: columns}}),
    };
  }
  const family = findFamily(view);
  if (family === undefined) {
    const names = families.filter(({group, byName}) => group !== undefined || byName).map(({name}) => name);
    return {refused: `Unknown view ${view}. Choose one of overview, ${names.join(', ')}`};
  }
  return {destination: {family: family.id}};
}

function initialPreferences(
  {ascii, lowBandwidth}: ConsoleOptions,
  settings: Settings,
  profile: Profile | undefined,
  remembered: Partial<Preferences>,
): Partial<Preferences> {
  const {hasUnicode, isRemote, hasLightBackground} = capabilitiesOf(process.env);
  return {
    ...remembered,
    ...preferencesFromSettings(settings, profile?.theme, remembered),
    isAscii: ascii || !hasUnicode,
    hasLightBackground,
    jump: isRemote,
    ...(lowBandwidth && lowBandwidthPreferences),
  };
}
