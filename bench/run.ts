/**
 * `npm run bench`: every speed goal with its peer, ratio and verdict. All programs run interleaved, because machines
 * differ and are noisy. Writes `bench/results.json`. Of tig, fzf, lazygit, visidata, curl with jq, Prism and Mockoon it
 * takes those that are installed.
 *
 * - `-- --quick` takes few samples, and judges only bytes and frames. It writes nothing.
 * - `-- --rounds N` sets the number of rounds.
 * - `-- --only keys,scale,size,jump,filter,dialogs,start,data,server,commands` chooses parts.
 */
import {readFileSync, writeFileSync} from 'node:fs';
import {cpus, totalmem} from 'node:os';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {commandFigures} from './commands.ts';
import {closeAgent, measureFar, measureNear, measureTurns, type Server, type Turns} from './data.ts';
import {dialogFigures} from './dialogs.ts';
import {median, percentile} from './figures.ts';
import {
  commandGoals,
  dataGoals,
  dialogGoals,
  type FilterKeys,
  filterGoals,
  isAmount,
  jumpGoals,
  keyGoals,
  loadingGoals,
  memoryGoals,
  type StartFigures,
  scaleGoals,
  serverGoals,
  sizeGoals,
  startGoals,
  table,
  turnGoals,
  type Verdict,
} from './goals.ts';
import {full, quick, type Round, runRound, type Summary, summarize} from './keys.ts';
import {serveMocks} from './mock-servers.ts';
import {residentMb} from './proc.ts';
import {createTestBed, token} from './programs.ts';
import {lastPage, readTargets, serve} from './server.ts';
import {type Program, Session, type Size} from './session.ts';

const {values} = parseArgs({
  options: {
    quick: {type: 'boolean', default: false},
    rounds: {type: 'string', default: '3'},
    only: {type: 'string', default: 'keys,scale,size,jump,filter,dialogs,start,data,server,commands'},
  },
});
const plan = values.quick ? quick : full;
const rounds = values.quick ? 1 : Number(values.rounds);
const only = new Set(values.only.split(','));
const normal: Size = {columns: 120, rows: 40};
/** The smallest screen with a detail beside the list, and a large one. */
const split: Size = {columns: 150, rows: 40};
const large: Size = {columns: 200, rows: 50};

/** The console with its rows. */
const ownScreen = /\b(?:app|web)-1\b/;

const testBed = createTestBed();
const verdicts: Verdict[] = [];
const figures: Record<string, unknown> = {};
const note = (text: string) => process.stderr.write(`${text}\n`);

/** Rounds of several programs, interleaved, so that a noisy minute hits all of them. */
async function compare(programs: readonly {program: Program; size: Size}[]): Promise<Map<string, Summary>> {
  const collected = new Map<string, Round[]>();
  for (let index = 0; index < rounds; index++) {
    for (const {program, size} of programs) {
      note(`round ${index + 1} of ${rounds}: ${program.name} at ${size.columns}x${size.rows}`);
      const name = `${program.name} ${size.columns}x${size.rows}`;
      collected.set(name, [...(collected.get(name) ?? []), await runRound(program, size, plan)]);
    }
  }
  return new Map([...collected].map(([name, results]) => [name.replace(' 120x40', ''), summarize(results)]));
}

const need = (summaries: ReadonlyMap<string, Summary>, name: string): Summary => {
  const summary = summaries.get(name);
  if (!summary) throw new Error(`no figures of ${name}`);
  return summary;
};

try {
  const ours = await testBed.ours(10_000);
  const programs = [{program: ours, size: normal}];
  if (['keys', 'jump', 'size'].some(part => only.has(part)))
    programs.push(...testBed.peers.map(program => ({program, size: normal})));
  if (only.has('scale'))
    programs.push({program: {...(await testBed.ours(100_000)), name: 'skydeck 100000'}, size: normal});
  if (only.has('size')) programs.push({program: ours, size: split}, {program: ours, size: large});
  if (only.has('jump'))
    programs.push({program: {...ours, name: 'skydeck jump', argv: [...ours.argv, '--low-bandwidth']}, size: normal});
  if (['keys', 'scale', 'size', 'jump'].some(part => only.has(part))) {
    const summaries = await compare(programs);
    const mine = need(summaries, 'skydeck');
    if (only.has('keys')) verdicts.push(...keyGoals(mine, summaries), ...memoryGoals(mine, await bareNode()));
    if (only.has('jump')) verdicts.push(...jumpGoals(need(summaries, 'skydeck jump'), summaries));
    if (only.has('scale')) verdicts.push(...scaleGoals(mine, need(summaries, 'skydeck 100000')));
    if (only.has('size'))
      verdicts.push(
        ...sizeGoals({split: need(summaries, 'skydeck 150x40'), large: need(summaries, 'skydeck 200x50')}, summaries),
      );
    figures.keys = Object.fromEntries(summaries);
  }
  if (only.has('filter')) {
    const small = await filterKeys(ours);
    const big = await filterKeys(await testBed.ours(100_000));
    const fzf = testBed.peers.find(({name}) => name === 'fzf');
    const theirs = fzf && (await filterKeys(fzf));
    verdicts.push(...filterGoals(small, big, theirs));
    figures.filter = {small, big, fzf: theirs};
  }
  if (only.has('dialogs')) {
    note('keys in dialogs');
    const dialogs = await dialogFigures(ours, normal, {rounds, samples: values.quick ? 20 : 80});
    verdicts.push(...dialogGoals(dialogs));
    figures.dialogs = dialogs;
  }
  if (only.has('start')) {
    const start = await starts(ours);
    verdicts.push(...startGoals(start));
    figures.start = start;
  }
  if (only.has('data')) {
    note('loading and refreshing');
    const beside = {...(await testBed.account(10_000, 'provider')), token};
    const away = {...(await testBed.account(10_000, 'far')), token};
    const data = {
      near: await measureNear(beside, values.quick ? 2 : 9),
      far: await measureFar(away, values.quick ? 1 : 5),
    };
    const longest = await longestTurns({...(await testBed.account(100_000, 'elsewhere')), token});
    await closeAgent();
    const keys = await loadingKeys(await testBed.ours(10_000, 'far'));
    verdicts.push(...dataGoals(data.near, data.far), ...loadingGoals(keys.loading), ...turnGoals(longest));
    const summary = (times: readonly number[]) => ({
      keys: times.length,
      p50: median(times),
      p99: percentile(times, 99),
      worst: Math.max(...times),
    });
    figures.data = {...data, turns: longest, loading: summary(keys.loading), idle: summary(keys.idle)};
  }
  if (only.has('commands')) {
    note('the command line');
    const commands = await commandFigures(testBed, values.quick ? 4 : 16);
    verdicts.push(...commandGoals(commands));
    figures.commands = commands;
  }
  if (only.has('server')) {
    note('the emulator as a server');
    const {url, seconds} = await testBed.account(100_000);
    const targets = await readTargets(url, token);
    const served = await serve(url, token, targets, values.quick ? 500 : 8000);
    const mocks = await serveMocks({url, token, targets}, values.quick ? 100 : 1000, testBed.folder('mocks'));
    const server = {seedSeconds: seconds, ...served, lastPage: await lastPage(url, token), mocks};
    verdicts.push(...serverGoals(server));
    figures.server = server;
  }
} finally {
  testBed.close();
}

/** Medians of several loads: garbage collection falls into a turn by chance. */
async function longestTurns(server: Server): Promise<Turns> {
  const all: Turns[] = [];
  for (let index = 0; index < rounds; index++) all.push(await measureTurns(server));
  const middle = (name: keyof Turns) => median(all.map(one => one[name]));
  return {
    load: middle('load'),
    filter: middle('filter'),
    find: middle('find'),
    sort: middle('sort'),
    mark: middle('mark'),
  };
}

/** A word typed into the filter, each time in a program that has just started, as most filters are. */
async function filterKeys(program: Program): Promise<FilterKeys> {
  const times: FilterKeys = {frames: [], settled: []};
  for (let start = 0; start < rounds; start++) {
    const session = new Session(program, normal);
    try {
      await session.waitFor(program.marker);
      await session.waitForQuiet(500);
      if (program.name !== 'fzf') await session.press('/');
      for (const key of 'web-12') {
        const {frame, settled} = await session.pressAndSettle(key);
        times.frames.push(frame);
        times.settled.push(settled);
      }
    } finally {
      await session.close();
    }
  }
  return times;
}

/**
 * Cursor keys in a list from its first rows until the whole of it is there, in consoles that know nothing of it from
 * before; then as many in the same list at rest. It is the list that a console opens with: another one is read in the
 * background before anybody could open it.
 */
async function loadingKeys(program: Program): Promise<{loading: number[]; idle: number[]}> {
  const loading: number[] = [];
  const idle: number[] = [];
  const press = async (session: Session, index: number, into: number[]) => {
    const {frame} = await session.press(index % 20 < 10 ? 'down' : 'up');
    if (frame !== undefined) into.push(frame);
  };
  const starts = values.quick ? 1 : 6;
  // The code of the first is compiled on the way; it is not counted.
  for (let start = 0; start <= starts; start++) {
    const session = new Session(
      {...program, env: {...program.env, XDG_STATE_HOME: testBed.folder(`load-${start}`)}},
      normal,
    );
    const [during, after] = start === 0 ? [[], []] : [loading, idle];
    try {
      await session.waitFor(/LABEL[\s\S]*\b(?:app|web|db)-\d/);
      for (let index = 0; !program.marker.test(session.text()) && index < 2000; index++)
        await press(session, index, during);
      await session.waitForQuiet(1500);
      for (let index = 0; index < 200; index++) await press(session, index, after);
    } finally {
      await session.close();
    }
  }
  return {loading, idle};
}

/** Resident memory of a Node that does nothing, in MB. */
async function bareNode(): Promise<number> {
  const argv = [process.execPath, '-e', 'process.stdout.write("ready");setTimeout(()=>{},1e4)'];
  const session = new Session({name: 'node', argv, marker: /ready/}, normal);
  try {
    await session.waitFor(/ready/);
    return residentMb(session.pid);
  } finally {
    await session.close();
  }
}

async function starts(program: Program): Promise<StartFigures & {usableP90: number; live: number}> {
  const samples = values.quick ? 3 : 15;
  const times: Record<string, number[]> = {node: [], visidata: [], lazygit: [], usable: [], live: []};
  const noted = (key: string, time: number): void => void times[key]?.push(time);
  const node: Program = {
    name: 'node',
    argv: [process.execPath, '-e', 'process.stdout.write("ready");setTimeout(()=>{},1e4)'],
    marker: /ready/,
  };
  const timed = async (subject: Program, use: (session: Session) => Promise<void>) => {
    const session = new Session(subject, normal);
    try {
      await use(session);
    } finally {
      await session.close();
    }
  };
  // The screen to begin with is the one that a session ended on, and so is what was last known of the account.
  await timed(program, async session => {
    await session.waitFor(program.marker);
    await session.waitForQuiet(500);
    session.send('q');
    await session.waitForExit();
  });
  for (let index = 0; index < samples; index++) {
    await timed(node, async session => noted('node', await session.waitFor(/ready/)));
    await timed(program, async session => {
      noted('usable', await session.waitFor(ownScreen));
      noted('live', await session.waitFor(/● live/));
    });
    for (const peer of testBed.peers) {
      if (peer.name in times) await timed(peer, async session => noted(peer.name, await session.waitFor(peer.marker)));
    }
  }
  const middle = (key: string) => (times[key]?.length ? median(times[key]) : undefined);
  return {
    node: middle('node') ?? Number.NaN,
    visidata: middle('visidata'),
    lazygit: middle('lazygit'),
    usable: middle('usable') ?? Number.NaN,
    usableP90: percentile(times.usable ?? [], 90),
    /** Until the API has answered and its rows are on the screen. */
    live: middle('live') ?? Number.NaN,
  };
}

process.stdout.write(`${table(verdicts)}\n`);
const path = fileURLToPath(new URL('results.json', import.meta.url));
if (!values.quick) {
  const {version} = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {version: string};
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
  writeFileSync(path, `${JSON.stringify({version, machine, rounds, verdicts, figures}, undefined, 1)}\n`);
}
const judged = values.quick ? verdicts.filter(isAmount) : verdicts;
process.exitCode = judged.some(({met}) => met === false) ? 1 : 0;
