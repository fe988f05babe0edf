import {expect, it} from 'vitest';
import {LETTERS, NUMBERS} from '../ui/terminal/input/key-names.ts';
import {commandsOf, layerIds} from './bindings.ts';
import {isChord} from './chord.ts';

it('every built-in key is a key that a terminal can report', () => {
  for (const layer of layerIds)
    for (const [command, {keys}] of commandsOf(layer))
      for (const key of keys) expect(isChord(key), `${layer}.${command}: ${key}`).toBe(true);
});

it('every key with a name on a keyboard is accepted, with modifiers in their order', () => {
  for (const name of [...Object.values(LETTERS), ...Object.values(NUMBERS), 'tab', 'esc', 'space', 'backspace'])
    for (const modifiers of ['', 'ctrl-', 'alt-', 'shift-', 'ctrl-alt-shift-'])
      expect(isChord(modifiers + name), modifiers + name).toBe(true);
  for (const key of ['a', 'A', '-', '?', 'ä', 'ctrl-a', 'ctrl-shift-a', 'alt-a', 'alt-A', 'ctrl--', 'alt--'])
    expect(isChord(key), key).toBe(true);
  for (const key of ['', ' ', 'f13', 'F5', 'shift-a', 'ctrl-A', 'shift-ctrl-a', 'gg', '↑', 'ctrl+a', 'super-a'])
    expect(isChord(key), key).toBe(false);
});
