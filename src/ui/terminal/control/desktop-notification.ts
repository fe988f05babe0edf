/** A desktop notification through the terminal for users who look elsewhere, if the terminal supports it. */

import type {Environment} from '../../../platform/files/xdg-paths.ts';
import {truncate} from '../../../platform/text/cell-width.ts';
import {sanitize} from '../../../platform/text/sanitize.ts';
import {type Multiplexer, wrapForMultiplexer} from './clipboard.ts';

/** The notification sequence that the terminal understands; undefined if none is known. */
export type Notifier = 'osc9' | 'osc777' | undefined;

const MAX_CHARACTERS = 200;

/**
 * Judged by name, because terminals can't be asked. TERM survives ssh, TERM_PROGRAM doesn't; inside a multiplexer the
 * outer terminal is recognized by its variables in the environment.
 */
export function notifierOf(env: Environment): Notifier {
  const program = env.TERM_PROGRAM ?? '';
  const term = env.TERM ?? '';
  if (program === 'iTerm.app' || env.LC_TERMINAL === 'iTerm2') return 'osc9';
  if (/kitty|ghostty/.test(term) || program === 'ghostty' || env.KITTY_WINDOW_ID) return 'osc9';
  if (program === 'WezTerm' || env.WEZTERM_PANE || /^(foot|rxvt-unicode|wezterm)/.test(term)) return 'osc777';
  return env.VTE_VERSION || env.KONSOLE_VERSION ? 'osc777' : undefined;
}

/**
 * The bytes that show `text`; '' if the terminal wouldn't understand them. API text is allowed: it is cleaned in this
 * function.
 */
export function notifyBytes(text: string, notifier: Notifier, multiplexer: Multiplexer): string {
  if (notifier === undefined) return '';
  // Semicolons separate the fields of the longer form.
  const shown = truncate(sanitize(text), MAX_CHARACTERS).replaceAll(';', ',');
  return wrapForMultiplexer(
    notifier === 'osc9' ? `\x1b]9;${shown}\x07` : `\x1b]777;notify;skydeck;${shown}\x07`,
    multiplexer,
  );
}
