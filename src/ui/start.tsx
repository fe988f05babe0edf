/** The console, from what the command line asked for to the exit code. */
import {onTerminationSignal} from '../platform/signals.ts';
import {printableJson} from '../platform/text/json.ts';
import {demoFallbackText} from '../profiles/choose.ts';
import {mistakeLines} from '../profiles/settings.ts';
import type {StartDemo} from '../store/account.ts';
import {realClock} from '../store/clock.ts';
import {type ExitOnRule, exitOnCode, parseExitOn, watchForMatch} from '../store/exit-on.ts';
import {knownNames} from '../store/vocabulary.ts';
import {membersOf} from './accounts.ts';
import {begin} from './beginning.ts';
import {createBlackBox} from './black-box.ts';
import type {Deck} from './deck.ts';
import {watchSettings} from './reload.ts';
import {createSeats, type Seat} from './seat.ts';
import {watchLine} from './slow-line.ts';
import {openStage, type Stage} from './stage.ts';
import {capabilitiesOf, sanitize} from './terminal/index.ts';

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
  /** What the user must know first. */
  readonly notice?: string | undefined;
}

/** @returns the exit code, once the terminal is as it was */
export async function startConsole(options: ConsoleOptions, surroundings: Surroundings): Promise<number> {
  const {startDemo, notice} = surroundings;
  const {env} = process;
  const begun = await begin(options, env);
  if ('refused' in begun) return refused(begun.refused);
  const {loaded, profiles, isFallback, destination, preferences, notices} = begun;
  const {settings} = loaded;
  const wanted = options.exitOn === undefined ? undefined : parseExitOn(options.exitOn);
  if (wanted && 'refused' in wanted) return refused(wanted.refused);
  const log = options.log === undefined ? undefined : (await import('../platform/log.ts')).openLog(options.log);
  const box = createBlackBox(env);
  const seats = createSeats({
    box,
    settings,
    env,
    startDemo,
    readOnly: options.readOnly,
    log: log?.log,
    changed(next) {
      void next.then(opened => {
        seat = opened;
        if (isOver) return;
        stage.show(opened);
        ending?.follow(opened.deck);
      });
    },
    quit() {
      stage.leave();
    },
  });
  let isOver = false;
  let seat: Seat = await seats.take(profiles, preferences, destination).catch(async error => {
    await seats.forget();
    throw error;
  });
  if (notice) seat.session.showToast(notice, 'attention');
  for (const words of [...mistakeLines(loaded), ...notices]) seat.session.showToast(words, 'attention');
  if (isFallback) seat.session.showToast(demoFallbackText);
  const watched = watchSettings({
    env,
    vocabulary: knownNames,
    first: loaded,
    adopt: next => seats.adopt(next, seat),
    say: (words, tone) => seat.session.showToast(words, tone),
  });
  const stage: Stage = openStage(seat, {
    mouse: options.mouse,
    // Sixteen colours take fewer bytes than millions.
    ...(options.lowBandwidth && capabilitiesOf(env).colors !== 'none' && {colors: '16' as const}),
    onFocus(focused) {
      seat.session.setFocused(focused);
      watched.focus(focused);
    },
  });
  const stopMeasuring = options.lowBandwidth
    ? undefined
    : watchLine({
        clock: realClock,
        preferences: () => seat.deck.preferences,
        roundTrip: stage.roundTrip,
        say: words => seat.session.showToast(words, 'attention'),
      });
  const ending = wanted && endOn(wanted, stage.leave);
  ending?.follow(seat.deck);
  // Without this, a signal would kill the program before the drafts are written.
  const endBySignal = onTerminationSignal(stage.leave);
  const end = async (): Promise<void> => {
    isOver = true;
    stage.leave();
    stopMeasuring?.();
    watched.stop();
    await seats.leave();
    await log?.close();
    await (await import('../platform/editor.ts')).removeAbandonedEdits();
  };
  const code = await box.watch(stage.exited, end, seats.forget);
  endBySignal();
  return ending?.tell() ?? code;
}

interface Ending {
  /** Looks at these accounts, and no more at the ones before. */
  follow(deck: Deck): void;
  /** Says so once the terminal is as it was; returns the exit code. */
  tell(): number | undefined;
}

/** Ends the console when a row is as wanted. */
function endOn(wanted: ExitOnRule, leave: () => void): Ending {
  let tell = (): number | undefined => undefined;
  let stop: (() => void) | undefined;
  return {
    follow(deck) {
      stop?.();
      stop = watchForMatch(membersOf(deck), wanted, {
        clock: realClock,
        onMatch({words, row}) {
          tell = () => {
            console.error(`skydeck: ${sanitize(words)}`);
            console.log(printableJson(row));
            return exitOnCode;
          };
          leave();
        },
        onRefused(hint) {
          tell = () => refused(`--exit-on: ${hint}`);
          leave();
        },
      });
    },
    tell() {
      stop?.();
      return tell();
    },
  };
}

function refused(words: string): number {
  console.error(`skydeck: ${words}`);
  return 2;
}
