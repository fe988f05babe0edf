/** Puts the parts of the console together. Outside React: a screen can come and go, this stays. */
import type {Family} from '../families/define.ts';
import {createDispatcher} from '../keymap/dispatch.ts';
import {unboundKeyHint} from '../keymap/habits.ts';
import {createKeymap} from '../keymap/keymap.ts';
import type {Layer} from '../keymap/layer.ts';
import {emptySettings, type Settings} from '../profiles/settings.ts';
import type {MergedSession} from '../store/merged/session.ts';
import type {Session} from '../store/types.ts';
import {createAccounts, familyIn, hereOf, placesAmong} from './accounts.ts';
import type {Deck, DeckClock, DeckProfile, Preferences, ProfileFacts} from './deck.ts';
import {createQuit, everywhereLayer} from './everywhere.ts';
import {follow} from './follow.ts';
import {createFooter} from './frame/footer.ts';
import {paintHeader} from './frame/header.ts';
import {hasRoom} from './frame/layout.ts';
import {createSidebar, type Sidebar} from './frame/sidebar.ts';
import {paintStrip} from './frame/strip.ts';
import {paintToasts} from './frame/toasts.ts';
import {click} from './mouse.ts';
import {cellOf, shared} from './observe.ts';
import {createOverlays} from './overlay.ts';
import {createPlaces, type Destination, isListPlace, type Page, type Place} from './place.ts';
import {createSaver, type Saver} from './saver.ts';
import {offerResume} from './screens/change/resume.ts';
import {createListPlace, type ListPlace} from './screens/list/place.ts';
import {createMonitor} from './screens/monitor/monitor.ts';
import {createNetPage} from './screens/net/net.ts';
import {createOperationsPage} from './screens/operations/operations.ts';
import {createOverview} from './screens/overview/overview.ts';
import {createSurface, type Paint, type Surface, type TerminalContextValue} from './terminal/index.ts';
import {toAscii} from './theme/ascii.ts';
import {framed} from './theme/border.ts';
import {createSkin, type Skin} from './theme/skin.ts';
import {atOnce, createUnasked} from './unasked.ts';
import {createUnread, noUnread} from './unread.ts';
import {createUses} from './uses.ts';
import {createWatches, type WatchHost} from './watches.ts';

export interface DeckOptions {
  readonly session: Session;
  readonly families: readonly Family[];
  /** Several accounts, whose lists are shown as one: `session` is theirs, `families` those of each. */
  readonly merged?: MergedSession | undefined;
  readonly profile: DeckProfile;
  readonly clock: DeckClock;
  readonly preferences?: Partial<Preferences>;
  readonly settings?: Partial<Settings>;
  readonly start?: Destination;
  /** A function where they may become others while the console runs. */
  readonly profiles?: readonly ProfileFacts[] | (() => readonly ProfileFacts[]);
  /** Paints that nobody asked for go along with keys; without it they come at once. */
  readonly folds?: boolean;
  /** Writes files where the program was started, by default. */
  readonly saver?: Saver;
  readonly onSwitch?: (name: string, start?: Destination) => void;
  readonly onToken?: (token: string) => void;
  /** Hears which keys did what, by names. */
  readonly noted?: ((what: string) => void) | undefined;
  /** The user wants to leave. */
  readonly onQuit: () => void;
}

/** The deck with what only the app draws. */
export interface WholeDeck extends Deck {
  readonly sidebar: Sidebar;
  readonly frame: {
    readonly header: Surface;
    readonly strip: Surface;
    readonly footer: Surface;
    readonly toasts: Surface;
    /** The lines to the right of the sidebar and to the left of the detail. */
    readonly sidebarRule: Surface;
    readonly detailRule: Surface;
  };
  /** Goes on with other settings; `preferences` are the choices that follow from them. */
  adopt(settings: Settings, preferences: Partial<Preferences>): void;
  /** Follows the session until all who asked for it have stopped; returns how to stop. */
  awake(): () => void;
}

const pages: Readonly<Record<Page, (deck: Deck) => Place>> = {
  overview: createOverview,
  monitor: createMonitor,
  operations: createOperationsPage,
  net: createNetPage,
};

const defaults: Preferences = {
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

const nowhere: TerminalContextValue = {
  compositor: undefined,
  colors: 'none',
  unicode: true,
  batch: work => work(),
  onStroke: () => () => {},
  suspended: async child => child(),
  stop: () => {},
  copy: () => Promise.resolve({result: 'unavailable'}),
  setTitle: () => {},
  bell: () => {},
  notify: () => {},
};

export function createDeck(options: DeckOptions): WholeDeck {
  const {session, profile, clock, merged} = options;
  const families = merged?.families ?? options.families;
  const preferences = cellOf<Preferences>({...defaults, ...options.preferences});
  let settings: Settings = {...emptySettings, ...options.settings};
  let keymap = createKeymap(settings.keys);
  const focus = cellOf<'sidebar' | 'main'>('main');
  let skin: Skin = createSkin(preferences.get().theme, preferences.get().ascii, settings.themes);

  const surface = (paint: Paint): Surface =>
    createSurface((columns, rows) => {
      const lines = paint(columns, rows);
      return skin.ascii ? lines.map(toAscii) : lines;
    });
  const overlays = createOverlays(surface, (spec, columns, rows) => framed(skin, spec, columns, rows));
  const allPlaces = createPlaces(destination => {
    if ('page' in destination) return pages[destination.page](deck);
    const {profile: of} = destination;
    return createListPlace(of === undefined ? deck : (deck.accounts?.of(of) ?? deck), destination);
  });
  const places = merged ? placesAmong(allPlaces, () => deck) : allPlaces;

  const listPlace = (): ListPlace | undefined => {
    const place = places.current.get();
    return isListPlace(place) ? place : undefined;
  };
  const subject = () => {
    const place = listPlace();
    return place && {family: place.family, rows: place.chosen(), params: place.params};
  };
  const telling: WatchHost = {
    tell(text) {
      session.showToast(text, 'attention');
      deck.terminal.bell();
      deck.terminal.setTitle(`skydeck: ${text}`);
      deck.terminal.notify(`skydeck: ${text}`);
    },
    say: (text, tone) => deck.say(text, tone),
  };
  const watches = createWatches(session, telling);

  let pressing = false;
  const unasked = options.folds === true ? createUnasked(clock, work => deck.batch(work)) : atOnce;
  let heard: {readonly place: readonly Layer[]; readonly all: readonly Layer[]} | undefined;
  const dispatcher = createDispatcher({
    keymap: () => keymap,
    layers: () => deck.layers(),
    refuse: reason => deck.say(reason, 'attention'),
    onKey: options.noted,
  });

  function position(at?: number): string {
    const place = listPlace();
    if (place === undefined || !(place.split || merged) || focus.get() === 'sidebar') return '';
    // What lies over the list has lines of its own.
    if (overlays.stack.get().length > 0) return '';
    const {cursor, ids} = place.model.get();
    // As wide at the first row as at the last: what stands beside it does not move with the cursor.
    const all = String(ids.length);
    return ids.length === 0 ? '' : `${String((at ?? cursor) + 1).padStart(all.length)}/${all}`;
  }

  const deck: WholeDeck = {
    session,
    accounts: merged && createAccounts(() => deck, merged, options.families, telling),
    families,
    profile,
    get profiles() {
      const {profiles = [{...profile, address: ''}]} = options;
      return typeof profiles === 'function' ? profiles() : profiles;
    },
    switchTo: (name, start) => options.onSwitch?.(name, start),
    typeToken: token => options.onToken?.(token),
    renewToken: options.onToken && (() => askAgain(deck)),
    get settings() {
      return settings;
    },
    clock,
    get keymap() {
      return keymap;
    },
    preferences,
    places,
    overlays,
    focus,
    unread: merged ? noUnread : createUnread({session, preferences, profile}),
    uses: createUses(preferences, profile, clock),
    terminal: nowhere,
    skin: () => skin,
    surface,
    family: id => familyIn([...families, ...options.families], id),
    layers() {
      const place = focus.get() === 'sidebar' ? deck.sidebar.layers() : (places.current.get()?.layers() ?? noLayers);
      const stack = overlays.stack.get();
      if (stack.length > 0) return [everywhere, ...place, ...stack.flatMap(overlay => overlay.layers())];
      // Without anything over the screen they are the same at every key, and every key asks several times.
      if (heard?.place !== place) heard = {place, all: [everywhere, ...place]};
      return heard.all;
    },
    press(stroke) {
      const {compositor} = deck.terminal;
      if (compositor !== undefined && !hasRoom(compositor)) {
        dispatcher.pressUnseen(stroke);
        return;
      }
      deck.batch(() => {
        const moves = keymap.command('moving', stroke.key) !== undefined && deck.layers().at(-1)?.id === 'moving';
        // However many parts a key changes, the footer is worked out once, at the end.
        pressing = true;
        try {
          unasked.answer(() => {
            if (stroke.key === 'click' && stroke.at !== undefined) click(deck, stroke.at);
            else if (!dispatcher.press(stroke)) {
              const words = unboundKeyHint(stroke, deck.layers(), keymap);
              if (words !== undefined) deck.say(words);
            }
          });
        } finally {
          pressing = false;
          if (moves) footer.follow();
          else footer.repaint();
        }
      });
    },
    batch: work => deck.terminal.batch(work),
    unasked: paint => unasked.paint(paint),
    say: (text, tone) => session.showToast(text, tone, true),
    open: ({family, id, params}) => places.go({family, id, ...(params && {params})}),
    openIn(of, {family, id, params}) {
      const destination = {family, id, ...(params && {params})};
      if (merged?.members.some(member => member.profile.name === of)) places.go({...destination, profile: of});
      else if (of === profile.name) places.go(destination);
      else if (deck.profiles.some(({name}) => name === of)) deck.switchTo(of, destination);
      else deck.say(`there is no profile ${of} any more`, 'attention');
    },
    show: (family, params) => places.go({family, ...(params && {params})}),
    refreshAll() {
      session.refetchAll();
      deck.say('reading everything again');
    },
    watch: subject => watches.toggle(subject),
    watchOperation(operation) {
      watches.toggleOperation(operation);
      places.current.get()?.repaint();
    },
    watching: operation => watches.watching(operation),
    repaintFrame() {
      if (!pressing) footer.repaint();
    },
    prepareFrame: cursor => footer.prepare(cursor),
    repaintSidebar(...stale) {
      for (const rows of stale) sidebar.forget(rows);
      unasked.paint(paintSidebar);
    },
    repaintAll() {
      deck.batch(() => {
        places.current.get()?.repaint();
        for (const part of [deck.sidebar.surface, ...Object.values(frame)]) part.repaint();
        for (const overlay of overlays.stack.get()) overlay.repaint();
      });
    },
    saver: options.saver ?? createSaver(),
    quit: () => quit(),
    get sidebar() {
      return sidebar;
    },
    get frame() {
      return frame;
    },
    adopt(next, choices) {
      settings = next;
      keymap = createKeymap(next.keys);
      deck.batch(() => {
        preferences.patch(choices);
        const {theme, ascii} = preferences.get();
        skin = createSkin(theme, ascii, settings.themes);
        deck.repaintAll();
      });
    },
    awake: shared(() => {
      const stop = follow(deck, {
        refused: deck.renewToken && (() => void deck.renewToken?.()),
        reskin() {
          const {theme, ascii} = preferences.get();
          if (skin.theme !== theme || skin.ascii !== ascii) skin = createSkin(theme, ascii, settings.themes);
        },
      });
      return () => {
        stop();
        unasked.stop();
      };
    }),
  };
  const paintRule: Paint = (_, rows) => new Array(rows).fill(skin.tone('dim', skin.symbol('line')));
  const quit = createQuit(deck, options.onQuit);
  const everywhere = everywhereLayer(deck, {subject, leave: quit, here: () => hereOf(deck)});
  const sidebar = createSidebar(deck);
  const paintSidebar = (): void => sidebar.surface.repaint();
  const footer = createFooter(deck, position);
  const frame = {
    header: surface(columns => paintHeader(deck, columns)),
    strip: surface(columns => paintStrip(deck, columns)),
    footer: footer.surface,
    toasts: surface((columns, rows) => paintToasts(deck, columns, rows)),
    sidebarRule: surface(paintRule),
    detailRule: surface(paintRule),
  };
  const first = {family: families.find(({group}) => group !== undefined)?.id ?? 'instances'};
  places.go(options.start ?? first);
  // What cannot be read is said by whoever keeps the drafts beside it.
  offerResume(deck).catch(() => undefined);
  return deck;
}

/** What the token is replaced by when it was refused. */
async function askAgain(deck: Deck): Promise<void> {
  const {hasLogin, offerLogin} = await import('./screens/login.ts');
  if (hasLogin(deck)) offerLogin(deck);
  else (await import('./screens/token.tsx')).openToken(deck);
}
