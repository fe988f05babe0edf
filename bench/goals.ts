/** The goals, each with the ratio that is asked for; a peer that is not installed is said to be absent. */
import type {CommandFigures} from './commands.ts';
import type {DataFigures, FarFigures, Turns} from './data.ts';
import {median, percentile} from './figures.ts';
import type {Summary} from './keys.ts';

export interface Verdict {
  readonly goal: string;
  readonly what: string;
  readonly peer: string;
  readonly value: number | undefined;
  readonly bound: number;
  readonly unit: 'ratio' | 'ms' | 'bytes' | 'count';
  readonly met: boolean | undefined;
}

const judged = (
  goal: string,
  what: string,
  peer: string,
  value: number | undefined,
  bound: number,
  unit: Verdict['unit'] = 'ratio',
  atLeast = false,
): Verdict => ({
  goal,
  what,
  peer,
  value,
  bound,
  unit,
  met: value === undefined || Number.isNaN(value) ? undefined : atLeast ? value >= bound : value <= bound,
});

/** What is the same however busy the machine is. */
export const isAmount = ({what}: Verdict): boolean => what.startsWith('bytes') || what === 'frames per key';

/** Verdicts on ours by what the others take for the same. */
const comparing =
  (ours: Summary, peers: ReadonlyMap<string, Summary>) =>
  (goal: string, what: string, pick: (summary: Summary) => number, bounds: Readonly<Record<string, number>>) =>
    Object.entries(bounds).map(([peer, bound]) => {
      const other = peers.get(peer);
      return judged(goal, what, peer, other && pick(ours) / pick(other), bound);
    });

/** At 120×40 the console has its sidebar and the list; the detail takes the list's place. */
export function keyGoals(ours: Summary, peers: ReadonlyMap<string, Summary>): Verdict[] {
  const against = comparing(ours, peers);
  return [
    ...against('P1', 'cursor key to frame, p50', ({cursor}) => cursor.p50, {tig: 2, fzf: 1, visidata: 0.1}),
    ...against('P2', 'cursor key to frame, p99', ({cursor}) => cursor.p99, {tig: 5, visidata: 0.25}),
    judged('P2', 'cursor key to frame, p99', '—', ours.cursor.p99, 4, 'ms'),
    ...against('P3', 'scrolled line, p50', ({scroll}) => scroll.p50, {tig: 1.5, fzf: 0.15}),
    ...against('P3', 'scrolled line, p99', ({scroll}) => scroll.p99, {tig: 3, fzf: 0.2}),
    ...against('P4', 'page, p50', ({page}) => page.p50, {tig: 2, fzf: 0.25}),
    ...against('P4', 'page, p99', ({page}) => page.p99, {tig: 3}),
    ...against('P5', 'bytes per cursor move', ({cursor}) => cursor.bytes, {tig: 0.8}),
    ...against('P6', 'bytes per scrolled line', ({scroll}) => scroll.bytes, {tig: 0.4, fzf: 0.33}),
    ...against('P6', 'bytes per page', ({page}) => page.bytes, {tig: 0.4, fzf: 0.33}),
    judged('P8', 'frames per key', '—', ours.cursor.writes, 1, 'count'),
    judged('P9', 'frames per held key, 30 Hz', '—', ours.hold30.framesPerKey, 0.97, 'count', true),
    judged('P9', 'frames per held key, 60 Hz', '—', ours.hold60.framesPerKey, 0.97, 'count', true),
    judged('P9', 'lag of a held key, p99, 60 Hz', '—', ours.hold60.lagP99, 5, 'ms'),
    judged('P9', 'caught up after the last key, 60 Hz', '—', ours.hold60.catchUp, 5, 'ms'),
    ...against('P10', 'CPU per cursor move', ({cursor}) => cursor.cpu, {tig: 5, fzf: 1}),
    ...against('P10', 'CPU per held key, 60 Hz', ({hold60}) => hold60.cpuPerKey, {tig: 1.5, fzf: 0.1}),
    judged('P11', 'first key after start', '—', ours.firstKey, 5, 'ms'),
    ...against('P11', 'first key after start', ({firstKey}) => firstKey, {visidata: 0.5}),
    judged('P20', 'bytes in ten idle seconds', '—', ours.idleBytes, 0, 'bytes'),
    ...against('P20', 'CPU in ten idle seconds', ({idleCpuMs}) => Math.max(idleCpuMs, 0.01), {fzf: 0.1}),
  ];
}

/** Ten times the rows: what must not grow. */
export function scaleGoals(small: Summary, large: Summary): Verdict[] {
  return [
    judged('P18', 'cursor p50, 100,000 rows', '10,000 rows', large.cursor.p50 / small.cursor.p50, 1.25),
    judged('P18', 'cursor p99, 100,000 rows', '10,000 rows', large.cursor.p99 / small.cursor.p99, 1.5),
    judged('P18', 'bytes per cursor move, 100,000 rows', '10,000 rows', large.cursor.bytes / small.cursor.bytes, 1.02),
    judged('P18', 'resident memory, 100,000 rows', '10,000 rows', large.residentMb / small.residentMb, 2.3),
  ];
}

/** Half-page jumps instead of single lines: what a slow line carries for a held key. */
export function jumpGoals(ours: Summary, peers: ReadonlyMap<string, Summary>): Verdict[] {
  const tig = peers.get('tig');
  return [
    judged(
      'P7',
      'bytes per held key, jump scroll',
      'tig',
      tig && ours.hold60.bytesPerKey / tig.hold60.bytesPerKey,
      0.15,
    ),
  ];
}

/**
 * From 150 columns on, the detail of the row under the cursor stands beside the list and lives with it. At 200×50 there are
 * 1.7 times the cells, and a cursor move should cost no more for it.
 */
export function sizeGoals(small: Summary, large: Summary, peers: ReadonlyMap<string, Summary>): Verdict[] {
  const against = comparing(small, peers);
  return [
    ...against('P1', 'cursor p50 with live detail, 150×40', ({cursor}) => cursor.p50, {tig: 2, fzf: 1, visidata: 0.1}),
    ...against('P2', 'cursor p99 with live detail, 150×40', ({cursor}) => cursor.p99, {tig: 5, visidata: 0.25}),
    ...against('P5', 'bytes per cursor move with live detail', ({cursor}) => cursor.bytes, {tig: 1.5}),
    judged('P22', 'cursor p50, 200×50', '150×40', large.cursor.p50 / small.cursor.p50, 1.5),
    judged('P22', 'bytes per cursor move, 200×50', '150×40', large.cursor.bytes / small.cursor.bytes, 1.3),
  ];
}

/** A filter typed letter by letter, each when what the one before led to is over; milliseconds. */
export interface FilterKeys {
  readonly frames: number[];
  readonly settled: number[];
}

/** `fzf` has the 10,000 lines. */
export function filterGoals(small: FilterKeys, large: FilterKeys, fzf: FilterKeys | undefined): Verdict[] {
  return [
    judged('P18', 'filter key, 100,000 rows', '10,000 rows', median(large.frames) / median(small.frames), 6),
    judged('P18', 'filter key incl. first, 100,000 rows, worst', '—', Math.max(...large.frames), 20, 'ms'),
    judged('P19', 'filter key, settled', 'fzf', fzf && median(small.settled) / median(fzf.settled), 0.1),
  ];
}

/** The way of the data, without a terminal. */
export function dataGoals(near: DataFigures, far: FarFigures): Verdict[] {
  return [
    judged('P14', '10,000 rows loaded and searchable', 'undici + JSON.parse', near.load / near.transfer, 1.25),
    judged('P15', 'the same, an API of 80 ms', 'one after the other', far.load / far.sequential, 0.06),
    judged('P15', 'first rows beyond one round trip', '—', far.firstRows - far.roundTrip, 20, 'ms'),
    judged('P16', 'read again, 2 % changed', 'JSON.parse', near.refreshChanged / near.parse, 1.5),
    judged('P16', 'read again, nothing changed', 'JSON.parse', near.refreshSame / near.parse, 0.1),
  ];
}

/** With 100,000 rows, no key waits for its turn longer than a screen takes to be drawn anew. */
export const turnGoals = (turns: Turns): Verdict[] =>
  Object.entries(turns).map(([what, longest]) =>
    judged('turns', `longest turn, ${what}, 100,000 rows`, '—', longest, 16, 'ms'),
  );

/** Cursor keys while 10,000 rows come in from an API of 80 ms, and the same keys when they are there. */
export function loadingGoals(loading: readonly number[], idle: readonly number[]): Verdict[] {
  const p99 = percentile(loading, 99);
  return [
    judged('P17', 'cursor p99 while loading', 'when idle', p99 / percentile(idle, 99), 4),
    judged('P17', 'cursor p99 while loading', '—', p99, 10, 'ms'),
  ];
}

export const memoryGoals = (ours: Summary, node: number): Verdict[] => [
  judged('P21', 'resident memory, 10,000 rows', 'node -e', ours.residentMb / node, 3.5),
];

export function startGoals(figures: {
  readonly node: number;
  readonly tig: number | undefined;
  readonly visidata: number | undefined;
  readonly usable: number;
}): Verdict[] {
  const {node, tig, visidata, usable} = figures;
  return [
    judged('P13', 'interactive start', 'node -e', usable / node, 4),
    judged('P13', 'interactive start', 'tig', tig && usable / tig, 2),
    judged('P13', 'interactive start', 'visidata', visidata && usable / visidata, 0.35),
  ];
}

/** Whole processes of the command line. */
export const commandGoals = ({
  node,
  get,
  curl,
  stream,
  streamFirst,
  streamPeakMb,
  curlPages,
}: CommandFigures): Verdict[] => [
  judged('P25', 'get --json, 42 instances', 'node -e', get / node, 4),
  judged('P25', 'get --json, 42 instances', 'curl + jq', curl && get / curl, 6),
  judged('P26', 'get --ndjson, 100,000 instances', 'curl + jq', curlPages && stream / curlPages, 1.5),
  judged('P26', 'get --ndjson, first line', '—', streamFirst, 300, 'ms'),
  judged('P26', 'get --ndjson, memory in MB', '—', streamPeakMb, 120, 'count'),
];

/** The emulator as a server, on an account of 100,000 instances. */
export function serverGoals(figures: {
  readonly seedSeconds: number;
  readonly perSecond: number;
  readonly p99: number;
  readonly lastPage: number;
}): Verdict[] {
  return [
    judged('server', 'seconds to make 100,000 instances', '—', figures.seedSeconds, 10, 'count'),
    judged('server', 'mixed reads a second', '—', figures.perSecond, 1000, 'count', true),
    judged('server', 'mixed reads, p99', '—', figures.p99, 50, 'ms'),
    judged('server', 'last page of 1,000', 'first page', figures.lastPage, 1.5),
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
  const rows = verdicts.map(({goal, what, peer, value, bound, unit, met}) => [
    goal,
    what,
    peer,
    show(value, unit),
    show(bound, unit),
    met === undefined ? 'peer absent' : met ? 'met' : 'NOT MET',
  ]);
  const all = [['goal', 'what', 'against', 'measured', 'bound', 'verdict'], ...rows];
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
