/** Assembles the console. It is independent of React and stays while screens come and go. */
import type {Family} from '../../families/shape/define-family.ts';
import {createDispatcher} from '../../keymap/dispatch.ts';
import {createKeymap} from '../../keymap/keymap.ts';
import type {Layer} from '../../keymap/layer.ts';
import {unboundKeyHint} from '../../keymap/unbound-keys.ts';
import {emptySettings, type Settings} from '../../profiles/settings.ts';
import type {MergedSession} from '../../store/multi/merged-session.ts';
import type {Session} from '../../store/session/session.ts';
import {activeContext, createAccountSet, findFamily, multiAccountNavigation} from '../context/active-account.ts';
import type {ConsoleContext} from '../context/console-context.ts';
import type {ConsoleClock, ConsoleProfile, Preferences, ProfileSummary} from '../context/console-types.ts';
import {createNavigation, type Destination, type Page, type View} from '../context/navigation.ts';
import {createObservable, refCounted} from '../context/observable.ts';
import {createOverlayStack} from '../context/overlay-stack.ts';
import {createPaintCoalescer, immediate} from '../context/paint-coalescer.ts';
import {createFooter} from '../frame/footer.ts';
import {HeaderModel} from '../frame/header-model.ts';
import {hasRoom} from '../frame/layout.ts';
import {SidebarModel} from '../frame/sidebar-model.ts';
import {StripModel} from '../frame/strip-model.ts';
import {offerResume} from '../screens/actions/resume-batch.ts';
import {createListView} from '../screens/list/list-view.ts';
import {Wallboard} from '../screens/monitor/wallboard.ts';
import {createOperationsPage} from '../screens/pages/operations.ts';
import {createOverview} from '../screens/pages/overview.ts';
import {createTrafficPage} from '../screens/pages/traffic.ts';
import {isListView} from '../screens/shared/is-list-view.ts';
import type {ListView} from '../screens/shared/list-view-types.ts';
import {createFileSaver, type FileSaver} from '../state/file-saver.ts';
import {createFrecency} from '../state/frecency.ts';
import {createUnreadTickets, noUnreadTickets} from '../state/unread-tickets.ts';
import {createWatchlist, type WatchlistHost} from '../state/watchlist.ts';
import {createSurface, type Paint, type Surface, type TerminalContextValue} from '../terminal/index.ts';
import {toAscii} from '../theme/ascii.ts';
import {createSkin, type Skin} from '../theme/skin.ts';
import type {ConsoleApp} from './console-app.ts';
import {createQuit, globalKeysLayer} from './global-keys.ts';
import {handleClick} from './mouse.ts';
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
  /** Called when the user wants to quit. */
  readonly onQuit: () => void;
}

const pageFactories: Readonly<Record<Page, (context: ConsoleContext) => View>> = {
  overview: createOverview,
  monitor: context => new Wallboard(context),
  operations: createOperationsPage,
  net: createTrafficPage,
};

const defaultPreferences: Preferences = {
  theme: 'dark',
  ascii: false,
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

const noLayers: readonly Layer[] = [];

const noTerminal: TerminalContextValue = {
  compositor: undefined,
  colors: 'none',
  unicode: true,
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
  const {session, profile, clock, merged} = options;
  const families = merged?.families ?? options.families;
  const preferences = createObservable<Preferences>({...defaultPreferences, ...options.preferences});
  let settings: Settings = {...emptySettings, ...options.settings};
  let keymap = createKeymap(settings.keys);
  const focus = createObservable<'sidebar' | 'main'>('main');
  const theme = createObservable<Skin>(createSkin(preferences.get().theme, preferences.get().ascii, settings.themes));

  const reskin = (): void => theme.set(createSkin(preferences.get().theme, preferences.get().ascii, settings.themes));

  const surface = (paint: Paint): Surface =>
    createSurface((columns, rows) => {
      const lines = paint(columns, rows);
      return theme.get().ascii ? lines.map(toAscii) : lines;
    });
  const overlays = createOverlayStack();
  const baseNavigation = createNavigation(destination => {
    if ('page' in destination) return pageFactories[destination.page](context);
    const {profile: of} = destination;
    return createListView(of === undefined ? context : (context.accounts?.contextOf(of) ?? context), destination);
  });
  const navigation = merged ? multiAccountNavigation(baseNavigation, () => context) : baseNavigation;

  const currentListView = (): ListView | undefined => {
    const view = navigation.current.get();
    return isListView(view) ? view : undefined;
  };
  const subject = () => {
    const view = currentListView();
    return view && {family: view.family, rows: view.actionRows(), params: view.params};
  };
  const watchlistHost: WatchlistHost = {
    notify(text) {
      session.showToast(text, 'attention');
      context.terminal.bell();
      context.terminal.setTitle(`skydeck: ${text}`);
      context.terminal.notify(`skydeck: ${text}`);
    },
    say: (text, tone) => context.say(text, tone),
  };
  const watchlist = createWatchlist(session, watchlistHost);

  let isPressing = false;
  const paintCoalescer =
    options.coalescePaints === true ? createPaintCoalescer(clock, work => context.batch(work)) : immediate;
  let layerCache: {readonly place: readonly Layer[]; readonly all: readonly Layer[]} | undefined;
  const dispatcher = createDispatcher({
    keymap: () => keymap,
    layers: () => context.layers(),
    refuse: reason => context.say(reason, 'attention'),
    onKey: options.onKey,
  });

  function position(): string {
    const view = currentListView();
    if (view === undefined || !(view.split || merged) || focus.get() === 'sidebar') return '';
    // An overlay has its own help lines.
    if (overlays.stack.get().length > 0) return '';
    const {cursor, ids} = view.model.get();
    // The same width for the first and the last row, so that the text beside it doesn't move.
    const all = String(ids.length);
    return ids.length === 0 ? '' : `${String(cursor + 1).padStart(all.length)}/${all}`;
  }

  const context: ConsoleApp = {
    session,
    accounts: merged && createAccountSet(() => context, merged, options.families, watchlistHost),
    families,
    profile,
    get profiles() {
      const {profiles = [{...profile, address: ''}]} = options;
      return typeof profiles === 'function' ? profiles() : profiles;
    },
    switchProfile: (name, start) => options.onSwitch?.(name, start),
    setToken: token => options.onToken?.(token),
    renewToken: options.onToken && (() => requestNewToken(context)),
    get settings() {
      return settings;
    },
    clock,
    get keymap() {
      return keymap;
    },
    preferences,
    navigation,
    overlays,
    focus,
    unreadTickets: merged ? noUnreadTickets : createUnreadTickets({session, preferences, profile}),
    frecency: createFrecency(preferences, profile, clock),
    terminal: noTerminal,
    theme,
    skin: theme.get,
    surface,
    family: id => findFamily([...families, ...options.families], id),
    layers() {
      const place =
        focus.get() === 'sidebar' ? context.sidebar.layers() : (navigation.current.get()?.layers() ?? noLayers);
      const stack = overlays.stack.get();
      if (stack.length > 0) return [globalLayer, ...place, ...stack.flatMap(({model}) => model.layers())];
      // Without an overlay the layers are the same at every key, and each key needs them several times.
      if (layerCache?.place !== place) layerCache = {place, all: [globalLayer, ...place]};
      return layerCache.all;
    },
    press(stroke) {
      const {compositor} = context.terminal;
      if (compositor !== undefined && !hasRoom(compositor)) {
        dispatcher.pressUnseen(stroke);
        return;
      }
      context.batch(() => {
        const moves = keymap.command('moving', stroke.key) !== undefined && context.layers().at(-1)?.id === 'moving';
        // The footer is computed once at the end of a key, however many parts the key changes.
        isPressing = true;
        try {
          paintCoalescer.runKey(() => {
            if (stroke.key === 'click' && stroke.at !== undefined) handleClick(context, stroke.at);
            else if (!dispatcher.press(stroke)) {
              const words = unboundKeyHint(stroke, context.layers(), keymap);
              if (words !== undefined) context.say(words);
            }
          });
        } finally {
          isPressing = false;
          if (moves) footer.onCursorMoved();
          else footer.repaint();
        }
      });
    },
    batch: work => context.terminal.batch(work),
    paintInBackground: paint => paintCoalescer.paint(paint),
    say: (text, tone) => session.showToast(text, tone, true),
    openResource: ({family, id, params}) => navigation.go({family, id, ...(params && {params})}),
    openInProfile(of, {family, id, params}) {
      const destination = {family, id, ...(params && {params})};
      if (merged?.members.some(member => member.profile.name === of)) navigation.go({...destination, profile: of});
      else if (of === profile.name) navigation.go(destination);
      else if (context.profiles.some(({name}) => name === of)) context.switchProfile(of, destination);
      else context.say(`Profile ${of} no longer exists`, 'attention');
    },
    showList: (family, params) => navigation.go({family, ...(params && {params})}),
    refetchAll() {
      session.refetchAll();
      context.say('reading everything again');
    },
    toggleWatch: subject => watchlist.toggle(subject),
    toggleOperationWatch(operation) {
      watchlist.toggleOperation(operation);
      navigation.current.get()?.repaint();
    },
    isWatched: operation => watchlist.isWatched(operation),
    repaintFooter() {
      if (!isPressing) footer.repaint();
    },
    repaintSidebar(...stale) {
      for (const rows of stale) sidebar.forget(rows);
      paintCoalescer.paint(sidebar.refresh);
    },
    repaintAll() {
      context.batch(() => {
        navigation.current.get()?.repaint();
        frame.header.refresh();
        frame.strip.refresh();
        sidebar.refresh();
        frame.footer.repaint();
      });
    },
    fileSaver: options.saver ?? createFileSaver(),
    quit: () => quit(),
    get sidebar() {
      return sidebar;
    },
    get frame() {
      return frame;
    },
    applySettings(next, choices) {
      settings = next;
      keymap = createKeymap(next.keys);
      context.batch(() => {
        preferences.patch(choices);
        reskin();
        context.repaintAll();
      });
    },
    activate: refCounted(() => {
      const stop = subscribeRepaints(context, {
        onTokenRejected: context.renewToken && (() => void context.renewToken?.()),
        reskin() {
          const {theme: name, ascii} = preferences.get();
          if (theme.get().theme !== name || theme.get().ascii !== ascii) reskin();
        },
      });
      return () => {
        stop();
        paintCoalescer.stop();
      };
    }),
  };
  const quit = createQuit(context, options.onQuit);
  const globalLayer = globalKeysLayer(context, {subject, leave: quit, activeContext: () => activeContext(context)});
  const sidebar = new SidebarModel(context);
  const footer = createFooter(context, position);
  const frame = {
    header: new HeaderModel(context),
    strip: new StripModel(context),
    footer: footer.surface,
  };
  const first = {family: families.find(({group}) => group !== undefined)?.id ?? 'instances'};
  navigation.go(options.initialDestination ?? first);
  frame.header.refresh();
  sidebar.refresh();
  // The owner of the draft store reports a file that can't be read.
  offerResume(context).catch(() => undefined);
  return context;
}

/** Asks for a new token after the API refused the current one. */
async function requestNewToken(context: ConsoleContext): Promise<void> {
  const {hasLogin, offerLogin} = await import('../screens/overlays/run-login.ts');
  if (hasLogin(context)) offerLogin(context);
  else (await import('../screens/overlays/token.ts')).openToken(context);
}
