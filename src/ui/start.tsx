/** The console, from what the command line asked for to the exit code. */
import {byName, families} from '../families/registry.ts';
import type {PaintedFrame} from '../platform/last-frame.ts';
import {leaveOnSignal} from '../platform/signals.ts';
import {chooseProfile} from '../profiles/choose.ts';
import type {Profile} from '../profiles/profile.ts';
import {loadSettings, mistakeLines, type Settings} from '../profiles/settings.ts';
import type {StartDemo} from '../store/account.ts';
import {realClock} from '../store/clock.ts';
import {foundCode, foundWords, type Wanted, wantedOf, whenFound} from '../store/exit-on.ts';
import type {Session} from '../store/types.ts';
import {vocabulary} from '../store/vocabulary.ts';
import {createBlackBox} from './black-box.ts';
import type {Preferences} from './deck.ts';
import {keepFrames} from './frames.ts';
import type {Destination} from './place.ts';
import {choicesOf, watchSettings} from './reload.ts';
import {recall} from './remembered.ts';
import {createSeats, type Seat} from './seat.ts';
import {spare, watchLine} from './slow-line.ts';
import {openStage, type Stage} from './stage.ts';
import {capabilitiesOf, clean} from './terminal/index.ts';

/** What the command line asked of the console. Whatever it did not mention is false or absent. */
export interface ConsoleOptions {
  /** Opens the wallboard, whatever the last view was. */
  readonly monitor: boolean;
  /** With `monitor`: ends when a row is as this filter says, after the family's name. */
  readonly exitOn?: string;
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly demo: boolean;
  readonly readOnly: boolean;
  /** The first view, by family or by name, and its filter. */
  readonly view?: string;
  readonly filter?: string;
  readonly ascii: boolean;
  readonly mouse: boolean;
  readonly plain: boolean;
  readonly lowBandwidth: boolean;
  /** Where to write the log. */
  readonly log?: string;
}

/** What the console is given by whoever starts it: the rooms it must not know. */
export interface Surroundings {
  readonly startDemo: StartDemo;
  readonly argv: readonly string[];
  /** On the screen already. */
  readonly painted?: PaintedFrame | undefined;
  /** What the user must know first. */
  readonly notice?: string | undefined;
}

/** @returns the exit code, once the terminal is as it was */
export async function startConsole(options: ConsoleOptions, surroundings: Surroundings): Promise<number> {
  const {startDemo, argv, painted, notice} = surroundings;
  const {env} = process;
  const refuse = (words: string): number => {
    painted?.undo();
    return refused(words);
  };
  const [loaded, remembered] = await Promise.all([loadSettings(env, vocabulary), recall(env)]);
  const {settings} = loaded;
  const choice = chooseProfile(options, settings, env);
  if ('refused' in choice) return refuse(choice.refused);
  const start = destinationOf(options, settings);
  if ('refused' in start) return refuse(start.refused);
  const wanted = options.exitOn === undefined ? undefined : wantedOf(options.exitOn);
  if (wanted && 'refused' in wanted) return refuse(wanted.refused);
  const log = options.log === undefined ? undefined : (await import('../platform/log.ts')).openLog(options.log);
  const profile = 'profile' in choice ? choice.profile : undefined;
  const box = createBlackBox(env);
  const seats = createSeats({
    box,
    settings,
    env,
    startDemo,
    readOnly: options.readOnly,
    log: log?.log,
    changed(next) {
      seat = next;
      stage.show(next);
    },
    quit() {
      frames?.keep();
      stage.leave();
    },
  });
  let seat: Seat = await seats.take(profile, preferencesFor(options, settings, profile, remembered), start.destination);
  if (notice) seat.session.say(notice, 'attention');
  for (const mistake of mistakeLines(loaded)) seat.session.say(mistake, 'attention');
  if (profile === undefined && !loaded.found)
    seat.session.say('this is the demo account; yours is added with: skydeck profile add');
  const stopWatching = watchSettings({
    env,
    vocabulary,
    first: settings,
    adopt: next => seats.adopt(next, seat),
    say: (words, tone) => seat.session.say(words, tone),
  });
  const stage: Stage = openStage(seat, {
    mouse: options.mouse,
    // Sixteen colours take fewer bytes than millions.
    ...(options.lowBandwidth && capabilitiesOf(env).colors !== 'none' && {colors: '16' as const}),
    screenReader: options.plain,
    ...(painted && !options.plain && {painted: painted.lines}),
    onFocus: focused => seat.session.focus(focused),
  });
  const stopMeasuring =
    options.lowBandwidth || options.plain
      ? undefined
      : watchLine({
          clock: realClock,
          preferences: seat.deck.preferences,
          roundTrip: stage.roundTrip,
          say: words => seat.session.say(words, 'attention'),
        });
  painted?.take();
  // The demo is another account every time.
  const compositor = options.plain ? undefined : stage.compositor;
  const frames = profile && keepFrames({argv, env, compositor, deck: () => seat.deck});
  const ending = wanted && endOn(wanted, seat.session, stage.leave);
  // Without this, a signal would kill the program before the drafts are written.
  const endBySignal = leaveOnSignal(stage.leave);
  const code = await box.watch(stage.exited, async () => {
    stage.leave();
    stopMeasuring?.();
    stopWatching();
    await frames?.done();
    await seat.leave();
    await log?.close();
  });
  endBySignal();
  return ending?.tell() ?? code;
}

/** Ends the console when a row is as wanted; `tell` says so once the terminal is as it was, and gives the exit code. */
function endOn(wanted: Wanted, session: Session, leave: () => void): {tell(): number | undefined} {
  let tell = (): number | undefined => undefined;
  const stop = whenFound(session, wanted, {
    clock: realClock,
    found(row) {
      const words = foundWords(wanted.family, row, session);
      tell = () => {
        console.error(`skydeck: ${clean(words)}`);
        console.log(JSON.stringify(row));
        return foundCode;
      };
      leave();
    },
    refused(hint) {
      tell = () => refused(`--exit-on: ${hint}`);
      leave();
    },
  });
  return {
    tell() {
      stop();
      return tell();
    },
  };
}

function refused(words: string): number {
  console.error(`skydeck: ${words}`);
  return 2;
}

function destinationOf(
  {view, filter, monitor}: ConsoleOptions,
  settings: Settings,
): {destination?: Destination} | {refused: string} {
  if (view === undefined) {
    if (filter !== undefined) return {destination: {family: 'instances', filter}};
    if (monitor) return {destination: {page: 'monitor'}};
    // A start that means nothing was told with its line: it must not keep anybody out.
    const wanted = settings.start === undefined ? {refused: ''} : namedView(settings.start, settings);
    return 'refused' in wanted ? {} : wanted;
  }
  const named = namedView(view, settings);
  if ('refused' in named || filter === undefined || 'page' in named.destination) return named;
  return {destination: {...named.destination, filter}};
}

/** A page, a view of the settings, or a family by any of its names. */
function namedView(view: string, {views}: Settings): {destination: Destination} | {refused: string} {
  const page = (['overview', 'monitor'] as const).find(page => page === view.toLowerCase());
  if (page) return {destination: {page}};
  const saved = views[view];
  const kept = saved && byName(saved.family);
  if (kept) return {destination: {family: kept.id, ...(saved.filter !== undefined && {filter: saved.filter})}};
  const family = byName(view);
  if (family === undefined) {
    const names = families.filter(({group, byName}) => group !== undefined || byName).map(({name}) => name);
    return {refused: `there is no view ${view}: choose one of overview, ${names.join(', ')}`};
  }
  return {destination: {family: family.id}};
}

function preferencesFor(
  {ascii, lowBandwidth}: ConsoleOptions,
  settings: Settings,
  profile: Profile | undefined,
  remembered: Partial<Preferences>,
): Partial<Preferences> {
  const {unicode, remote} = capabilitiesOf(process.env);
  return {
    ...remembered,
    ...choicesOf(settings, profile?.theme, remembered),
    ascii: ascii || !unicode,
    jump: remote,
    ...(lowBandwidth && spare),
  };
}
