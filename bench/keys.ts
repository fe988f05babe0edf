/** Measures the response of a program to keys: cursor moves inside the window, scrolled lines, pages, a held key. */
import {collectAndDelayNext} from './collect.ts';
import {mean, median, percentile} from './figures.ts';
import {cpuMs, residentMb} from './proc.ts';
import {type Program, Session, type Size} from './session.ts';

export interface Samples {
  readonly frames: number[];
  readonly bytes: number[];
  readonly writes: number[];
  missed: number;
  cpuPerKey: number[];
}

export interface Round {
  readonly firstKey: number | undefined;
  readonly cursor: Samples;
  readonly paused: PausedMoves;
  readonly scroll: Samples;
  readonly page: Samples;
  readonly hold30: HeldKey;
  readonly hold60: HeldKey;
  readonly residentMb: number;
  /** Ten seconds without keys. */
  readonly idle: {readonly bytes: number; readonly cpuMs: number};
}

/** Cursor moves with a pause after each, in which the detail beside the list follows. */
export interface PausedMoves {
  /** Milliseconds until the screen was complete. */
  readonly settled: number[];
  readonly bytes: number[];
}

export interface HeldKey {
  readonly framesPerKey: number;
  readonly catchUp: number;
  readonly bytesPerKey: number;
  readonly lagP99: number;
  readonly cpuPerKey: number;
}

export interface Plan {
  readonly cursor: number;
  readonly paused: number;
  readonly scroll: number;
  readonly page: number;
  readonly heldMs: number;
  readonly idleMs: number;
}

/** A key is held for ten seconds, so that one poll of the list doesn't decide the CPU per key. */
export const fullPlan: Plan = {cursor: 480, paused: 80, scroll: 160, page: 160, heldMs: 10_000, idleMs: 10_000};
export const quickPlan: Plan = {cursor: 40, paused: 20, scroll: 20, page: 10, heldMs: 700, idleMs: 2_000};

export async function runRound(program: Program, size: Size, plan: Plan): Promise<Round> {
  const session = new Session(program, size);
  try {
    await session.waitFor(program.marker);
    await session.waitForQuiet(400);
    // The next line of fzf is above the current one.
    const down = program.name === 'fzf' ? 'up' : 'down';
    const up = down === 'down' ? 'up' : 'down';
    const first = await session.press(down);
    // Keys are measured when the console has loaded its other lists, and recorded their rows in the history.
    await session.waitForIdle(1500);
    // The window has more than 20 lines, so 20 keys down and 20 keys up don't scroll.
    const moves = (count: number) => Array.from({length: count}, (_, index) => (index % 40 < 20 ? down : up));
    const cursor = await sample(session, moves(plan.cursor));
    const paused = await pauseAfterEach(session, moves(plan.paused));
    for (let index = 0; index < size.rows; index++) await session.press(down);
    const scroll = await sample(session, Array(plan.scroll).fill(down));
    const page = await sample(session, Array(plan.page).fill(program.name === 'fzf' ? 'pgup' : 'pgdn'));
    await session.waitForQuiet(200);
    const hold30 = await holdKey(session, down, plan.heldMs, 30);
    const hold60 = await holdKey(session, down, plan.heldMs, 60);
    // Without focus, the console hardly polls.
    session.setFocused(false);
    await session.waitForQuiet(1500);
    const bytes = session.bytes;
    const cpu = cpuMs(session.pid);
    await new Promise(resolve => setTimeout(resolve, plan.idleMs));
    return {
      firstKey: first.frame,
      cursor,
      paused,
      scroll,
      page,
      hold30,
      hold60,
      residentMb: residentMb(session.pid),
      idle: {bytes: session.bytes - bytes, cpuMs: cpuMs(session.pid) - cpu},
    };
  } finally {
    await session.close();
  }
}

async function sample(session: Session, keys: readonly string[]): Promise<Samples> {
  collectAndDelayNext();
  const samples: Samples = {frames: [], bytes: [], writes: [], missed: 0, cpuPerKey: []};
  const before = cpuMs(session.pid);
  for (const key of keys) {
    const {frame, bytes, frames} = await session.press(key);
    if (frame === undefined) samples.missed++;
    else {
      samples.frames.push(frame);
      samples.bytes.push(bytes);
      samples.writes.push(frames);
    }
  }
  samples.cpuPerKey.push((cpuMs(session.pid) - before) / keys.length);
  return samples;
}

async function pauseAfterEach(session: Session, keys: readonly string[]): Promise<PausedMoves> {
  collectAndDelayNext();
  const moves: PausedMoves = {settled: [], bytes: []};
  for (const key of keys) {
    const {settled, bytes} = await session.pressAndSettle(key);
    moves.settled.push(settled);
    moves.bytes.push(bytes);
  }
  return moves;
}

async function holdKey(session: Session, key: string, heldMs: number, hertz: number): Promise<HeldKey> {
  const count = Math.round((heldMs * hertz) / 1000);
  collectAndDelayNext();
  const before = cpuMs(session.pid);
  const {lags, ...figures} = await session.holdKey(key, count, hertz);
  return {...figures, lagP99: percentile(lags, 99), cpuPerKey: (cpuMs(session.pid) - before) / count};
}

/** The figures of the goals, from all rounds of one program. */
export interface Summary {
  readonly firstKey: number;
  readonly cursor: Figures;
  readonly paused: {readonly p50: number; readonly bytes: number};
  readonly scroll: Figures;
  readonly page: Figures;
  readonly hold30: HeldKey;
  readonly hold60: HeldKey;
  readonly residentMb: number;
  readonly idleBytes: number;
  readonly idleCpuMs: number;
}
export interface Figures {
  readonly p50: number;
  /** Median of the rounds' 99th percentiles, so that a single busy moment of the machine has little influence. */
  readonly p99: number;
  readonly bytes: number;
  readonly writes: number;
  readonly cpu: number;
  readonly missed: number;
}

export function summarize(rounds: readonly Round[]): Summary {
  const figures = (pick: (round: Round) => Samples): Figures => {
    const samples = rounds.map(pick);
    return {
      p50: median(samples.flatMap(({frames}) => frames)),
      p99: median(samples.map(({frames}) => percentile(frames, 99))),
      bytes: mean(samples.flatMap(({bytes}) => bytes)),
      writes: mean(samples.flatMap(({writes}) => writes)),
      cpu: median(samples.flatMap(({cpuPerKey}) => cpuPerKey)),
      missed: samples.reduce((sum, {missed}) => sum + missed, 0),
    };
  };
  const summarizeHeldKey = (pick: (round: Round) => HeldKey): HeldKey => {
    const all = rounds.map(pick);
    return {
      framesPerKey: median(all.map(({framesPerKey}) => framesPerKey)),
      catchUp: median(all.map(({catchUp}) => catchUp)),
      bytesPerKey: median(all.map(({bytesPerKey}) => bytesPerKey)),
      lagP99: median(all.map(({lagP99}) => lagP99)),
      cpuPerKey: median(all.map(({cpuPerKey}) => cpuPerKey)),
    };
  };
  return {
    firstKey: median(rounds.flatMap(({firstKey}) => firstKey ?? [])),
    cursor: figures(({cursor}) => cursor),
    paused: {
      p50: median(rounds.flatMap(({paused}) => paused.settled)),
      // A second's step of the header's age is in one of ten moves.
      bytes: median(rounds.flatMap(({paused}) => paused.bytes)),
    },
    scroll: figures(({scroll}) => scroll),
    page: figures(({page}) => page),
    hold30: summarizeHeldKey(({hold30}) => hold30),
    hold60: summarizeHeldKey(({hold60}) => hold60),
    residentMb: median(rounds.map(({residentMb}) => residentMb)),
    idleBytes: median(rounds.map(({idle}) => idle.bytes)),
    idleCpuMs: median(rounds.map(({idle}) => idle.cpuMs)),
  };
}
