/** The content of the settings file. */
import type {CustomCommand, SavedView, SshSettings} from './custom-settings.ts';
import {type GuardRules, noGuards} from './guard-rules.ts';
import type {MonitorLayout} from './monitor-layout.ts';
import type {Profile} from './profile.ts';
import type {CustomTheme} from './themes.ts';

/** The record of earlier versions of rows. */
export interface HistorySettings {
  readonly isOff: boolean;
  readonly maxMb?: number | undefined;
  readonly maxDays?: number | undefined;
}

type ByName<T> = Readonly<Record<string, T>>;

export interface Settings {
  /** Null: with several profiles, each command names its own. Undefined: the first. */
  readonly defaultProfile?: string | null | undefined;
  readonly profiles: readonly Profile[];
  /** Guards of every account. */
  readonly guards: GuardRules;
  /** Path of a team file with guards, as the settings write it. */
  readonly guardsFile?: string | undefined;
  /** The first view: a page, a family, or one of `views`. */
  readonly start?: string | undefined;
  readonly theme?: string | undefined;
  readonly themes: ByName<CustomTheme>;
  /** Keys by command or action; an empty list switches them off. */
  readonly keys: ByName<readonly string[]>;
  /** Columns by ID of the family. */
  readonly columns: ByName<readonly string[]>;
  readonly sorts: ByName<{readonly column: string; readonly descending: boolean}>;
  readonly filters: ByName<string>;
  readonly views: ByName<SavedView>;
  readonly commands: readonly CustomCommand[];
  readonly ssh?: SshSettings | undefined;
  /** File of the people whose signature a plan needs before it is applied; undefined if it needs none. */
  readonly planSigners?: string | undefined;
  /** The record of earlier versions; undefined records them with the default limits. */
  readonly history?: HistorySettings | undefined;
  /** Format in which an object is opened in the editor. */
  readonly editAs?: 'yaml' | 'json' | undefined;
  /** Layouts of the wallboard. */
  readonly monitor?: readonly MonitorLayout[] | undefined;
}

export interface SettingsMistake {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** A profile, or which one is the default, may be lost by it. */
  readonly hidesProfile: boolean;
}

export interface LoadedSettings {
  readonly path: string;
  /** True when the file exists. */
  readonly isFound: boolean;
  /** Time of the last change before the file was read, milliseconds since 1970; undefined if unknown. */
  readonly changed: number | undefined;
  readonly settings: Settings;
  readonly mistakes: readonly SettingsMistake[];
}

export const emptySettings: Settings = {
  profiles: [],
  guards: noGuards,
  themes: {},
  keys: {},
  columns: {},
  sorts: {},
  filters: {},
  views: {},
  commands: [],
};

/** A resource type whose names the settings use. */
export interface KnownFamily {
  readonly id: string;
  readonly columns: readonly string[];
  readonly actions: readonly {readonly name: string; readonly key?: string | undefined}[];
  /** Lower-case paths of the fields of its resources, such as `specs.memory`; empty if they are unknown. */
  fields(): readonly string[];
}

/** Names that the settings use and other folders define. */
export interface KnownNames {
  /** The family with this ID or any other of its names. */
  family(name: string): KnownFamily | undefined;
  families(): readonly KnownFamily[];
  /** The reason why a filter matches nothing in the lists of a family, or of all families. */
  filterProblem(filter: string, family?: string): string | undefined;
}
