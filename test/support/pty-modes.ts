/** Tracks the terminal modes that a program has switched on and not off again. */
import type {Terminal} from '@xterm/headless';

/** DEC private modes that a shell does not expect, by number. */
const MODES: Readonly<Record<number, string>> = {
  1: 'application cursor keys',
  9: 'mouse',
  47: 'alternate screen',
  1000: 'mouse',
  1002: 'mouse',
  1003: 'mouse',
  1005: 'mouse encoding',
  1006: 'mouse encoding',
  1015: 'mouse encoding',
  1016: 'mouse encoding',
  1004: 'focus reporting',
  1047: 'alternate screen',
  1049: 'alternate screen',
  2004: 'bracketed paste',
  2026: 'synchronised update',
  2031: 'color scheme reports',
};

/** Modes that are on in a new terminal: a program that turns one off must turn it on again. */
const SWITCHED_OFF: Readonly<Record<number, string>> = {7: 'no line wrap', 25: 'hidden cursor'};

/**
 * @returns the names of the modes that are on at the moment of the call, sorted; empty if the terminal is in its
 * original state
 */
export function watchModes({parser}: Terminal): () => string[] {
  const active = new Set<string>();
  let keyboards = 0;
  const set = (name: string, on: boolean): void => {
    if (on) active.add(name);
    else active.delete(name);
  };
  const modes = (on: boolean) => (params: readonly (number | number[])[]) => {
    for (const mode of params.flat()) {
      const off = SWITCHED_OFF[mode];
      if (off === undefined) set(MODES[mode] ?? `private mode ${mode}`, on);
      else set(off, !on);
    }
    return false;
  };
  const keyboard = (change: (params: readonly (number | number[])[]) => number) => {
    return (params: readonly (number | number[])[]) => {
      keyboards = Math.max(0, change(params));
      set('kitty keyboard', keyboards > 0);
      return false;
    };
  };
  parser.registerCsiHandler({prefix: '?', final: 'h'}, modes(true));
  parser.registerCsiHandler({prefix: '?', final: 'l'}, modes(false));
  parser.registerCsiHandler(
    {prefix: '>', final: 'u'},
    keyboard(() => keyboards + 1),
  );
  parser.registerCsiHandler(
    {prefix: '<', final: 'u'},
    keyboard(([count]) => keyboards - (Number(count) || 1)),
  );
  parser.registerEscHandler({final: '='}, () => {
    set('application keypad', true);
    return false;
  });
  parser.registerEscHandler({final: '>'}, () => {
    set('application keypad', false);
    return false;
  });
  return () => [...active].sort();
}
