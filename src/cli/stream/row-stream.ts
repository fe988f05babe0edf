/** The changes of the rows of `get --watch --ndjson --cursor FILE`, each printed once, also across restarts. */
import {randomUUID} from 'node:crypto';
import type {Clock} from '../../store/core/clock.ts';
import type {CommandContext} from '../io/command-context.ts';
import {ChangeQueue, type QueuedChange} from './change-queue.ts';
import {CursorFile} from './cursor-file.ts';
import {outputReceiver} from './output-receiver.ts';

/** A line of the output. */
interface RowChange {
  /** Stays the same when the line is printed again after a crash. */
  readonly id: string;
  readonly time: string;
  readonly kind: string;
  readonly row: unknown;
}

/** The position of the stream in the cursor. */
interface RowPoint {
  readonly stream: string;
  readonly sequence: number;
  /** Keys of the printed rows, with their text; absent before the list was read. */
  readonly rows?: readonly (readonly [string, string])[] | undefined;
  readonly pending: readonly QueuedChange<RowChange>[];
}

export interface RowStreamOptions {
  readonly cursorPath: string;
  /** The command line that the cursor belongs to. */
  readonly subject: string;
  readonly context: CommandContext;
  readonly clock: Clock;
}

export class RowStream {
  readonly #cursor: CursorFile;
  readonly #queue: ChangeQueue<RowChange>;
  readonly #stream: string;
  readonly #stored: RowPoint | undefined;
  #sequence: number;
  #rows: RowPoint['rows'];
  #added: RowChange[] = [];

  private constructor(context: CommandContext, cursor: CursorFile) {
    const point = cursor.stored as RowPoint | undefined;
    this.#cursor = cursor;
    this.#stored = point;
    this.#stream = point?.stream ?? randomUUID();
    this.#sequence = point?.sequence ?? 0;
    this.#rows = point?.rows;
    const receivers = [outputReceiver<RowChange>(context)];
    this.#queue = new ChangeQueue({receivers, cursor, pending: point?.pending ?? [], err: context.err});
    cursor.follow(
      (): RowPoint => ({
        stream: this.#stream,
        sequence: this.#sequence,
        rows: this.#rows,
        pending: this.#queue.pending,
      }),
    );
  }

  /** @throws UsageError for a cursor that can't be used */
  static async open({cursorPath: path, subject, context, clock}: RowStreamOptions): Promise<RowStream> {
    const {err} = context;
    const stream = new RowStream(context, await CursorFile.open({path, subject, clock, err}));
    stream.#queue.start();
    return stream;
  }

  /** The rows that earlier runs printed; undefined for a new cursor. */
  restoreRows(): Map<string, {readonly row: undefined; readonly fields: unknown; readonly text: string}> | undefined {
    const rows = this.#stored?.rows;
    return (
      rows && new Map(rows.map(([key, text]) => [key, {row: undefined, fields: JSON.parse(text) as unknown, text}]))
    );
  }

  /** Adds a line, which is printed with the next rows. */
  add(line: Omit<RowChange, 'id'>): void {
    this.#added.push({id: `${this.#stream}-${++this.#sequence}`, ...line});
  }

  /** Sets the current rows, which result from the lines since the last call. */
  setPrinted(printed: ReadonlyMap<string, {readonly text: string}>): void {
    const added = this.#added;
    this.#added = [];
    const isFirst = this.#rows === undefined;
    if (added.length === 0 && !isFirst) return;
    this.#rows = [...printed].map(([key, {text}]) => [key, text]);
    if (added.length > 0) this.#queue.add(added);
    else void this.#cursor.save();
  }

  /** Prints the remaining lines. False if the cursor could not be written. */
  async close(): Promise<boolean> {
    this.#cursor.giveUp();
    await this.#queue.close();
    return this.#cursor.close();
  }
}
