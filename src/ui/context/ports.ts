/**
 * The ports of the console: what its parts use of each other. A function takes only the ports that it needs; the whole
 * console is a `ConsoleContext`, which only the app and this folder name.
 */
import type {StoreApi} from 'zustand/vanilla';
import type {AnyRow, Family, FamilyId, PathParams, Ref, RowId} from '../../families/shape/define-family.ts';
import type {Keymap} from '../../keymap/keymap.ts';
import type {KeyStroke, Layer} from '../../keymap/layer.ts';
import type {Settings} from '../../profiles/settings.ts';
import type {AccountMember} from '../../store/multi/merged-account.ts';
import type {Session} from '../../store/session/session.ts';
import type {Toast} from '../../store/session/toast.ts';
import type {Operation} from '../../store/sync/operation.ts';
import type {FileSaver} from '../state/file-saver.ts';
import type {Frecency} from '../state/frecency.ts';
import type {UnreadTickets} from '../state/unread-tickets.ts';
import type {Paint, Surface, TerminalContextValue} from '../terminal/index.ts';
import type {Skin} from '../theme/skin.ts';
import type {ActionSubject} from './action-subject.ts';
import type {ConsoleClock, ConsoleProfile, Preferences, ProfileSummary} from './console-types.ts';
import type {Destination, Navigation} from './navigation.ts';
import type {OverlayStack} from './overlay-stack.ts';

export interface SessionPort {
  readonly session: Session;
}

/** One account: its session, its profile, and the resource types that it has. */
export interface AccountPort extends SessionPort {
  readonly families: readonly Family[];
  readonly profile: ConsoleProfile;
  family(id: FamilyId): Family;
}

export interface MergedAccountsPort {
  /** The merged accounts; undefined in the context of one account. */
  readonly accounts: AccountSet | undefined;
}

export interface ProfilesPort {
  readonly profiles: readonly ProfileSummary[];
  /** Shows another profile's account instead of this one. */
  switchProfile(name: string, start?: Destination): void;
}

export interface TokenPort {
  /** Continues with this token until the program ends. */
  setToken(token: string): void;
  /**
   * Asks for a new token after a refusal, if `canOpen` still allows it once the dialog is loaded; returns true if it
   * asks. Undefined if none can be entered.
   */
  readonly renewToken: ((canOpen?: () => boolean) => Promise<boolean>) | undefined;
}

export interface SettingsPort {
  /** The current settings; the file may change while the console runs. */
  readonly settings: Settings;
}

export interface PreferencesPort {
  readonly preferences: StoreApi<Preferences>;
}

export interface ClockPort {
  readonly clock: ConsoleClock;
}

export interface SkinPort {
  /** The current colors and symbols. */
  skin(): Skin;
}

export interface SurfacePort {
  /** Creates a surface, painted as the terminal can show it. */
  surface(paint: Paint): Surface;
}

export interface NavigationPort {
  readonly navigation: Navigation;
  /** Opens the resource of a reference. */
  openResource(ref: Ref): void;
  /** Opens the resource of a reference in this profile; switches to its account if necessary. */
  openInProfile(profile: string, ref: Ref): void;
  showList(family: FamilyId, params?: PathParams): void;
}

export interface NotificationPort {
  say(text: string, tone?: Toast['tone']): void;
}

export interface FailurePort {
  /** Shows why work that the user started failed. */
  fail(error: unknown): void;
}

export interface OverlayPort extends NotificationPort {
  readonly overlays: OverlayStack;
}

export interface FocusPort {
  readonly focus: StoreApi<'sidebar' | 'main'>;
}

export interface KeyPort {
  readonly keymap: Keymap;
  /** The layers that handle keys, from bottom to top. */
  layers(): readonly Layer[];
  press(stroke: KeyStroke): void;
}

export type KeymapPort = Pick<KeyPort, 'keymap'>;

export interface TerminalPort {
  /** The terminal as screens query it; set once the console is on screen. */
  readonly terminal: TerminalContextValue;
}

export interface FileSaverPort {
  readonly fileSaver: FileSaver;
}

export interface RepaintPort {
  /** Combines all changes made by `work` into one paint. */
  batch<T>(work: () => T): T;
  /** Runs a background paint at a time that doesn't delay keys. */
  paintInBackground(paint: () => void): void;
  /** Repaints the footer after a move of the cursor. */
  repaintFooter(): void;
  /**
   * Repaints the sidebar after a change of lists; `lists` are rows whose condition may have changed although the rows
   * are the same.
   */
  repaintSidebar(...lists: readonly (readonly AnyRow[])[]): void;
  repaintAll(): void;
}

export interface WatchPort {
  /** Starts or stops notifications about changes of the resources. */
  toggleWatch(subject: ActionSubject): void;
  /** Starts or stops the notification about the end of this operation. */
  toggleOperationWatch(operation: Operation): void;
  isWatched(operation: Operation): boolean;
}

export interface RefetchPort {
  refetchAll(): void;
}

export interface QuitPort {
  quit(): void;
}

export interface FrecencyPort {
  readonly frecency: Frecency;
}

export interface UnreadTicketsPort {
  readonly unreadTickets: UnreadTickets;
}

/** The parts that a change needs from its form to its result: dialogs, editor, files, and the view of a new resource. */
export type ChangePorts = AccountPort &
  ClockPort &
  FailurePort &
  FileSaverPort &
  KeyPort &
  NavigationPort &
  OverlayPort &
  PreferencesPort &
  TerminalPort;

/** The parts that the actions on a row need, custom commands and merged accounts included. */
export type ActionPorts = ChangePorts & MergedAccountsPort & SettingsPort;

/** The parts that the commands of the command bar need. */
export type CommandPorts = ActionPorts & FrecencyPort & ProfilesPort & QuitPort & RefetchPort & SkinPort & TokenPort;

/** The parts that the detail of a resource needs: its tabs show lists, charts, tickets and actions. */
export type DetailPorts = ActionPorts & RepaintPort & SkinPort & SurfacePort & UnreadTicketsPort & WatchPort;

export type ListPorts = DetailPorts & FocusPort;

/** The parts that the lines of one account on a page need. */
export type PageAccountPorts = AccountPort & ClockPort & SkinPort & WatchPort;

export type PagePorts = MergedAccountsPort & NavigationPort & PageAccountPorts & RepaintPort;

/** The whole console, which implements all ports. */
export interface ConsoleContext
  extends AccountPort,
    ClockPort,
    FailurePort,
    FileSaverPort,
    FocusPort,
    FrecencyPort,
    KeyPort,
    MergedAccountsPort,
    NavigationPort,
    OverlayPort,
    PreferencesPort,
    ProfilesPort,
    QuitPort,
    RefetchPort,
    RepaintPort,
    SettingsPort,
    SkinPort,
    SurfacePort,
    TokenPort,
    UnreadTicketsPort,
    TerminalPort,
    WatchPort {
  /** The colors and symbols of the screen. */
  readonly theme: StoreApi<Skin>;
}

/** The context and the subject of an action. */
export interface ActionTarget<Context> {
  readonly context: Context;
  readonly subject: ActionSubject;
  /** The reason for a refusal: the rows belong to several accounts. Context and subject are then those of the first. */
  readonly refused: string | undefined;
}

export interface AccountSet {
  readonly members: readonly AccountMember[];
  /** The context of this account. */
  contextOf(profile: string): ConsoleContext;
  targetFor(subject: ActionSubject): ActionTarget<ConsoleContext>;
  /** The account and ID of a row of a merged list; undefined for an ID without an account. */
  locate(family: FamilyId, id: RowId): {readonly profile: string; readonly id: RowId} | undefined;
}
