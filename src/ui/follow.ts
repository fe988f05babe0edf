/** What repaints when: the frame follows the session and the choices of the user. */
import type {AnyRow} from '../families/define.ts';
import type {WholeDeck} from './create-deck.ts';
import type {Deck} from './deck.ts';
import {nextStep} from './frame/header.ts';
import {survey} from './survey.ts';

export interface FollowOptions {
  /** The token was refused, for the first time. */
  readonly refused: (() => void) | undefined;
  /** Theme or glyphs may be others. */
  readonly reskin: () => void;
}

/** Milliseconds before tickets are read for what is unread in them. */
const UNREAD_AFTER = 3000;
/** Ages on screen grow: they are painted again so often, and more often while nothing confirms them. Milliseconds. */
const AGES = 60_000;
const DOUBTED_AGES = 10_000;
/** The same for pages while something counts down on them. */
const COUNTED_AGES = 5000;
/** Between two paints of what moves for its own sake on a slow line, milliseconds. */
const SPARING = 10_000;

/** Begins to follow; returns how to stop. */
export function follow(deck: WholeDeck, {refused, reskin}: FollowOptions): () => void {
  const {session, clock, places, overlays, preferences, frame} = deck;
  let tick: (() => void) | undefined;
  let striping: (() => void) | undefined;
  let countdown: (() => void) | undefined;
  let aging: (() => void) | undefined;
  let isCounting = false;
  let {liveness} = session.status.get();
  let asked = refused === undefined;
  let {notices} = session.status.get();

  function age(): void {
    deck.unasked(() => places.current.get()?.repaint());
    planAges();
  }
  function planAges(): void {
    aging?.();
    aging = clock.schedule(preferences.get().lowBandwidth ? AGES : agesEvery(), age);
  }
  function agesEvery(): number {
    const {liveness} = session.status.get();
    const {destination} = places.current.get() ?? {};
    // Pages say how long everything that runs still takes.
    if (isCounting && destination && 'page' in destination) return COUNTED_AGES;
    return liveness === 'stale' || liveness === 'offline' ? DOUBTED_AGES : AGES;
  }
  const paintHeader = (): void => frame.header.repaint();
  /** Time left counts down by the second, also where no poll changes a percentage. */
  function paintStrip(): void {
    frame.strip.repaint();
    countdown?.();
    const wasCounting = isCounting;
    isCounting = session.operations.get().some(({secondsLeft}) => secondsLeft !== undefined);
    countdown = isCounting ? clock.schedule(1000, strip) : undefined;
    if (isCounting !== wasCounting) planAges();
  }

  /** Ages grow by themselves, in steps: between two of them an idle console writes nothing. */
  function header(): void {
    deck.unasked(paintHeader);
    tick?.();
    const status = session.status.get();
    // Their list was read again: the sidebar counts it, too.
    if (status.notices !== notices) deck.repaintSidebar();
    ({notices} = status);
    // What is no longer confirmed says so in the titles of lists, too.
    if (status.liveness !== liveness) age();
    ({liveness} = status);
    const wait = nextStep(status, clock.now(), preferences.get().lowBandwidth ? SPARING : 1000);
    tick = wait === undefined ? undefined : clock.schedule(wait, header);
    askAgain();
  }
  /** Not over the wallboard, which says it itself, and which nobody may stand before. */
  function askAgain(): void {
    if (asked || session.status.get().failure?.code !== 'unauthorised' || places.current.get()?.bare) return;
    asked = true;
    refused?.();
  }
  /** Percentages grow with every poll; on a slow line they wait for each other. */
  function strip(): void {
    if (!preferences.get().lowBandwidth) deck.unasked(paintStrip);
    else
      striping ??= clock.schedule(SPARING, () => {
        striping = undefined;
        paintStrip();
      });
  }
  function nameWindow(): void {
    const title = places.current.get()?.title() ?? '';
    deck.terminal.setTitle(`skydeck ${deck.profile.name} ${title}`.trim());
  }

  /** Not before what is on screen was read. */
  let stopUnread = clock.schedule(UNREAD_AFTER, () => {
    stopUnread = deck.unread.awake(() => deck.unasked(paintHeader));
  });

  const {accounts} = deck;
  /** Of several accounts, each is read for itself; the merged lists follow. */
  const surveyed: readonly Deck[] = accounts?.members.map(({profile}) => accounts.of(profile.name)) ?? [deck];
  const counted = (rows: readonly AnyRow[]): void => {
    const merged = accounts && deck.families.map(({id}) => session.collection(id).get().rows);
    deck.repaintSidebar(...(merged ?? [rows]));
  };

  header();
  planAges();
  nameWindow();
  let open = overlays.stack.get().length;
  const stops = [
    ...surveyed.map(one => survey(one.session, one.families, clock, counted)),
    session.status.subscribe(header),
    session.operations.subscribe(strip),
    session.toasts.subscribe(() => frame.toasts.repaint()),
    overlays.stack.subscribe(() => {
      // A form may become a preview by itself: the keys that work are others then.
      deck.repaintFrame();
      const {length} = overlays.stack.get();
      if (length > open) session.evictOldest();
      open = length;
    }),
    places.current.subscribe(() => {
      planAges();
      nameWindow();
      session.dismissSeen();
      overlays.closeAll();
      deck.repaintAll();
      askAgain();
    }),
    preferences.subscribe(() => {
      reskin();
      deck.repaintAll();
    }),
  ];
  return () => {
    tick?.();
    stopUnread();
    striping?.();
    countdown?.();
    aging?.();
    for (const stop of stops) stop();
  };
}
