/**
 * Assembles the console. It is independent of React and stays while screens come and go.
 *
 * More than 300 lines: one class, which implements all ports, and the tables of its pages.
 */
import {createStore, type StoreApi} from 'zustand/vanilla';
import type {AnyRow, Family, FamilyId, PathParams, Ref} from '../../families/shape/define-family.ts';
import {createKeymap, type Keymap} from '../../keymap/keymap.ts';
import type {KeyStroke, Layer} from '../../keymap/layer.ts';
import {emptySettings, type Settings} from '../../profiles/settings.ts';
import {isCanceled, toFailure} from '../../store/api/failure-text.ts';
import type {MergedSession} from '../../store/multi/merged-session.ts';
import type {Session} from '../../store/session/session.ts';
import type {Toast} from '../../store/session/toast.ts';
import type {Operation} from '../../store/sync/operation.ts';
import type {ActionSubject} from '../context/action-subject.ts';
import {createAccountSet, findFamily, multiAccountNavigation} from '../context/active-account.ts';
import type {ConsoleClock, ConsoleProfile, Preferences, ProfileSummary} from '../context/console-types.ts';
import {createNavigation, type Destination, type Navigation, type PageName, type View} from '../context/navigation.ts';
import {createOverlayStack} from '../context/overlay-stack.ts';
import {createPaintCoalescer, immediate, type PaintCoalescer} from '../context/paint-coalescer.ts';
import type {AccountSet, ConsoleContext} from '../context/ports.ts';
import {refCounted} from '../context/ref-counted.ts';
import {HeaderModel} from '../frame/header-model.ts';
import {SidebarModel} from '../frame/sidebar-model.ts';
import {StripModel} from '../frame/strip-model.ts';
import {offerResume} from '../screens/actions/resume-batch.ts';
import {ResourceListView} from '../screens/list/list-view.ts';
import {Wallboard} from '../screens/monitor/wallboard.ts';
import {createCostPage} from '../screens/pages/cost.ts';
import {createOperationsPage} from '../screens/pages/operations.ts';
import {createOverview} from '../screens/pages/overview.ts';
import {createPastPage} from '../screens/pages/past.ts';
import {createPlansPage} from '../screens/pages/plans.ts';
import {createSincePage} from '../screens/pages/since.ts';
import {createTrafficPage} from '../screens/pages/traffic.ts';
import {createWastePage} from '../screens/pages/waste.ts';
import {announceChanges} from '../state/changes-since-last-session.ts';
import {createFileSaver, type FileSaver} from '../state/file-saver.ts';
import {createFrecency, type Frecency} from '../state/frecency.ts';
import {createUnreadTickets, noUnreadTickets, type UnreadTickets} from '../state/unread-tickets.ts';
import {createWatchlist, type Watchlist, type WatchlistHost} from '../state/watchlist.ts';
import {createSurface, type Paint, type Surface, type TerminalContextValue} from '../terminal/index.ts';
import {toAscii} from '../theme/ascii.ts';
import {createSkin, type Skin} from '../theme/skin.ts';
import type {ConsoleApp} from './console-app.ts';
import {ConsoleKeys} from './console-keys.ts';
import {createQuit} from './global-keys.ts';
import {subscribeRepaints} from './repaint-subscriptions.ts';

export interface CreateConsoleOptions {
  readonly session: Session;
  readonly families: readonly Family[];
  /** Several accounts with merged lists: `session` is the merged one, `families` are those of each account. */
  readonly merged?: MergedSession | undefined;
  readonly profile: ConsoleProfile;
  readonly clock: ConsoleClock;
  readonly preferences?: Partial<Preferences>;
  readonly settings?: Partial<Settings>;
  readonly initialDestination?: Destination;
  /** A function if the profiles may change while the console runs. */
  readonly profiles?: readonly ProfileSummary[] | (() => readonly ProfileSummary[]);
  /** Delays background paints until the next key paints; without it they happen at once. */
  readonly coalescePaints?: boolean;
  /** By default, files are written to the folder where the program was started. */
  readonly saver?: FileSaver;
  readonly onSwitch?: (name: string, start?: Destination) => void;
  readonly onToken?: (token: string) => void;
  /** Called with the name of the command that a key ran. */
  readonly onKey?: ((what: string) => void) | undefined;
  /** Writes a report of a defect in Skydeck; returns the line for the user. */
  readonly reportDefect?: ((error: unknown) => string) | undefined;
  /** Called when the user wants to quit. */
  readonly onQuit: () => void;
}

const pageFactories: Readonly<Record<PageName, (context: ConsoleContext, destination: Destination) => View>> = {
  overview: createOverview,
  monitor: context => new Wallboard(context),
  operations: createOperationsPage,
  net: createTrafficPage,
  cost: createCostPage,
  waste: createWastePage,
  plans: createPlansPage,
  since: createSincePage,
  past: createPastPage,
};

const defaultPreferences: Preferences = {
  theme: 'dark',
  isAscii: false,
  hasLightBackground: false,
  cursor: 'bar',
  jump: false,
  sorts: {},
  columns: {},
  bookmarks: [],
  views: {},
  editAs: 'yaml',
  lowBandwidth: false,
  read: {},
  uses: {},
};

const noTerminal: TerminalContextValue = {
  compositor: undefined,
  colors: 'none',
  hasUnicode: true,
  batch: work => work(),
  onStroke: () => () => {},
  runSuspended: async child => child(),
  stop: () => {},
  copy: () => Promise.resolve({result: 'unavailable'}),
  setTitle: () => {},
  bell: () => {},
  notify: () => {},
};

export function createConsole(options: CreateConsoleOptions): ConsoleApp {
  const context = new Console(options);
  const first = {family: context.families.find(({group}) => group !== undefined)?.id ?? 'instances'};
  context.navigation.go(options.initialDestination ?? first);
  context.frame.header.refresh();
  context.sidebar.refresh();
  // `:resume` reports a journal that can't be read.
  offerResume(context).catch(() => undefined);
  announceChanges(context);
  return context;
}

/**
 * The console of one account, or of several. The context of one of several accounts copies its functions, so they are
 * fields that are bound to the console.
 */
class Console implements ConsoleApp {
  readonly session: Session;
  readonly accounts: AccountSet | undefined;
  readonly families: readonly Family[];
  readonly profile: ConsoleProfile;
  readonly renewToken: ConsoleContext['renewToken'];
  readonly clock: ConsoleClock;
  readonly preferences: StoreApi<Preferences>;
  readonly theme: StoreApi<Skin>;
  readonly navigation: Navigation;
  readonly overlays = createOverlayStack();
  readonly focus = createStore<'sidebar' | 'main'>(() => 'main');
  readonly unreadTickets: UnreadTickets;
  readonly frecency: Frecency;
  readonly fileSaver: FileSaver;
  readonly sidebar: SidebarModel;
  readonly frame: ConsoleApp['frame'];
  readonly quit: () => void;
  terminal: TerminalContextValue = noTerminal;
  private readonly options: CreateConsoleOptions;
  private readonly configuration: {settings: Settings; keymap: Keymap};
  private readonly watchlist: Watchlist;
  private readonly paintCoalescer: PaintCoalescer;
  private readonly keys: ConsoleKeys;

  constructor(options: CreateConsoleOptions) {
    const {session, profile, clock, merged} = options;
    this.options = options;
    this.session = session;
    this.profile = profile;
    this.clock = clock;
    this.families = merged?.families ?? options.families;
    const settings = {...emptySettings, ...options.settings};
    this.configuration = {settings, keymap: createKeymap(settings.keys)};
    this.preferences = createStore(() => ({...defaultPreferences, ...options.preferences}));
    this.theme = createStore(() => this.chosenSkin());
    const navigation = createNavigation(this.createView);
    this.navigation = merged ? multiAccountNavigation(navigation, () => this) : navigation;
    const watchlistHost: WatchlistHost = {notify: this.notify, say: this.say, keymap: () => this.keymap};
    this.watchlist = createWatchlist(session, watchlistHost);
    this.accounts = merged && createAccountSet(() => this, merged, options.families, watchlistHost);
    this.renewToken = options.onToken && (canOpen => requestNewToken(this, canOpen));
    this.unreadTickets = merged
      ? noUnreadTickets
      : createUnreadTickets({session, preferences: this.preferences, profile});
    this.frecency = createFrecency(this.preferences, profile, clock);
    this.fileSaver = options.saver ?? createFileSaver();
    this.paintCoalescer = options.coalescePaints === true ? createPaintCoalescer(clock, this.batch) : immediate;
    this.quit = createQuit(this, options.onQuit);
    this.keys = new ConsoleKeys(this, {paintCoalescer: this.paintCoalescer, onKey: options.onKey});
    this.sidebar = new SidebarModel(this);
    this.frame = {header: new HeaderModel(this), strip: new StripModel(this), footer: this.keys.footer.surface};
  }

  get profiles(): readonly ProfileSummary[] {
    const {profiles = [{...this.options.profile, address: ''}]} = this.options;
    return typeof profiles === 'function' ? profiles() : profiles;
  }

  get settings(): Settings {
    return this.configuration.settings;
  }

  get keymap(): Keymap {
    return this.configuration.keymap;
  }

  readonly skin = (): Skin => this.theme.getState();
  readonly layers = (): readonly Layer[] => this.keys.layers();
  readonly press = (stroke: KeyStroke): void => this.keys.press(stroke);
  readonly lastKeyAt = (): number => this.keys.lastPressedAt;
  readonly batch = <T>(work: () => T): T => this.terminal.batch(work);
  readonly paintInBackground = (paint: () => void): void => this.paintCoalescer.paint(paint);
  readonly say = (text: string, tone?: Toast['tone']): void =>
    this.session.showToast(text, tone, {isKeyResponse: true});
  readonly fail = (error: unknown): void => {
    if (isCanceled(error)) return;
    const failure = toFailure(error);
    const report = failure.code === 'internal' ? this.options.reportDefect?.(error) : undefined;
    this.say(report ?? failure.message, 'failed');
  };
  readonly switchProfile = (name: string, start?: Destination): void => this.options.onSwitch?.(name, start);
  readonly setToken = (token: string): void => this.options.onToken?.(token);
  readonly family = (id: FamilyId): Family => findFamily([...this.families, ...this.options.families], id);
  readonly toggleWatch = (subject: ActionSubject): void => this.watchlist.toggle(subject);
  readonly isWatched = (operation: Operation): boolean => this.watchlist.isWatched(operation);
  readonly repaintFooter = (): void => this.keys.repaintFooter();

  readonly surface = (paint: Paint): Surface =>
    createSurface((columns, rows) => {
      const lines = paint(columns, rows);
      return this.theme.getState().isAscii ? lines.map(toAscii) : lines;
    });

  readonly openResource = ({family, id, params}: Ref): void =>
    this.navigation.go({family, id, ...(params && {params})});

  readonly openInProfile = (of: string, {family, id, params}: Ref): void => {
    const destination = {family, id, ...(params && {params})};
    if (this.options.merged?.members.some(member => member.profile.name === of))
      this.navigation.go({...destination, profile: of});
    else if (of === this.profile.name) this.navigation.go(destination);
    else if (this.profiles.some(({name}) => name === of)) this.switchProfile(of, destination);
    else this.say(`Profile ${of} no longer exists`, 'attention');
  };

  readonly showList = (family: FamilyId, params?: PathParams): void =>
    this.navigation.go({family, ...(params && {params})});

  readonly refetchAll = (): void => {
    this.session.refetchAll();
    this.say('reading everything again');
  };

  readonly toggleOperationWatch = (operation: Operation): void => {
    this.watchlist.toggleOperation(operation);
    this.navigation.current.getState()?.repaint();
  };

  readonly repaintSidebar = (...lists: readonly (readonly AnyRow[])[]): void => {
    for (const rows of lists) this.sidebar.forget(rows);
    this.paintCoalescer.paint(this.sidebar.refresh);
  };

  readonly repaintAll = (): void =>
    this.batch(() => {
      this.navigation.current.getState()?.repaint();
      this.frame.header.refresh();
      this.frame.strip.refresh();
      this.sidebar.refresh();
      this.frame.footer.repaint();
    });

  readonly applySettings = (settings: Settings, choices: Partial<Preferences>): void => {
    this.configuration.settings = settings;
    this.configuration.keymap = createKeymap(settings.keys);
    this.batch(() => {
      this.preferences.setState(choices);
      this.theme.setState(this.chosenSkin(), true);
      this.repaintAll();
    });
  };

  readonly attach = (terminal: TerminalContextValue): (() => void) => {
    this.terminal = terminal;
    return () => {
      if (this.terminal === terminal) this.terminal = noTerminal;
    };
  };

  readonly activate = refCounted(() => {
    const stop = subscribeRepaints(this, {
      renewToken: this.renewToken,
      reskin: () => {
        const {theme: name, isAscii} = this.preferences.getState();
        if (this.theme.getState().theme !== name || this.theme.getState().isAscii !== isAscii)
          this.theme.setState(this.chosenSkin(), true);
      },
    });
    return () => {
      stop();
      this.paintCoalescer.stop();
    };
  });

  private chosenSkin(): Skin {
    const {theme, isAscii, hasLightBackground} = this.preferences.getState();
    return createSkin(theme, {isAscii, hasLightBackground, customThemes: this.settings.themes});
  }

  private readonly createView = (destination: Destination): View => {
    if ('page' in destination) return pageFactories[destination.page](this, destination);
    const {profile: of} = destination;
    return new ResourceListView(of === undefined ? this : (this.accounts?.contextOf(of) ?? this), destination);
  };

  private readonly notify = (text: string): void => {
    this.session.showToast(text, 'attention');
    this.terminal.bell();
    this.terminal.setTitle(`skydeck: ${text}`);
    this.terminal.notify(`skydeck: ${text}`);
  };
}

/** Asks for a new token after the API refused the current one; returns false if it may not open a dialog. */
async function requestNewToken(context: ConsoleContext, canOpen = () => true): Promise<boolean> {
  const [{hasLogin, offerLogin}, {openToken}] = await Promise.all([
    import('../screens/overlays/run-login.ts'),
    import('../screens/overlays/token.ts'),
  ]);
  if (!canOpen()) return false;
  if (hasLogin(context)) offerLogin(context);
  else openToken(context);
  return true;
}
