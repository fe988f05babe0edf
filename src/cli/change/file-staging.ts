/** The files of a command: source and target, progress, and interruption. */
import {createReadStream} from 'node:fs';
import {mkdtemp, open, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {bytes, clockDuration} from '../../families/format/format.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {ChangeState} from '../../store/changes/change.ts';
import type {ReadonlyStore} from '../../store/core/traced-store.ts';
import type {Transfer} from '../../store/transfers/transfer.ts';
import {percentOf} from '../../store/transfers/transfer.ts';
import type {FieldFlag} from '../args/action-flags.ts';
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import {until} from '../io/deadline.ts';

/** The files of a line: a path, or `-` for stdin or stdout, whose content is staged in a temporary file. */
export interface FileStaging {
  /**
   * The path that a flag's texts mean.
   * @throws UsageError
   */
  pathOf(flag: FieldFlag, words: readonly string[]): Promise<string>;
  /** True if stdout receives the file: messages then go to stderr. */
  readonly usesStdout: boolean;
  /** Copies the saved file to stdout. */
  deliver(): Promise<void>;
  close(): Promise<void>;
}

export function openFileStaging({pipe}: CommandContext): FileStaging {
  let folder: string | undefined;
  let outputFile: string | undefined;
  const tempPath = async (name: string): Promise<string> => {
    folder ??= await mkdtemp(join(tmpdir(), 'skydeck-'));
    return join(folder, name);
  };
  return {
    async pathOf({name, input}, words) {
      const [text = '', ...more] = words;
      if (more.length > 0) throw new UsageError(`--${name} is repeated. Pass it once`);
      if (text !== '-') return text.startsWith('@') ? text.slice(1) : text;
      if (!pipe) throw new UsageError(`--${name} - reads stdin, but nothing is piped in`);
      if (input?.isSaveTarget) {
        outputFile = await tempPath('output');
        return outputFile;
      }
      // The size must be known before sending, and a pipe has no size.
      const path = await tempPath('input');
      const file = await open(path, 'wx', 0o600);
      try {
        for await (const piece of pipe.input()) await file.writeFile(piece);
      } finally {
        await file.close();
      }
      return path;
    },
    get usesStdout() {
      return outputFile !== undefined;
    },
    async deliver() {
      if (outputFile === undefined || !pipe) return;
      for await (const piece of createReadStream(outputFile)) await pipe.output(piece as Uint8Array);
    },
    async close() {
      if (folder !== undefined) await rm(folder, {recursive: true, force: true});
    },
  };
}

/** "disk.img.gz 42%  1.2 GB of 2.9 GB  12 MB/s  0:14 left" */
function progressText(transfer: Transfer): string {
  const {done, total} = transfer.getState();
  const {name, rate, secondsLeft} = transfer;
  const percent = percentOf(done, total);
  return [
    percent === undefined ? name : `${name} ${percent}%`,
    total === undefined ? bytes(done) : `${bytes(done)} of ${bytes(total)}`,
    ...(rate === undefined ? [] : [`${bytes(rate)}/s`]),
    ...(secondsLeft === undefined ? [] : [`${clockDuration(secondsLeft)} left`]),
  ].join('  ');
}

/**
 * Shows the progress of a change's file while `run` runs. An interrupt cancels the transfer, after which `run` ends
 * normally.
 */
export async function withProgress<T>(
  change: ReadonlyStore<ChangeState>,
  {progress, onInterrupt}: Pick<CommandContext, 'progress' | 'onInterrupt'>,
  run: () => Promise<T>,
): Promise<T> {
  let transferShown: Transfer | undefined;
  let stop = () => {};
  let release: (() => void) | undefined;
  const showProgress = () => {
    const {phase} = transferShown?.getState() ?? {};
    progress?.(transferShown && phase === 'running' ? sanitize(progressText(transferShown)) : '');
  };
  const follow = () => {
    const {transfer} = change.getState();
    if (!transfer || transfer === transferShown) return;
    stop();
    transferShown = transfer;
    // Registered only while a transfer is in progress: a change without a file needs no handler for interrupts.
    release ??= onInterrupt?.(() => transferShown?.cancel());
    stop = transfer.subscribe(showProgress);
    showProgress();
  };
  const unfollow = change.subscribe(follow);
  try {
    follow();
    return await run();
  } finally {
    release?.();
    unfollow();
    stop();
    progress?.('');
  }
}

/** Resolves when the transfer has ended. */
export const transferEnded = (transfer: Transfer) => until(transfer, ({phase}) => phase !== 'running');
