/** The terminal's abilities, judged from the environment alone. */

import type {Environment} from '../../../platform/files/xdg-paths.ts';
import type {ColorLevel} from '../output/palette.ts';
import type {Multiplexer} from './clipboard.ts';
import {type Notifier, notifierOf} from './desktop-notification.ts';

export interface Capabilities {
  readonly colors: ColorLevel;
  readonly hasUnicode: boolean;
  readonly multiplexer: Multiplexer;
  /** True if the tmux server runs on this machine: `$TMUX` names its socket. */
  readonly isInsideTmux: boolean;
  readonly notifier: Notifier;
  /** True for a session over ssh, where bytes are expensive. */
  readonly isRemote: boolean;
  /** True for TERM=dumb or unset: no cursor addressing, so no console. */
  readonly isDumb: boolean;
  /** True if the terminal announces a light background. Many terminals announce none. */
  readonly hasLightBackground: boolean;
}

export function capabilitiesOf(env: Environment): Capabilities {
  return {
    colors: colorsOf(env),
    hasUnicode: unicodeOf(env),
    multiplexer: multiplexerOf(env),
    isInsideTmux: Boolean(env.TMUX),
    notifier: notifierOf(env),
    isRemote: Boolean(env.SSH_CONNECTION || env.SSH_TTY || env.SSH_CLIENT),
    isDumb: isDumb(env),
    hasLightBackground: hasLightBackground(env),
  };
}

/** FORCE_COLOR overrides NO_COLOR, NO_COLOR overrides the terminal's own variables (no-color.org, force-color.org). */
function colorsOf(env: Environment): ColorLevel {
  const forced = forcedColors(env.FORCE_COLOR);
  if (forced !== undefined) return forced;
  if (env.NO_COLOR || isDumb(env)) return 'none';
  const term = env.TERM ?? '';
  if (/^(truecolor|24bit)$/i.test(env.COLORTERM ?? '') || /-direct$|^(xterm-)?(kitty|ghostty)$|^alacritty/.test(term)) {
    return 'truecolor';
  }
  return /256color/.test(term) || env.TMUX ? '256' : '16';
}

/** COLORFGBG has the palette numbers of text and background, such as `0;15` or `0;default;15`; 7 and 9 to 15 are light. */
function hasLightBackground({COLORFGBG}: Environment): boolean {
  const background = /;(\d+)$/.exec(COLORFGBG ?? '')?.[1];
  return background === '7' || Number(background) > 8;
}

function forcedColors(value: string | undefined): ColorLevel | undefined {
  if (value === undefined) return undefined;
  if (value === '0' || value === 'false') return 'none';
  if (value === '2') return '256';
  return value === '3' ? 'truecolor' : '16';
}

/** POSIX order: LC_ALL, LC_CTYPE, LANG; the first one set counts. */
function unicodeOf(env: Environment): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  if (env.TERM === 'linux') return false;
  return /utf-?8/i.test(locale) || Boolean(env.WT_SESSION);
}

function multiplexerOf(env: Environment): Multiplexer {
  // Across ssh, the terminal's name is the only trace of tmux.
  if (env.TMUX || /^tmux/.test(env.TERM ?? '')) return 'tmux';
  return env.STY || /^screen/.test(env.TERM ?? '') ? 'screen' : undefined;
}

function isDumb(env: Environment): boolean {
  return env.TERM === undefined || env.TERM === '' || env.TERM === 'dumb';
}
