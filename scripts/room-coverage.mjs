// @ts-check
/**
 * `npm run coverage`: measures the lines and branches that the unit tests and journeys run, by room. Fails if a room is
 * below the goal without a listed reason. `npm run coverage -- client contract` runs only the tests in these rooms.
 */
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, relative, sep} from 'node:path';
import {run} from './steps.mjs';

/** @typedef {{covered: number, total: number}} Share */
/** @typedef {{lines: Share, branches: Share}} Shares */

const GOAL = 85;

/** @type {Readonly<Record<string, string>>} */
const reasons = {
  'main.ts': 'runs in a process of its own, in test/pty',
  'launcher.ts': 'runs in a process of its own, in test/pty',
  'accessible.ts': 'runs in a process of its own, in test/pty',
  'licenses.ts': 'runs in a process of its own, in test/pty',
  ui: 'start-console and others run in a process of their own, in test/pty',
};

const rooms = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'skydeck-coverage-'));
try {
  const {ok} = await run('vitest', [...options(), ...rooms.map(room => `src/${room}/`)], 'inherit');
  const isGood = print(roomsIn(JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8'))));
  process.exitCode = ok && isGood ? 0 : 1;
} finally {
  rmSync(folder, {recursive: true});
}

function options() {
  const included = rooms.length > 0 ? rooms.map(room => `src/${room}/**/*.{ts,tsx}`) : ['src/**/*.{ts,tsx}'];
  return [
    ...['run', '--project', 'unit', '--coverage.enabled', '--coverage.provider=v8'],
    ...['--coverage.reporter=json-summary', `--coverage.reportsDirectory=${folder}`, '--coverage.reportOnFailure'],
    ...included.map(pattern => `--coverage.include=${pattern}`),
    ...[
      '--coverage.exclude=**/*.test.{ts,tsx}',
      '--coverage.exclude=**/*.test-d.ts',
      '--coverage.exclude=**/*.d.ts',
      '--coverage.exclude=**/testing/**',
    ],
  ];
}

/** @param {Readonly<Record<string, Shares>>} summary by absolute path */
function roomsIn(summary) {
  /** @type {Map<string, Shares>} */
  const shares = new Map();
  for (const [file, {lines, branches}] of Object.entries(summary)) {
    const [top, room] = relative(process.cwd(), file).split(sep);
    if (top !== 'src' || room === undefined) continue;
    const roomShares = shares.get(room) ?? {lines: {covered: 0, total: 0}, branches: {covered: 0, total: 0}};
    shares.set(room, {lines: sum(roomShares.lines, lines), branches: sum(roomShares.branches, branches)});
  }
  return [...shares].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** @param {Share} a @param {Share} b */
function sum(a, b) {
  return {covered: a.covered + b.covered, total: a.total + b.total};
}

/** @param {Share} share */
function percent({covered, total}) {
  return total === 0 ? 100 : (100 * covered) / total;
}

/** @param {readonly (readonly [string, Shares])[]} shares @returns {boolean} true if each room below the goal has a reason */
function print(shares) {
  console.log(`\n${'room'.padEnd(16)}    lines  branches`);
  const isLow = shares.map(([room, {lines, branches}]) => {
    const low = percent(branches) < GOAL;
    const remark = low ? (reasons[room] ?? `below ${GOAL} %`) : '';
    const numbers = [lines, branches].map(share => `${percent(share).toFixed(1).padStart(7)} %`).join(' ');
    console.log(`${room.padEnd(16)} ${numbers}  ${remark}`.trimEnd());
    return low && !Object.hasOwn(reasons, room);
  });
  return !isLow.includes(true);
}
