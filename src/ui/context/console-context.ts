/** The interface between the parts of the console; they use each other only through it. */
import type {StoreApi} from 'zustand/vanilla';
import type {AnyRow, Family, FamilyId, PathParams, Ref, RowId} from '../../families/shape/define-family.ts';
import type {Keymap} from '../../keymap/keymap.ts';
import type {KeyStroke, Layer} from '../../keymap/layer.ts';
import type {Settings} from '../../profiles/settings.ts';
import type {AccountMember} from '../../store/multi/merged-account.ts';
import type {Session} from '../../store/session/session.ts';
import type {Toast} from '../../store/session/toast.ts';
import type {Operation} from '../../store/sync/operation.ts';
import type {ActionSubject} from '../screens/change/target/action-subject.ts';
import type {FileSaver} from '../state/file-saver.ts';
import type {Frecency} from '../state/frecency.ts';
import type {UnreadTickets} from '../state/unread-tickets.ts';
import type {Paint, Surface, TerminalContextValue} from '../terminal/index.ts';
import type {Skin} from '../theme/skin.ts';
import type {ConsoleClock, ConsoleProfile, Preferences, ProfileSummary} from './console-types.ts';
import type {Destination, Navigation} from './navigation.ts';
import type {OverlayStack} from './overlay-stack.ts';

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
  readonly preferences: StoreApi<Preferences>;
  /** The colors and symbols of the screen. */
  readonly theme: StoreApi<Skin>;
  skin(): Skin;
  readonly navigation: Navigation;
  readonly overlays: OverlayStack;
  readonly focus: StoreApi<'sidebar' | 'main'>;
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
  /**
   * Repaints the sidebar after a change of lists; `stale` are rows whose condition may have changed although the rows
   * are the same.
   */
  repaintSidebar(...stale: readonly (readonly AnyRow[])[]): void;
  repaintAll(): void;
  readonly fileSaver: FileSaver;
  quit(): void;
}

/** The context and the subject of an action. */
export interface ActionTarget {
  readonly context: ConsoleContext;
  readonly subject: ActionSubject;
  /** The reason for a refusal: the rows belong to several accounts. Context and subject are then those of the first. */
  readonly refused: string | undefined;
}

export interface AccountSet {
  readonly members: readonly AccountMember[];
  /** The context of this account. */
  contextOf(profile: string): ConsoleContext;
  targetFor(subject: ActionSubject): ActionTarget;
  /** The account and ID of a row of a merged list; undefined for an ID without an account. */
  locate(family: FamilyId, id: RowId): {readonly profile: string; readonly id: RowId} | undefined;
}
