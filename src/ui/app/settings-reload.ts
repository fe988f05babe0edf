/**
 * Watches the settings file while the console runs: changes apply at once; a mistake leaves the settings as they are.
 */
import type {Environment} from '../../platform/files/xdg-paths.ts';
import {fileChangedAt, loadSettings, mistakeLines} from '../../profiles/load-settings.ts';
import type {KnownNames, LoadedSettings, Settings} from '../../profiles/settings.ts';
import type {Preferences} from '../context/console-types.ts';
import type {FailurePort} from '../context/ports.ts';

/** The polling interval. Polling also works for links, editors that rename, and files created later. Milliseconds. */
const POLL_INTERVAL_MS = 2000;
/** The interval while the terminal isn't focused, because the focus returns when the user leaves an editor. */
const UNFOCUSED_POLL_INTERVAL_MS = 60_000;

export interface SettingsWatcherHost extends FailurePort {
  readonly env: Environment;
  readonly names: KnownNames;
  readonly initial: Pick<LoadedSettings, 'path' | 'changed' | 'settings'>;
  adopt(settings: Settings, before: Settings): void;
  say(message: string, tone: 'ok' | 'attention'): void;
}

export interface SettingsWatcher {
  /** Called when the window gained or lost the focus. */
  setFocused(isFocused: boolean): void;
  stop(): void;
}

/** Follows the file. */
export function startSettingsWatcher(host: SettingsWatcherHost): SettingsWatcher {
  const {env, names, initial} = host;
  const read = createSettingsReload(initial.settings, host);
  // The file is compared with the version that was read at the start, not with the watcher's first one: a change in
  // between would be missed.
  let {changed} = initial;
  let isOver = false;
  let intervalMs = POLL_INTERVAL_MS;
  let timer = next();
  function next(): NodeJS.Timeout {
    return setTimeout(() => void poll(), intervalMs).unref();
  }
  async function poll(): Promise<void> {
    const changedNow = await fileChangedAt(initial.path);
    if (changedNow !== changed) {
      // A failure is shown once for each version of the file.
      changed = changedNow;
      try {
        const loaded = await loadSettings(env, names);
        ({changed} = loaded);
        if (!isOver) read(loaded);
      } catch (error) {
        host.fail(error);
      }
    }
    // Another check may have ended meanwhile: only one timer is active.
    clearTimeout(timer);
    if (!isOver) timer = next();
  }
  return {
    setFocused(isFocused) {
      intervalMs = isFocused ? POLL_INTERVAL_MS : UNFOCUSED_POLL_INTERVAL_MS;
      void poll();
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/** Handles each reading of the file. */
export function createSettingsReload(
  first: Settings,
  {adopt, say}: Pick<SettingsWatcherHost, 'adopt' | 'say'>,
): (loaded: Pick<LoadedSettings, 'path' | 'settings' | 'mistakes'>) => void {
  let before = first;
  return loaded => {
    const [mistake, ...more] = mistakeLines(loaded);
    if (mistake !== undefined) {
      say(`${mistake}${more.length > 0 ? `, and ${more.length} more` : ''}. The settings are unchanged`, 'attention');
      return;
    }
    const changed = changedSettings(before, loaded.settings);
    if (changed.length === 0) return;
    adopt(loaded.settings, before);
    before = loaded.settings;
    say(`settings read again: ${changed.join(', ')}`, 'ok');
  };
}

const settingLabels: Readonly<Record<keyof Settings, string>> = {
  defaultProfile: 'default_profile, from the next start',
  profiles: 'profiles, when you next switch the profile (@)',
  guards: 'guards',
  guardsFile: 'guards_file',
  start: 'start, from the next one',
  theme: 'theme',
  themes: 'themes',
  keys: 'keys',
  columns: 'columns',
  sorts: 'sort',
  filters: 'filters',
  views: 'views',
  commands: 'commands',
  ssh: 'ssh',
  planSigners: 'plan_signers',
  history: 'history, from the next start',
  editAs: 'edit_as',
  monitor: 'monitor, from the next start',
};

/** The guards of profiles apply at once, unlike the rest of a profile. */
function partOf(settings: Settings, name: keyof Settings): unknown {
  const {profiles} = settings;
  if (name === 'guards') return [settings.guards, profiles.map(profile => [profile.name, profile.guards])];
  return name === 'profiles' ? profiles.map(({guards: _, ...rest}) => rest) : settings[name];
}

const changedSettings = (before: Settings, after: Settings): readonly string[] =>
  (Object.keys(settingLabels) as (keyof Settings)[])
    .filter(name => JSON.stringify(partOf(before, name)) !== JSON.stringify(partOf(after, name)))
    .map(name => settingLabels[name]);

/** Preferences that the settings define: they apply at every start, and the last choice counts for the others. */
export function preferencesFromSettings(
  settings: Settings,
  profileTheme: string | undefined,
  over: Partial<Preferences>,
): Partial<Preferences> {
  const theme = profileTheme ?? settings.theme;
  return {
    ...(theme !== undefined && {theme}),
    ...(settings.editAs && {editAs: settings.editAs}),
    sorts: {...over.sorts, ...settings.sorts},
    columns: {...over.columns, ...settings.columns},
  };
}

/** Preferences after a change of the settings: an entry that was removed gets its default. */
export function preferencesAfterReload(
  before: Settings,
  after: Settings,
  profileTheme: string | undefined,
  now: Preferences,
): Partial<Preferences> {
  const without = <T>(record: Readonly<Record<string, T>>, gone: object, still: object) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !(name in gone) || name in still));
  const rest = {
    sorts: without(now.sorts, before.sorts, after.sorts),
    columns: without(now.columns, before.columns, after.columns),
  };
  const same = (profileTheme ?? before.theme) === (profileTheme ?? after.theme);
  const {theme, ...choices} = preferencesFromSettings(after, profileTheme, rest);
  return {...choices, ...(!same && {theme: theme ?? 'dark'})};
}
