/**
 * `npm run bench`: measures every speed goal and prints its peer, ratio and verdict. The programs run in turn, because
 * the load of a machine changes. Writes `bench/results.json`. The peers tig, fzf, lazygit, visidata, curl with jq, Prism
 * and Mockoon are optional: those that aren't installed are left out.
 *
 * - `-- --quick` takes few samples, and judges only bytes and frames. It doesn't write `bench/results.json`.
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
import {fullPlan, quickPlan, type Round, runRound, type Summary, summarize} from './keys.ts';
import {measureMocks} from './mock-servers.ts';
import {residentMb} from './proc.ts';
import {createTestBed, token} from './programs.ts';
import {lastPageRatio, measureReads, readTargets} from './server.ts';
import {type Program, Session, type Size} from './session.ts';

const {values} = parseArgs({
  options: {
    quick: {type: 'boolean', default: false},
    rounds: {type: 'string', default: '3'},
    only: {type: 'string', default: 'keys,scale,size,jump,filter,dialogs,start,data,server,commands'},
  },
});
const plan = values.quick ? quickPlan : fullPlan;
const rounds = values.quick ? 1 : Number(values.rounds);
const only = new Set(values.only.split(','));
const normal: Size = {columns: 120, rows: 40};
/** The smallest screen with a detail beside the list, and a large one. */
const split: Size = {columns: 150, rows: 40};
const large: Size = {columns: 200, rows: 50};

/** Matches the screen when it shows rows of the account. */
const ownScreen = /\b(?:app|web)-1\b/;

const testBed = createTestBed();
const verdicts: Verdict[] = [];
const figures: Record<string, unknown> = {};
const printProgress = (text: string) => process.stderr.write(`${text}\n`);

/** Runs each round with all programs in turn, so that a busy minute of the machine slows all of them. */
async function compare(programs: readonly {program: Program; size: Size}[]): Promise<Map<string, Summary>> {
  const collected = new Map<string, Round[]>();
  for (let index = 0; index < rounds; index++) {
    for (const {program, size} of programs) {
      printProgress(`round ${index + 1} of ${rounds}: ${program.name} at ${size.columns}x${size.rows}`);
      const name = `${program.name} ${size.columns}x${size.rows}`;
      collected.set(name, [...(collected.get(name) ?? []), await runRound(program, size, plan)]);
    }
  }
  return new Map([...collected].map(([name, results]) => [name.replace(' 120x40', ''), summarize(results)]));
}

const summaryOf = (summaries: ReadonlyMap<string, Summary>, name: string): Summary => {
  const summary = summaries.get(name);
  if (!summary) throw new Error(`no figures of ${name}`);
  return summary;
};

try {
  const ours = await testBed.skydeck(10_000);
  const programs = [{program: ours, size: normal}];
  if (['keys', 'jump', 'size'].some(part => only.has(part)))
    programs.push(...testBed.peers.map(program => ({program, size: normal})));
  if (only.has('scale'))
    programs.push({program: {...(await testBed.skydeck(100_000)), name: 'skydeck 100000'}, size: normal});
  if (only.has('size')) programs.push({program: ours, size: split}, {program: ours, size: large});
  if (only.has('jump'))
    programs.push({program: {...ours, name: 'skydeck jump', argv: [...ours.argv, '--low-bandwidth']}, size: normal});
  if (['keys', 'scale', 'size', 'jump'].some(part => only.has(part))) {
    const summaries = await compare(programs);
    const mine = summaryOf(summaries, 'skydeck');
    if (only.has('keys')) verdicts.push(...keyGoals(mine, summaries), ...memoryGoals(mine, await nodeMemoryMb()));
    if (only.has('jump')) verdicts.push(...jumpGoals(summaryOf(summaries, 'skydeck jump'), summaries));
    if (only.has('scale')) verdicts.push(...scaleGoals(mine, summaryOf(summaries, 'skydeck 100000')));
    if (only.has('size'))
      verdicts.push(
        ...sizeGoals(
          {split: summaryOf(summaries, 'skydeck 150x40'), large: summaryOf(summaries, 'skydeck 200x50')},
          summaries,
        ),
      );
    figures.keys = Object.fromEntries(summaries);
  }
  if (only.has('filter')) {
    const small = await measureFilterKeys(ours);
    const big = await measureFilterKeys(await testBed.skydeck(100_000));
    const fzf = testBed.peers.find(({name}) => name === 'fzf');
    const theirs = fzf && (await measureFilterKeys(fzf));
    verdicts.push(...filterGoals(small, big, theirs));
    figures.filter = {small, big, fzf: theirs};
  }
  if (only.has('dialogs')) {
    printProgress('keys in dialogs');
    const dialogs = await dialogFigures(ours, normal, {rounds, samples: values.quick ? 20 : 80});
    verdicts.push(...dialogGoals(dialogs));
    figures.dialogs = dialogs;
  }
  if (only.has('start')) {
    const start = await measureStarts(ours);
    verdicts.push(...startGoals(start));
    figures.start = start;
  }
  if (only.has('data')) {
    printProgress('loading and refreshing');
    const nearAccount = {...(await testBed.account(10_000, 'provider')), token};
    const farAccount = {...(await testBed.account(10_000, 'far')), token};
    const data = {
      near: await measureNear(nearAccount, values.quick ? 2 : 9),
      far: await measureFar(farAccount, values.quick ? 1 : 5),
    };
    const longest = await measureLongestTurns({...(await testBed.account(100_000, 'elsewhere')), token});
    await closeAgent();
    const keys = await measureLoadingKeys(await testBed.skydeck(10_000, 'far'));
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
    printProgress('the command line');
    const commands = await commandFigures(testBed, values.quick ? 4 : 16);
    verdicts.push(...commandGoals(commands));
    figures.commands = commands;
  }
  if (only.has('server')) {
    printProgress('the emulator as a server');
    const {url, seconds} = await testBed.account(100_000);
    const targets = await readTargets(url, token);
    const rate = await measureReads(url, token, targets, values.quick ? 500 : 8000);
    const mocks = await measureMocks({url, token, targets}, values.quick ? 100 : 1000, testBed.folder('mocks'));
    const server = {seedSeconds: seconds, ...rate, lastPage: await lastPageRatio(url, token), mocks};
    verdicts.push(...serverGoals(server));
    figures.server = server;
  }
} finally {
  testBed.close();
}

/** Medians of several rounds, because a garbage collection makes a single turn longer by chance. */
async function measureLongestTurns(server: Server): Promise<Turns> {
  const all: Turns[] = [];
  for (let index = 0; index < rounds; index++) all.push(await measureTurns(server));
  const medianOf = (name: keyof Turns) => median(all.map(one => one[name]));
  return {
    load: medianOf('load'),
    filter: medianOf('filter'),
    find: medianOf('find'),
    sort: medianOf('sort'),
    mark: medianOf('mark'),
  };
}

/** Types a word into the filter of a program that has just started, because most filters are typed then. */
async function measureFilterKeys(program: Program): Promise<FilterKeys> {
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
 * Presses cursor keys in a list while it loads, in consoles without stored data, and then in the loaded list. The list is
 * the console's first view, because the console loads other lists before a user can open them.
 */
async function measureLoadingKeys(program: Program): Promise<{loading: number[]; idle: number[]}> {
  const loading: number[] = [];
  const idle: number[] = [];
  const press = async (session: Session, index: number, times: number[]) => {
    const {frame} = await session.press(index % 20 < 10 ? 'down' : 'up');
    if (frame !== undefined) times.push(frame);
  };
  const starts = values.quick ? 1 : 6;
  // The first start isn't counted, because it fills the compile cache.
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

/** Resident memory of an idle Node, in MB. */
async function nodeMemoryMb(): Promise<number> {
  const argv = [process.execPath, '-e', 'process.stdout.write("ready");setTimeout(()=>{},1e4)'];
  const session = new Session({name: 'node', argv, marker: /ready/}, normal);
  try {
    await session.waitFor(/ready/);
    return residentMb(session.pid);
  } finally {
    await session.close();
  }
}

async function measureStarts(program: Program): Promise<StartFigures & {usableP90: number; live: number}> {
  const samples = values.quick ? 3 : 15;
  const times: Record<string, number[]> = {node: [], visidata: [], lazygit: [], usable: [], live: []};
  const record = (key: string, time: number): void => void times[key]?.push(time);
  const node: Program = {
    name: 'node',
    argv: [process.execPath, '-e', 'process.stdout.write("ready");setTimeout(()=>{},1e4)'],
    marker: /ready/,
  };
  const withSession = async (subject: Program, use: (session: Session) => Promise<void>) => {
    const session = new Session(subject, normal);
    try {
      await use(session);
    } finally {
      await session.close();
    }
  };
  // An earlier session stores the data of the account and the last view, which a console usually starts with.
  await withSession(program, async session => {
    await session.waitFor(program.marker);
    await session.waitForQuiet(500);
    session.send('q');
    await session.waitForExit();
  });
  for (let index = 0; index < samples; index++) {
    await withSession(node, async session => record('node', await session.waitFor(/ready/)));
    await withSession(program, async session => {
      record('usable', await session.waitFor(ownScreen));
      record('live', await session.waitFor(/● live/));
    });
    for (const peer of testBed.peers) {
      if (peer.name in times)
        await withSession(peer, async session => record(peer.name, await session.waitFor(peer.marker)));
    }
  }
  const medianOf = (key: string) => (times[key]?.length ? median(times[key]) : undefined);
  return {
    node: medianOf('node') ?? Number.NaN,
    visidata: medianOf('visidata'),
    lazygit: medianOf('lazygit'),
    usable: medianOf('usable') ?? Number.NaN,
    usableP90: percentile(times.usable ?? [], 90),
    /** Milliseconds until the rows of the API's response are on the screen. */
    live: medianOf('live') ?? Number.NaN,
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
const judgedVerdicts = values.quick ? verdicts.filter(isAmount) : verdicts;
process.exitCode = judgedVerdicts.some(({isMet}) => isMet === false) ? 1 : 0;
