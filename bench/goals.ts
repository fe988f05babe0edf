/** The speed goals with their bounds. A goal against a peer that isn't installed has no verdict. */
import type {CommandFigures} from './commands.ts';
import type {DataFigures, FarFigures, Turns} from './data.ts';
import type {DialogFigures} from './dialogs.ts';
import {median, percentile} from './figures.ts';
import type {Summary} from './keys.ts';
import type {ReadRate} from './server.ts';

export interface Verdict {
  readonly goal: string;
  readonly measure: string;
  readonly peer: string;
  readonly value: number | undefined;
  readonly bound: number;
  readonly unit: 'ratio' | 'ms' | 'bytes' | 'count';
  readonly isMet: boolean | undefined;
}

interface MeasuredValue {
  readonly peer?: string;
  readonly value: number | undefined;
  readonly bound: number;
  /** Default: a ratio to the peer. */
  readonly unit?: Verdict['unit'];
  /** True if the goal is met by values of the bound and above; default: of the bound and below. */
  readonly isMinimum?: boolean;
}

function judge(goal: string, measure: string, measured: MeasuredValue): Verdict {
  const {peer = '—', value, bound, unit = 'ratio', isMinimum = false} = measured;
  const isMet = value === undefined || Number.isNaN(value) ? undefined : isMinimum ? value >= bound : value <= bound;
  return {goal, measure, peer, value, bound, unit, isMet};
}

/** True for values that don’t depend on the load of the machine. */
export const isAmount = ({measure}: Verdict): boolean => measure.startsWith('bytes') || measure === 'frames per key';

/** Verdicts on the ratio of a value of Skydeck to the same value of each peer. */
const compareWith =
  (ours: Summary, peers: ReadonlyMap<string, Summary>) =>
  (goal: string, measure: string, pick: (summary: Summary) => number, bounds: Readonly<Record<string, number>>) =>
    Object.entries(bounds).map(([peer, bound]) => {
      const other = peers.get(peer);
      return judge(goal, measure, {peer, value: other && pick(ours) / pick(other), bound});
    });

/** At 120×40 the console shows its sidebar and the list. The detail replaces the list. */
export function keyGoals(ours: Summary, peers: ReadonlyMap<string, Summary>): Verdict[] {
  const against = compareWith(ours, peers);
  return [
    ...against('P1', 'cursor key to frame, p50', ({cursor}) => cursor.p50, {tig: 2.5, fzf: 1, visidata: 0.1}),
    ...against('P2', 'cursor key to frame, p99', ({cursor}) => cursor.p99, {visidata: 0.25}),
    judge('P2', 'cursor key to frame, p99', {value: ours.cursor.p99, bound: 6, unit: 'ms'}),
    ...against('P3', 'scrolled line, p50', ({scroll}) => scroll.p50, {tig: 1.5, fzf: 0.15}),
    ...against('P3', 'scrolled line, p99', ({scroll}) => scroll.p99, {tig: 3, fzf: 0.35}),
    ...against('P4', 'page, p50', ({page}) => page.p50, {tig: 2, fzf: 0.25}),
    ...against('P4', 'page, p99', ({page}) => page.p99, {tig: 3}),
    ...against('P5', 'bytes per cursor move', ({cursor}) => cursor.bytes, {tig: 0.8}),
    ...against('P6', 'bytes per scrolled line', ({scroll}) => scroll.bytes, {tig: 0.4, fzf: 0.33}),
    ...against('P6', 'bytes per page', ({page}) => page.bytes, {tig: 0.4, fzf: 0.33}),
    judge('P8', 'frames per key', {value: ours.cursor.writes, bound: 1, unit: 'count'}),
    judge('P9', 'frames per held key, 30 Hz', {
      value: ours.hold30.framesPerKey,
      bound: 0.97,
      unit: 'count',
      isMinimum: true,
    }),
    judge('P9', 'frames per held key, 60 Hz', {
      value: ours.hold60.framesPerKey,
      bound: 0.97,
      unit: 'count',
      isMinimum: true,
    }),
    judge('P9', 'lag of a held key, p99, 60 Hz', {value: ours.hold60.lagP99, bound: 8, unit: 'ms'}),
    ...against('P10', 'CPU per held key, 60 Hz', ({hold60}) => hold60.cpuPerKey, {tig: 2, fzf: 0.15}),
    judge('P11', 'first key after start', {value: ours.firstKey, bound: 8, unit: 'ms'}),
    judge('P20', 'bytes in ten idle seconds', {value: ours.idleBytes, bound: 0, unit: 'bytes'}),
    ...against('P20', 'CPU in ten idle seconds', ({idleCpuMs}) => Math.max(idleCpuMs, 0.01), {fzf: 0.1}),
  ];
}

/** Goals for 100,000 rows, compared with 10,000. */
export function scaleGoals(small: Summary, large: Summary): Verdict[] {
  return [
    judge('P18', 'cursor p50, 100,000 rows', {
      peer: '10,000 rows',
      value: large.cursor.p50 / small.cursor.p50,
      bound: 1.25,
    }),
    judge('P18', 'bytes per cursor move, 100,000 rows', {
      peer: '10,000 rows',
      value: large.cursor.bytes / small.cursor.bytes,
      bound: 1.02,
    }),
    judge('P18', 'resident memory, 100,000 rows', {
      peer: '10,000 rows',
      value: large.residentMb / small.residentMb,
      bound: 2.3,
    }),
  ];
}

/** Goals for a held key on a slow line, where the list moves by half pages instead of lines. */
export function jumpGoals(ours: Summary, peers: ReadonlyMap<string, Summary>): Verdict[] {
  const tig = peers.get('tig');
  return [
    judge('P7', 'bytes per held key, jump scroll', {
      peer: 'tig',
      value: tig && ours.hold60.bytesPerKey / tig.hold60.bytesPerKey,
      bound: 0.15,
    }),
  ];
}

/** A person doesn't notice a delay of this time. */
const unnoticedMs = 50;

/**
 * From 150 columns on, the detail of the row under the cursor is beside the list, and is drawn when the cursor rests.
 * P22 compares two screens that have it. Compared with 120×40, it would measure the detail and not the size.
 *
 * @param split 150×40
 * @param large 200×50
 */
export function sizeGoals(
  {split, large}: {readonly split: Summary; readonly large: Summary},
  peers: ReadonlyMap<string, Summary>,
): Verdict[] {
  const against = compareWith(split, peers);
  return [
    ...against('P1', 'cursor p50 with live detail', ({cursor}) => cursor.p50, {tig: 2.5, fzf: 1, visidata: 0.1}),
    ...against('P2', 'cursor p99 with live detail', ({cursor}) => cursor.p99, {visidata: 0.25}),
    judge('P2', 'cursor p99 with live detail', {value: split.cursor.p99, bound: 6, unit: 'ms'}),
    judge('P1', 'cursor move until the detail is drawn, p50', {
      value: split.paused.p50,
      bound: unnoticedMs,
      unit: 'ms',
    }),
    ...against('P5', 'bytes per cursor move with live detail', ({cursor}) => cursor.bytes, {tig: 1.6}),
    judge('P22', 'cursor p50, 200×50', {peer: '150×40', value: large.cursor.p50 / split.cursor.p50, bound: 1.5}),
    judge('P22', 'bytes per cursor move, 200×50', {
      peer: '150×40',
      value: large.cursor.bytes / split.cursor.bytes,
      bound: 1.3,
    }),
  ];
}

/** A filter typed letter by letter, each after the response to the previous one; milliseconds. */
export interface FilterKeys {
  readonly frames: number[];
  readonly settled: number[];
}

/** @param fzf its keys with 10,000 lines */
export function filterGoals(small: FilterKeys, large: FilterKeys, fzf: FilterKeys | undefined): Verdict[] {
  return [
    judge('P18', 'filter key, 100,000 rows, worst', {value: Math.max(...large.frames), bound: 33, unit: 'ms'}),
    judge('P19', 'filter key, settled', {
      peer: 'fzf',
      value: fzf && median(small.settled) / median(fzf.settled),
      bound: 0.15,
    }),
  ];
}

/** Goals for a key in each dialog. */
export const dialogGoals = (dialogs: readonly DialogFigures[]): Verdict[] =>
  dialogs.flatMap(({name, p50, p99, cpuPerKey, framesPerKey}) => [
    judge('P23', `key in a ${name}, p50`, {value: p50, bound: 8, unit: 'ms'}),
    judge('P23', `key in a ${name}, p99`, {value: p99, bound: 33, unit: 'ms'}),
    judge('P23', `CPU per key in a ${name}`, {value: cpuPerKey, bound: 12, unit: 'ms'}),
    judge('P23', `frames per held key in a ${name}, 30 Hz`, {
      value: framesPerKey,
      bound: 0.97,
      unit: 'count',
      isMinimum: true,
    }),
  ]);

/** Goals for loading pages into rows, without a terminal. */
export function dataGoals(near: DataFigures, far: FarFigures): Verdict[] {
  return [
    judge('P14', '10,000 rows loaded and searchable', {
      peer: 'undici + JSON.parse',
      value: near.load / near.transfer,
      bound: 1.6,
    }),
    judge('P15', 'the same, an API of 80 ms', {
      peer: 'one page after the other',
      value: far.load / far.sequential,
      bound: 0.06,
    }),
    judge('P15', 'first rows beyond one round trip', {value: far.firstRows - far.roundTrip, bound: 20, unit: 'ms'}),
    judge('P16', 'read again, 2 % changed', {peer: 'JSON.parse', value: near.refreshChanged / near.parse, bound: 1.5}),
    judge('P16', 'read again, nothing changed', {peer: 'JSON.parse', value: near.refreshSame / near.parse, bound: 0.1}),
  ];
}

/** The longest turn of the event loop with 100,000 rows. */
export const turnGoals = (turns: Turns): Verdict[] =>
  Object.entries(turns).map(([name, longest]) =>
    judge('P24', `longest turn, ${name}, 100,000 rows`, {value: longest, bound: 33, unit: 'ms'}),
  );

/** Cursor keys while 10,000 rows arrive from an API of 80 ms. */
export const loadingGoals = (loading: readonly number[]): Verdict[] => [
  judge('P17', 'cursor p99 while loading', {value: percentile(loading, 99), bound: 16, unit: 'ms'}),
];

export const memoryGoals = (ours: Summary, node: number): Verdict[] => [
  judge('P21', 'resident memory, 10,000 rows', {peer: 'node -e', value: ours.residentMb / node, bound: 3.5}),
];

/** From the start of the process until rows are on the screen; keys work from then on. */
export const startGoals = ({node, visidata, lazygit, usable}: StartFigures): Verdict[] => [
  judge('P12', 'start to usable', {peer: 'node -e', value: usable / node, bound: 6}),
  judge('P12', 'start to usable', {peer: 'visidata', value: visidata && usable / visidata, bound: 0.7}),
  judge('P12', 'start to usable', {peer: 'lazygit', value: lazygit && usable / lazygit, bound: 1}),
];

/** Medians of process starts, milliseconds. */
export interface StartFigures {
  readonly node: number;
  readonly visidata: number | undefined;
  readonly lazygit: number | undefined;
  readonly usable: number;
}

/** Goals for commands as whole processes. */
export const commandGoals = ({
  node,
  get,
  curl,
  stream,
  streamFirst,
  streamPeakMb,
  curlPages,
}: CommandFigures): Verdict[] => [
  judge('P25', 'get --json, 42 instances', {peer: 'node -e', value: get / node, bound: 4}),
  judge('P25', 'get --json, 42 instances', {peer: 'curl + jq', value: curl && get / curl, bound: 6}),
  judge('P26', 'get --ndjson, 100,000 instances', {
    peer: 'curl + jq',
    value: curlPages && stream / curlPages,
    bound: 1.5,
  }),
  judge('P26', 'get --ndjson, first line', {value: streamFirst, bound: 300, unit: 'ms'}),
  judge('P26', 'get --ndjson, memory in MB', {value: streamPeakMb, bound: 120, unit: 'count'}),
];

/** The emulator as a server, on an account of 100,000 instances. */
export function serverGoals(figures: {
  readonly seedSeconds: number;
  readonly perSecond: number;
  readonly p99: number;
  readonly lastPage: number;
  /** The same reads of mock servers on the emulator's description of the API. */
  readonly mocks: Readonly<Record<string, ReadRate>>;
}): Verdict[] {
  return [
    judge('P27', 'seconds to create 100,000 instances', {value: figures.seedSeconds, bound: 10, unit: 'count'}),
    judge('P27', 'mixed reads a second', {value: figures.perSecond, bound: 2500, unit: 'count', isMinimum: true}),
    judge('P27', 'mixed reads, p99', {value: figures.p99, bound: 25, unit: 'ms'}),
    judge('P27', 'last page of 1,000', {peer: 'first page', value: figures.lastPage, bound: 1.5}),
    ...['prism', 'mockoon'].flatMap(name => {
      const mock = figures.mocks[name];
      return [
        judge('P27', 'mixed reads a second', {
          peer: name,
          value: mock && figures.perSecond / mock.perSecond,
          bound: 1,
          isMinimum: true,
        }),
        judge('P27', 'mixed reads, p99', {peer: name, value: mock && figures.p99 / mock.p99, bound: 1}),
      ];
    }),
  ];
}

export function table(verdicts: readonly Verdict[]): string {
  const show = (value: number | undefined, unit: Verdict['unit']) =>
    value === undefined
      ? 'absent'
      : unit === 'ms'
        ? `${value.toFixed(2)} ms`
        : unit === 'bytes'
          ? `${Math.round(value)} B`
          : unit === 'count'
            ? value.toFixed(2)
            : `${value.toFixed(3)}×`;
  const rows = verdicts.map(({goal, measure, peer, value, bound, unit, isMet}) => [
    goal,
    measure,
    peer,
    show(value, unit),
    show(bound, unit),
    isMet === undefined ? 'peer absent' : isMet ? 'met' : 'NOT MET',
  ]);
  const all = [['goal', 'measure', 'against', 'measured', 'bound', 'verdict'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map(row => row[column]?.length ?? 0))) ?? [];
  return all
    .map(row =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
