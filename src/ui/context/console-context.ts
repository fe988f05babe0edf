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
  /** The cursor: a bar over the row, or a mark in the margin, which costs a slow line half the bytes. */
  readonly cursor: 'bar' | 'gutter';
  /** Scrolls by half a page at the edge: a held key on a slow line. */
  readonly jump: boolean;
  readonly sorts: Readonly<Partial<Record<FamilyId, Sort>>>;
  readonly columns: Readonly<Partial<Record<FamilyId, readonly string[]>>>;
  readonly bookmarks: readonly Bookmark[];
  /** Lists saved by name. */
  readonly views: Readonly<Record<string, SavedView>>;
  /** The notation of an object in the editor. */
  readonly editAs: 'yaml' | 'json';
  /** The line is slow: nothing moves for its own sake, and little is painted. */
  readonly lowBandwidth: boolean;
  /** The resources that the user opened by name. */
  readonly uses: UsageRecord;
  /** Up to when tickets were read: their `updated`, by profile and ID. */
  readonly read: Readonly<Record<string, string>>;
}

/** A resource to come back to, with its label and condition when it was noted. */
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

/** A profile that could be shown. */
export interface ProfileSummary extends ConsoleProfile {
  /** The address of the API. */
  readonly address: string;
  /** The source of the token. */
  readonly token?: string;
  /** It comes from a login. */
  readonly login?: boolean;
}

/** Time, injected. */
export interface ConsoleClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs once after so many milliseconds; returns how to call it off. */
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
  /** Asks for what takes the place of a token that was refused; absent where none can be given. */
  readonly renewToken?: (() => Promise<void>) | undefined;
  /** As the settings file says now: it may change while the console runs. */
  readonly settings: Settings;
  readonly clock: ConsoleClock;
  readonly keymap: Keymap;
  readonly preferences: ObservableValue<Preferences>;
  skin(): Skin;
  readonly navigation: Navigation;
  readonly overlays: OverlayStack;
  readonly focus: ObservableValue<'sidebar' | 'main'>;
  readonly unreadTickets: UnreadTickets;
  readonly frecency: Frecency;
  /** The terminal as screens query it; set once the console is on screen. */
  terminal: TerminalContextValue;
  family(id: FamilyId): Family;
  /** A surface that is painted as the terminal can show it. */
  surface(paint: Paint): Surface;
  /** The layers that handle keys, from bottom to top. */
  layers(): readonly Layer[];
  press(stroke: KeyStroke): void;
  /** Folds what `work` changes into one paint. */
  batch<T>(work: () => T): T;
  /** Runs a background paint at a time that doesn't delay keys. */
  paintInBackground(paint: () => void): void;
  say(text: string, tone?: Toast['tone']): void;
  /** Opens what a reference points at. */
  openResource(ref: Ref): void;
  /** Opens what a reference of this profile points at; where its account is not shown, it is shown for that. */
  openInProfile(profile: string, ref: Ref): void;
  showList(family: FamilyId, params?: PathParams): void;
  refetchAll(): void;
  /** Tells when one of these changes, or stops telling. */
  toggleWatch(subject: ActionSubject): void;
  /** Tells when this operation ends, and how; or stops telling. */
  toggleOperationWatch(operation: Operation): void;
  isWatched(operation: Operation): boolean;
  /** The footer follows the cursor. */
  repaintFooter(): void;
  /** The cursor is likely to be on this row next. */
  prepareFooter(cursor: number): void;
  /** The sidebar follows what lists hold; `stale` are rows whose condition may be another although they are the same. */
  repaintSidebar(...stale: readonly (readonly AnyRow[])[]): void;
  repaintAll(): void;
  readonly fileSaver: FileSaver;
  quit(): void;
}
