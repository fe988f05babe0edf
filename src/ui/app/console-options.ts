import type {StartDemo} from '../../store/account/open-account.ts';

/** The options of the command line. An option that was not given is false or absent. */
export interface ConsoleOptions {
  /** Opens the wallboard instead of the last view. */
  readonly monitor: boolean;
  /** With `monitor`: ends when a row of the family matches the filter after its name. */
  readonly exitOn?: string;
  /** With `monitor`: prints each change of state as a line of JSON. */
  readonly ndjson: boolean;
  /** With `ndjson`, `hook` or `exec`: the file that holds the point of the stream. */
  readonly cursor?: string;
  /** With `monitor`: the URL that receives each change, and its format. */
  readonly hook?: string;
  readonly hookFormat?: string;
  /** With `monitor`: the command that runs for each change. */
  readonly exec?: string;
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly demo: boolean;
  readonly readOnly: boolean;
  /** The first view, by family or by name, and its filter. */
  readonly view?: string;
  readonly filter?: string;
  readonly ascii: boolean;
  readonly mouse: boolean;
  readonly plain: boolean;
  readonly lowBandwidth: boolean;
  /** Time limit of each request, such as `10s`. */
  readonly requestTimeout?: string;
  /** The path of the log. */
  readonly log?: string;
}

/** Services that the caller passes to the console, from modules that it must not import. */
export interface ConsoleEnvironment {
  readonly startDemo: StartDemo;
  /** A notice to show first. */
  readonly notice?: string | undefined;
}
