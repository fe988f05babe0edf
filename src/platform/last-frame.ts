/**
 * The last screen of the last session, which the launcher paints before anything is loaded. It is kept for the same
 * command line in the same surroundings only: whose account it shows must never be a guess.
 */
import type {Environment} from './paths.ts';

export interface LastFrame {
  readonly key: string;
  readonly columns: number;
  readonly rows: number;
  /** Styled lines. */
  readonly lines: readonly string[];
  /** Where the settings are, and when they were last changed, milliseconds since 1970; they may name another account since. */
  readonly settings: {readonly path: string; readonly changed: number | undefined};
}

/** A frame that is on the alternate screen, which nobody owns yet. */
export interface PaintedFrame {
  readonly lines: readonly string[];
  /** The console takes the screen over. */
  take(): void;
  /** There will be no console: the terminal as it was. */
  undo(): void;
}

/** What decides whose account is shown, and what a terminal can show. */
const DECIDING = [
  'SKYDECK_BASE_URL',
  'SKYDECK_BRAND',
  'SKYDECK_CONFIG',
  'HOME',
  'XDG_CONFIG_HOME',
  'TERM',
  'COLORTERM',
  'NO_COLOR',
  'FORCE_COLOR',
  'LANG',
  'LC_ALL',
  'ACCESSIBLE',
];

/** @param secret anything that tells one `SKYDECK_TOKEN` from another; never the token */
export function frameKey(argv: readonly string[], env: Environment, secret: string): string {
  return JSON.stringify([argv, secret, ...DECIDING.map(name => env[name] ?? null)]);
}

/** Below the home or state folder; undefined where there is neither. */
export function framePath(env: Environment): string | undefined {
  const base = env.XDG_STATE_HOME || (env.HOME && `${env.HOME}/.local/state`);
  return base ? `${base}/skydeck/last-frame.json` : undefined;
}

/** Enough to tell tokens apart, far too little to tell a token: sixteen bits. */
export function trace(token: string | undefined): string {
  let hash = 0;
  for (const char of token ?? '') hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 65_521;
  return token === undefined ? '' : String(hash);
}
