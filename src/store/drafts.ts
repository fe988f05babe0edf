/** What was typed and not sent: kept through escape, a lost connection, a crash. Secrets are kept in memory only. */
import type {FilePort} from '../platform/files.ts';
import type {Clock} from './clock.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Drafts {
  get(key: string): Values | undefined;
  /** Keeps a draft; undefined throws it away. `kept` is what may go to the file. */
  put(key: string, values: Values | undefined, kept?: Values): void;
  /** Writes what was not written yet. */
  flush(): Promise<void>;
}

/** Drafts in memory, for a session without files. */
export function memoryDrafts(): Drafts {
  const drafts = new Map<string, Values>();
  return {
    get: key => drafts.get(key),
    put(key, values) {
      if (values) drafts.set(key, values);
      else drafts.delete(key);
    },
    flush: async () => {},
  };
}

const version = 1;
/** Typing is written after this pause, milliseconds: what a `kill -9` can take is less than a second's worth. */
const pause = 400;
const draftsAtMost = 200;
/** A draft that nobody came back to for so long is thrown away; milliseconds. */
const longest = 90 * 86_400_000;

interface Kept {
  readonly at: number;
  readonly values: Values;
}

export interface DraftsHost {
  readonly files: FilePort;
  readonly path: string;
  readonly clock: Clock;
  /** The file could not be read or written; drafts are kept in memory then. */
  readonly failed: (error: unknown) => void;
}

/**
 * Drafts in one file, read in the background. A damaged file is set aside, never written over; what another console
 * wrote meanwhile stays.
 */
export function openDrafts({files, path, clock, failed}: DraftsHost): Drafts {
  const whole = memoryDrafts();
  /** As the file has it, and as it should. */
  let drafts = new Map<string, Kept>();
  /** Keys that this program changed; of the others, the file knows more. */
  const mine = new Set<string>();
  let cancel: (() => void) | undefined;
  const merge = async () => {
    const text = await files.read(path);
    if (text === undefined) return;
    const merged = new Map(await parse(text, files, path));
    for (const key of mine) {
      const kept = drafts.get(key);
      merged.delete(key);
      if (kept) merged.set(key, kept);
    }
    drafts = merged;
  };
  let working: Promise<void> = merge().catch(failed);

  const write = async () => {
    await merge();
    const now = clock.now();
    const kept = [...drafts].filter(([, {at}]) => now - at < longest).slice(-draftsAtMost);
    await files.write(path, JSON.stringify({version, drafts: Object.fromEntries(kept)}));
  };
  const writeNext = () => {
    cancel?.();
    cancel = undefined;
    working = working.then(write).catch(failed);
    return working;
  };
  return {
    get: key => whole.get(key) ?? drafts.get(key)?.values,
    put(key, values, kept = values) {
      whole.put(key, values);
      mine.add(key);
      // In order of use: the oldest go first when there are too many.
      const known = drafts.delete(key);
      if (kept && Object.keys(kept).length > 0) drafts.set(key, {at: clock.now(), values: kept});
      else if (!known) return;
      cancel?.();
      cancel = clock.schedule(pause, () => void writeNext());
    },
    flush: async () => {
      await (cancel ? writeNext() : working);
    },
  };
}

async function parse(text: string, files: FilePort, path: string): Promise<[string, Kept][]> {
  const read = readable(text);
  if (read?.version === version && isRecord(read.drafts))
    return Object.entries(read.drafts).flatMap(([key, kept]): [string, Kept][] =>
      isRecord(kept) && typeof kept.at === 'number' && isRecord(kept.values)
        ? [[key, {at: kept.at, values: kept.values}]]
        : [],
    );
  // Written by a newer program, or damaged: what somebody typed may still be in it.
  await files.write(`${path}.unreadable`, text);
  return [];
}

function readable(text: string): Values | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
