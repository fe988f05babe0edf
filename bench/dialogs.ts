/** Keys in the dialogs that Ink draws: a form, a picker, a menu, the command bar and the finder (goal P23). */
import {median, percentile} from './figures.ts';
import {cpuMs} from './proc.ts';
import {type Program, Session, type Size} from './session.ts';

export interface DialogFigures {
  readonly name: string;
  /** Milliseconds from a key to its frame. */
  readonly p50: number;
  readonly p99: number;
  /** CPU milliseconds of a key. */
  readonly cpuPerKey: number;
  /** Frames of a key that is held at 30 Hz. */
  readonly framesPerKey: number;
}

interface Dialog {
  readonly name: string;
  /** Keys that open it from the list. */
  readonly open: readonly string[];
  /** Text of the open dialog. */
  readonly marker: RegExp;
  /** Keys that each change the screen, and together restore it. */
  readonly keys: readonly string[];
}

const repeat = (key: string, count: number): string[] => Array<string>(count).fill(key);
const backspace = '\x7f';
/** A word, letter by letter, and its deletion. */
const typeAndDelete = (word: string): string[] => [...word, ...repeat(backspace, word.length)];
const downAndUp = [...repeat('down', 8), ...repeat('up', 8)];

const dialogs: readonly Dialog[] = [
  {name: 'form', open: ['n'], marker: /New instance[\s\S]*Region/, keys: typeAndDelete('web-frontend-0123')},
  {name: 'picker', open: ['n', 'tab', 'tab', 'enter'], marker: /Plan[\s\S]*1 GB RAM/, keys: downAndUp},
  {name: 'menu', open: ['a'], marker: /Actions: /, keys: downAndUp},
  {name: 'command bar', open: [':'], marker: /1 of \d+/, keys: typeAndDelete('instances')},
  {name: 'finder', open: ['ctrl-p'], marker: /of anything that was loaded/, keys: typeAndDelete('web-12')},
];

/** @param samples keys of each dialog; half as many are held */
export async function dialogFigures(
  program: Program,
  size: Size,
  {rounds, samples}: {readonly rounds: number; readonly samples: number},
): Promise<DialogFigures[]> {
  const rows = new Map(dialogs.map(({name}) => [name, [] as Omit<DialogFigures, 'name'>[]]));
  for (let round = 0; round < rounds; round++)
    for (const dialog of dialogs) rows.get(dialog.name)?.push(await measure(program, size, dialog, samples));
  return [...rows].map(([name, figures]) => {
    const medianOf = (pick: (one: Omit<DialogFigures, 'name'>) => number) => median(figures.map(pick));
    return {
      name,
      p50: medianOf(({p50}) => p50),
      p99: medianOf(({p99}) => p99),
      cpuPerKey: medianOf(({cpuPerKey}) => cpuPerKey),
      framesPerKey: medianOf(({framesPerKey}) => framesPerKey),
    };
  });
}

async function measure(program: Program, size: Size, {open, marker, keys}: Dialog, samples: number) {
  const session = new Session(program, size);
  try {
    await session.waitFor(program.marker);
    await session.waitForIdle(1500);
    for (const key of open) await session.press(key);
    await session.waitFor(marker);
    // The first keys load code, so they aren't measured.
    for (const key of keys) await session.press(key);
    await session.waitForQuiet(500);
    const frames: number[] = [];
    const before = cpuMs(session.pid);
    for (let index = 0; index < samples; index++) {
      const {frame} = await session.press(keys[index % keys.length] ?? '');
      if (frame !== undefined) frames.push(frame);
    }
    const cpuPerKey = (cpuMs(session.pid) - before) / samples;
    await session.waitForQuiet(500);
    const {framesPerKey} = await session.holdKey(keys, Math.ceil(samples / 2), 30);
    return {p50: median(frames), p99: percentile(frames, 99), cpuPerKey, framesPerKey};
  } finally {
    await session.close();
  }
}
