/** The data types that the parts of the console share: profiles, preferences, the clock. */
import type {FamilyId, PathParams, RowId} from '../../families/shape/define-family.ts';
import type {SavedView} from '../../profiles/custom-settings.ts';
import type {Guards} from '../../store/api/guards.ts';
import type {Clock} from '../../store/core/clock.ts';
import type {Sort} from '../../store/list/list-model.ts';
import type {ThemeName} from '../theme/themes.ts';

/** The use of a resource as of its last use. */
export interface Usage {
  /** The uses, halved every week. */
  readonly weight: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export type UsageRecord = Readonly<Record<string, Usage>>;

/** The user's choices about looks; the caller that passed them in stores them. */
export interface Preferences {
  readonly theme: ThemeName;
  readonly isAscii: boolean;
  /** True on a light background, where the high-contrast theme has dark colors. */
  readonly hasLightBackground: boolean;
  /** The cursor: a bar over the row, or a mark in the margin, which needs half the bytes on a slow connection. */
  readonly cursor: 'bar' | 'gutter';
  /** True if the list scrolls by half a page at its edge, for a held key on a slow connection. */
  readonly jump: boolean;
  readonly sorts: Readonly<Partial<Record<FamilyId, Sort>>>;
  readonly columns: Readonly<Partial<Record<FamilyId, readonly string[]>>>;
  readonly bookmarks: readonly Bookmark[];
  /** Lists saved by name. */
  readonly views: Readonly<Record<string, SavedView>>;
  /** The notation of an object in the editor. */
  readonly editAs: 'yaml' | 'json';
  /** True on a slow connection: no animation, and few paints. */
  readonly lowBandwidth: boolean;
  /** The resources that the user opened by name. */
  readonly uses: UsageRecord;
  /** The `updated` time up to which tickets were read, by profile and ID. */
  readonly read: Readonly<Record<string, string>>;
}

/** A bookmarked resource, with its label and condition at that time. */
export interface Bookmark {
  readonly family: FamilyId;
  readonly id: RowId;
  /** The list's path parameters, for a child of another resource. */
  readonly params?: PathParams;
  /** The account; entries of earlier versions have none. */
  readonly profile?: string;
  readonly label: string;
  readonly word: string;
}

export interface ConsoleProfile {
  readonly name: string;
  readonly production: boolean;
  readonly readOnly: boolean;
  readonly guards?: Guards | undefined;
}

/** A profile that can be shown. */
export interface ProfileSummary extends ConsoleProfile {
  /** The address of the API. */
  readonly address: string;
  /** The source of the token. */
  readonly token?: string;
  /** True if the token comes from a login. */
  readonly login?: boolean;
}

/** Time, injected. */
export type ConsoleClock = Pick<Clock, 'now' | 'schedule'>;
