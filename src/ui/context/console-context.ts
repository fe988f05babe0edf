/** The interface between the parts of the console; they use each other only through it. */
import type {AnyRow, Family, FamilyId, PathParams, Ref, RowId} from '../../families/shape/define-family.ts';
import type {Keymap} from '../../keymap/keymap.ts';
import type {KeyStroke, Layer} from '../../keymap/layer.ts';
import type {SavedView} from '../../profiles/custom-settings.ts';
import type {Settings} from '../../profiles/settings.ts';
import type {Sort} from '../../store/list/list-model.ts';
import type {Operation, Session, Toast} from '../../store/session/session.ts';
import type {ActionSubject} from '../screens/change/target/action-subject.ts';
import type {FileSaver} from '../state/file-saver.ts';
import type {Frecency, UsageRecord} from '../state/frecency.ts';
import type {UnreadTickets} from '../state/unread-tickets.ts';
import type {Paint, Surface, TerminalContextValue} from '../terminal/index.ts';
import type {Skin} from '../theme/skin.ts';
import type {ThemeName} from '../theme/themes.ts';
import type {AccountSet} from './active-account.ts';
import type {Destination, Navigation} from './navigation.ts';
import type {ObservableValue} from './observable.ts';
import type {OverlayStack} from './overlay-stack.ts';

/** The user's choices about looks; the caller that passed them in stores them. */
export interface Preferences {
  readonly theme: ThemeName;
  readonly ascii: boolean;
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
export interface ConsoleClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs a function once after this time; returns the function that cancels it. */
  schedule(milliseconds: number, run: () => void): () => void;
}

export interface ConsoleContext {
  readonly session: Session;
  /** The merged accounts; absent in the context of one account. */
  readonly accounts?: AccountSet | undefined;
  readonly families: readonly Family[];
  readonly profile: ConsoleProfile;
  readonly profiles: readonly ProfileSummary[];
  /** Shows another profile's account instead of this one. */
  switchProfile(name: string, start?: Destination): void;
  /** Continues with this token until the program ends. */
  setToken(token: string): void;
  /** Asks for a new token after a refusal; absent if none can be entered. */
  readonly renewToken?: (() => Promise<void>) | undefined;
  /** The current settings; the file may change while the console runs. */
  readonly settings: Settings;
  readonly clock: ConsoleClock;
  readonly keymap: Keymap;
  readonly preferences: ObservableValue<Preferences>;
  /** The colors and symbols of the screen. */
  readonly theme: ObservableValue<Skin>;
  skin(): Skin;
  readonly navigation: Navigation;
  readonly overlays: OverlayStack;
  readonly focus: ObservableValue<'sidebar' | 'main'>;
  readonly unreadTickets: UnreadTickets;
  readonly frecency: Frecency;
  /** The terminal as screens query it; set once the console is on screen. */
  terminal: TerminalContextValue;
  family(id: FamilyId): Family;
  /** Creates a surface, painted as the terminal can show it. */
  surface(paint: Paint): Surface;
  /** The layers that handle keys, from bottom to top. */
  layers(): readonly Layer[];
  press(stroke: KeyStroke): void;
  /** Combines all changes made by `work` into one paint. */
  batch<T>(work: () => T): T;
  /** Runs a background paint at a time that doesn't delay keys. */
  paintInBackground(paint: () => void): void;
  say(text: string, tone?: Toast['tone']): void;
  /** Opens the resource of a reference. */
  openResource(ref: Ref): void;
  /** Opens the resource of a reference in this profile; switches to its account if necessary. */
  openInProfile(profile: string, ref: Ref): void;
  showList(family: FamilyId, params?: PathParams): void;
  refetchAll(): void;
  /** Starts or stops notifications about changes of the resources. */
  toggleWatch(subject: ActionSubject): void;
  /** Starts or stops the notification about the end of this operation. */
  toggleOperationWatch(operation: Operation): void;
  isWatched(operation: Operation): boolean;
  /** Repaints the footer after a move of the cursor. */
  repaintFooter(): void;
  /** Prepares the footer for the row that the cursor is likely to reach next. */
  prepareFooter(cursor: number): void;
  /**
   * Repaints the sidebar after a change of lists; `stale` are rows whose condition may have changed although the rows
   * are the same.
   */
  repaintSidebar(...stale: readonly (readonly AnyRow[])[]): void;
  repaintAll(): void;
  readonly fileSaver: FileSaver;
  quit(): void;
}
