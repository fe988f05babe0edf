/** Key strokes with one name each, from what Ink makes of stdin. */

import {type Key, useInput, usePaste} from 'ink';
import {useTerminal} from './context.ts';

export interface KeyStroke {
  /**
   * `j`, `G`, `/`, `é`; `enter esc tab space backspace delete up down left right home end pageup pagedown`; with
   * `shift-`, `alt-`, `ctrl-` before it, in the order `ctrl-alt-shift-`. `paste` for pasted text.
   */
  readonly key: string;
  /** What the stroke writes into a text field, unset when nothing. Pasted text is raw: clean it before showing it. */
  readonly text?: string;
  readonly paste?: boolean;
}

const segmenter = new Intl.Segmenter('en', {granularity: 'grapheme'});

const CONTROL_NAMES: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\x1b': 'esc',
  '\b': 'backspace',
  '\x7f': 'backspace',
  '\x00': 'ctrl-space',
};

const NAMED: readonly (readonly [flag: keyof Key, name: string])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'esc'],
  ['tab', 'tab'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
];

/** Ink's report of one input event as strokes: a clump (`j\rk` in one read) becomes one stroke per key. */
export function strokesOf(input: string, key: Key): KeyStroke[] {
  if (key.eventType === 'release') return [];
  const named = NAMED.find(([flag]) => key[flag] === true);
  if (named !== undefined) return [{key: modified(named[1], key, key.shift)}];
  if (key.ctrl || key.meta) {
    if (input === '') return [];
    const name = input === ' ' ? 'space' : input;
    return [{key: modified(name, key, key.shift && !/^[A-Z]$/.test(name))}];
  }
  return [...segmenter.segment(input)].flatMap(({segment}) => typed(segment));
}

/** One grapheme as typed without modifiers. */
function typed(grapheme: string): KeyStroke[] {
  if (grapheme === '\r\n') return [{key: 'enter'}];
  const code = grapheme.charCodeAt(0);
  const control = CONTROL_NAMES[grapheme];
  if (control !== undefined) return [{key: control}];
  if (code < 0x20) return [{key: `ctrl-${String.fromCharCode(code + (code <= 26 ? 96 : 64))}`}];
  if (code >= 0x80 && code < 0xa0) return [];
  return [{key: grapheme === ' ' ? 'space' : grapheme, text: grapheme}];
}

function modified(name: string, key: Key, shift: boolean): string {
  return (key.ctrl ? 'ctrl-' : '') + (key.meta && name !== 'esc' ? 'alt-' : '') + (shift ? 'shift-' : '') + name;
}

/**
 * Hears every key stroke and every paste. Mount it once and dispatch from there: each mounted copy hears everything.
 * All strokes of one read are handled before one paint.
 */
export function useKeys(handler: (stroke: KeyStroke) => void): void {
  const {batch} = useTerminal();
  useInput((input, key) => {
    batch(() => {
      for (const stroke of strokesOf(input, key)) handler(stroke);
    });
  });
  usePaste(text => batch(() => handler({key: 'paste', text, paste: true})));
}
