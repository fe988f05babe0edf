/** The environment of a command, so that tests can replace the terminal, the clock and the console. */
import type {LogFunction} from '../../platform/diagnostics/json-log.ts';
import type {OutputMonitor} from '../../platform/process/output-monitor.ts';
import type {StartDemo} from '../../store/account/open-account.ts';
import type {Clock} from '../../store/core/clock.ts';

/** The console, which commands must not import, environment variables, and outputs. */
export interface CommandContext {
  readonly startDemo: StartDemo;
  /**
   * True if the console could not be shown: the command then opens the demo account if no profile is configured, as the
   * console does.
   */
  readonly fallsBackToDemo?: boolean | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string | Uint8Array) => void;
  readonly err: (text: string) => void;
  /** Monitor of the output; absent if output can't fail. */
  readonly output?: Pick<OutputMonitor, 'endWithReader' | 'isLost'> | undefined;
  /** The width of the terminal; undefined if stdout is a pipe. */
  readonly columns: number | undefined;
  /** Capabilities of the terminal; absent if not detected. */
  readonly terminal?: (() => Promise<TerminalFacts>) | undefined;
  /** Asks the user at the terminal; absent without a terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** Opens a URL in the user's browser; false if no program can open it. */
  readonly browse?: ((address: string) => Promise<boolean>) | undefined;
  /** Reads the whole standard input. */
  readonly stdin?: (() => Promise<string>) | undefined;
  /** Stdin and stdout as bytes. */
  readonly pipe?: {input(): AsyncIterable<Uint8Array>; output(bytes: Uint8Array): Promise<void>} | undefined;
  /** Shows a line that the next one replaces; an empty line removes it. Absent if no user would see it. */
  readonly progress?: ((line: string) => void) | undefined;
  /**
   * Sets a function that is called when the user interrupts, instead of ending the program; returns a function that
   * removes it.
   */
  readonly onInterrupt?: ((run: () => void) => () => void) | undefined;
  /** Names of the program's modes that aren't commands; for completion. */
  readonly programs?:
    | (() => Promise<readonly {readonly name: string; readonly flags: readonly string[]}[]>)
    | undefined;
  /** Receives every request, for `--log`; absent without the flag. */
  readonly log?: LogFunction | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

export interface TerminalFacts {
  readonly colors: string;
  readonly hasUnicode: boolean;
  readonly multiplexer: string | undefined;
  readonly isRemote: boolean;
  /** True if the cursor can't be moved, so that the console can't run. */
  readonly isDumb: boolean;
}
