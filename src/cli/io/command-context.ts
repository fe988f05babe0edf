/** Environment of a command, so that tests can replace the terminal, the clock and the console. */
import type {LogFunction} from '../../platform/diagnostics/json-log.ts';
import type {OutputMonitor} from '../../platform/process/output-monitor.ts';
import type {StartDemo} from '../../store/account/open-account.ts';
import type {Clock} from '../../store/core/clock.ts';

/** The console, which commands must not import, environment variables, and outputs. */
export interface CommandContext {
  readonly startDemo: StartDemo;
  /** The console could not be shown: like the console, this opens the demo account if no profile is configured. */
  readonly fallsBackToDemo?: boolean | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string | Uint8Array) => void;
  readonly err: (text: string) => void;
  /** Monitor of the output; absent if output can't fail. */
  readonly output?: Pick<OutputMonitor, 'endWithReader' | 'isLost'> | undefined;
  /** Columns of the terminal; undefined when the output is a pipe. */
  readonly columns: number | undefined;
  /** Capabilities of the terminal; absent if not detected. */
  readonly terminal?: (() => Promise<TerminalFacts>) | undefined;
  /** Asks the person at the terminal; absent without a terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** Opens an address in the person's browser; false without a program that opens one. */
  readonly browse?: ((address: string) => Promise<boolean>) | undefined;
  /** Reads the whole standard input. */
  readonly stdin?: (() => Promise<string>) | undefined;
  /** The standard input and output as bytes. */
  readonly pipe?: {input(): AsyncIterable<Uint8Array>; output(bytes: Uint8Array): Promise<void>} | undefined;
  /** Shows a line that the next one replaces, empty to remove it; absent if no person would see it. */
  readonly progress?: ((line: string) => void) | undefined;
  /** Sets a function that runs when the person interrupts, in place of the end; returns a function that removes it. */
  readonly onInterrupt?: ((run: () => void) => () => void) | undefined;
  /** Names of the program's other modes besides its commands; for completion. */
  readonly programs?:
    | (() => Promise<readonly {readonly name: string; readonly flags: readonly string[]}[]>)
    | undefined;
  /** Receives every request, for `--log`; absent without. */
  readonly log?: LogFunction | undefined;
  /** The machine's own without. */
  readonly clock?: Clock | undefined;
}

export interface TerminalFacts {
  readonly colors: string;
  readonly unicode: boolean;
  readonly multiplexer: string | undefined;
  readonly remote: boolean;
  /** No cursor can be moved: the console cannot run. */
  readonly dumb: boolean;
}
