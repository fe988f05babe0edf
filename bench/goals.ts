/** The speed goals with their bounds. A peer that is not installed counts as absent. */
import type {CommandFigures} from './commands.ts';
import type {DataFigures, FarFigures, Turns} from './data.ts';
import type {DialogFigures} from './dialogs.ts';
import {median, percentile} from './figures.ts';
import type {Summary} from './keys.ts';
import type {Served} from './server.ts';

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
    ...against('P1', 'cursor key to frame, p50', ({cursor}) => cursor.p50, {tig: 2.5, fzf: 1, visidata: 0.1}),
    ...against('P2', 'cursor key to frame, p99', ({cursor}) => cursor.p99, {visidata: 0.25}),
    judged('P2', 'cursor key to frame, p99', '—', ours.cursor.p99, 6, 'ms'),
    ...against('P3', 'scrolled line, p50', ({scroll}) => scroll.p50, {tig: 1.5, fzf: 0.15}),
    ...against('P3', 'scrolled line, p99', ({scroll}) => scroll.p99, {tig: 3, fzf: 0.35}),
    ...against('P4', 'page, p50', ({page}) => page.p50, {tig: 2, fzf: 0.25}),
    ...against('P4', 'page, p99', ({page}) => page.p99, {tig: 3}),
    ...against('P5', 'bytes per cursor move', ({cursor}) => cursor.bytes, {tig: 0.8}),
    ...against('P6', 'bytes per scrolled line', ({scroll}) => scroll.bytes, {tig: 0.4, fzf: 0.33}),
    ...against('P6', 'bytes per page', ({page}) => page.bytes, {tig: 0.4, fzf: 0.33}),
    judged('P8', 'frames per key', '—', ours.cursor.writes, 1, 'count'),
    judged('P9', 'frames per held key, 30 Hz', '—', ours.hold30.framesPerKey, 0.97, 'count', true),
    judged('P9', 'frames per held key, 60 Hz', '—', ours.hold60.framesPerKey, 0.97, 'count', true),
    judged('P9', 'lag of a held key, p99, 60 Hz', '—', ours.hold60.lagP99, 8, 'ms'),
    ...against('P10', 'CPU per held key, 60 Hz', ({hold60}) => hold60.cpuPerKey, {tig: 2, fzf: 0.15}),
    judged('P11', 'first key after start', '—', ours.firstKey, 8, 'ms'),
    judged('P20', 'bytes in ten idle seconds', '—', ours.idleBytes, 0, 'bytes'),
    ...against('P20', 'CPU in ten idle seconds', ({idleCpuMs}) => Math.max(idleCpuMs, 0.01), {fzf: 0.1}),
  ];
}

/** 100,000 rows beside 10,000. */
export function scaleGoals(small: Summary, large: Summary): Verdict[] {
  return [
    judged('P18', 'cursor p50, 100,000 rows', '10,000 rows', large.cursor.p50 / small.cursor.p50, 1.25),
    judged('P18', 'bytes per cursor move, 100,000 rows', '10,000 rows', large.cursor.bytes / small.cursor.bytes, 1.02),
    judged('P18', 'resident memory, 100,000 rows', '10,000 rows', large.residentMb / small.residentMb, 2.3),
  ];
}

/** Half-page jumps instead of single lines: the bytes of a held key on a slow line. */
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
 * From 150 columns on, the detail of the row under the cursor stands beside the list and follows the cursor. P22 compares
 * screens that both show it: against 120×40, which has none, it would measure the detail and not the size.
 *
 * @param split 150×40
 * @param large 200×50
 */
export function sizeGoals(
  {split, large}: {readonly split: Summary; readonly large: Summary},
  peers: ReadonlyMap<string, Summary>,
): Verdict[] {
  const against = comparing(split, peers);
  return [
    ...against('P1', 'cursor p50 with live detail', ({cursor}) => cursor.p50, {tig: 2.5, fzf: 1, visidata: 0.1}),
    ...against('P2', 'cursor p99 with live detail', ({cursor}) => cursor.p99, {visidata: 0.25}),
    judged('P2', 'cursor p99 with live detail', '—', split.cursor.p99, 6, 'ms'),
    ...against('P5', 'bytes per cursor move with live detail', ({cursor}) => cursor.bytes, {tig: 1.6}),
    judged('P22', 'cursor p50, 200×50', '150×40', large.cursor.p50 / split.cursor.p50, 1.5),
    judged('P22', 'bytes per cursor move, 200×50', '150×40', large.cursor.bytes / split.cursor.bytes, 1.3),
  ];
}

/** A filter typed letter by letter, each after the answer to the one before; milliseconds. */
export interface FilterKeys {
  readonly frames: number[];
  readonly settled: number[];
}

/** @param fzf with 10,000 lines */
export function filterGoals(small: FilterKeys, large: FilterKeys, fzf: FilterKeys | undefined): Verdict[] {
  return [
    judged('P18', 'filter key, 100,000 rows, worst', '—', Math.max(...large.frames), 33, 'ms'),
    judged('P19', 'filter key, settled', 'fzf', fzf && median(small.settled) / median(fzf.settled), 0.15),
  ];
}

/** A key in each dialog. */
export const dialogGoals = (dialogs: readonly DialogFigures[]): Verdict[] =>
  dialogs.flatMap(({name, p50, p99, cpuPerKey, framesPerKey}) => [
    judged('P23', `key in a ${name}, p50`, '—', p50, 8, 'ms'),
    judged('P23', `key in a ${name}, p99`, '—', p99, 33, 'ms'),
    judged('P23', `CPU per key in a ${name}`, '—', cpuPerKey, 12, 'ms'),
    judged('P23', `frames per held key in a ${name}, 30 Hz`, '—', framesPerKey, 0.97, 'count', true),
  ]);

/** Pages into rows, without a terminal. */
export function dataGoals(near: DataFigures, far: FarFigures): Verdict[] {
  return [
    judged('P14', '10,000 rows loaded and searchable', 'undici + JSON.parse', near.load / near.transfer, 1.6),
    judged('P15', 'the same, an API of 80 ms', 'one page after the other', far.load / far.sequential, 0.06),
    judged('P15', 'first rows beyond one round trip', '—', far.firstRows - far.roundTrip, 20, 'ms'),
    judged('P16', 'read again, 2 % changed', 'JSON.parse', near.refreshChanged / near.parse, 1.5),
    judged('P16', 'read again, nothing changed', 'JSON.parse', near.refreshSame / near.parse, 0.1),
  ];
}

/** The longest turn of the event loop with 100,000 rows. */
export const turnGoals = (turns: Turns): Verdict[] =>
  Object.entries(turns).map(([name, longest]) =>
    judged('P24', `longest turn, ${name}, 100,000 rows`, '—', longest, 33, 'ms'),
  );

/** Cursor keys while 10,000 rows arrive from an API of 80 ms. */
export const loadingGoals = (loading: readonly number[]): Verdict[] => [
  judged('P17', 'cursor p99 while loading', '—', percentile(loading, 99), 16, 'ms'),
];

export const memoryGoals = (ours: Summary, node: number): Verdict[] => [
  judged('P21', 'resident memory, 10,000 rows', 'node -e', ours.residentMb / node, 3.5),
];

/** From the start of the process until rows are on the screen; keys work from then on. */
export const startGoals = ({node, visidata, lazygit, usable}: StartFigures): Verdict[] => [
  judged('P12', 'start to usable', 'node -e', usable / node, 6),
  judged('P12', 'start to usable', 'visidata', visidata && usable / visidata, 0.7),
  judged('P12', 'start to usable', 'lazygit', lazygit && usable / lazygit, 1),
];

/** Medians of process starts, milliseconds. */
export interface StartFigures {
  readonly node: number;
  readonly visidata: number | undefined;
  readonly lazygit: number | undefined;
  readonly usable: number;
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
  /** The same reads of mock servers on the emulator's description of the API. */
  readonly mocks: Readonly<Record<string, Served>>;
}): Verdict[] {
  return [
    judged('P27', 'seconds to create 100,000 instances', '—', figures.seedSeconds, 10, 'count'),
    judged('P27', 'mixed reads a second', '—', figures.perSecond, 2500, 'count', true),
    judged('P27', 'mixed reads, p99', '—', figures.p99, 25, 'ms'),
    judged('P27', 'last page of 1,000', 'first page', figures.lastPage, 1.5),
    ...['prism', 'mockoon'].flatMap(name => {
      const mock = figures.mocks[name];
      return [
        judged('P27', 'mixed reads a second', name, mock && figures.perSecond / mock.perSecond, 1, 'ratio', true),
        judged('P27', 'mixed reads, p99', name, mock && figures.p99 / mock.p99, 1),
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
