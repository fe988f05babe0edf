/** The reason why a key of the settings never reaches Skydeck, with the key that was probably meant. */
import {isChord, namedKeys} from '../../keymap/chord.ts';
import {nearestNames} from '../../platform/text/nearest-names.ts';

const modifiers = ['ctrl', 'alt', 'shift'] as const;

/** Other spellings of modifiers and keys. */
const modifierNames: Readonly<Record<string, string>> = {
  ...{c: 'ctrl', control: 'ctrl', '^': 'ctrl'},
  ...{a: 'alt', m: 'alt', meta: 'alt', option: 'alt', opt: 'alt'},
  s: 'shift',
};
const keyNames: Readonly<Record<string, string>> = {
  ...{escape: 'esc', return: 'enter', spacebar: 'space', ' ': 'space'},
  ...{del: 'delete', ins: 'insert', pgup: 'pageup', pgdn: 'pagedown', pgdown: 'pagedown'},
  ...{'↑': 'up', '↓': 'down', '←': 'left', '→': 'right'},
};

const allKeys = `a character, ${namedKeys.filter(name => !/^f\d|^wheel|^click/.test(name)).join(', ')}, or f1 to f12`;

/** @returns undefined for a key that a terminal can report */
export function keyProblem(chord: string): string | undefined {
  if (isChord(chord)) return undefined;
  const suggestions = similarChords(chord).filter(isChord);
  const help =
    suggestions.length > 0
      ? `Did you mean ${suggestions.join(' or ')}?`
      : `Use ${allKeys}, with ctrl-, alt- or shift- before it`;
  return `“${chord}” isn’t a valid key. ${help}`;
}

function similarChords(chord: string): readonly string[] {
  const [, prefix = '', key = ''] = /^((?:\^|[A-Za-z]+[-+])*)(.+)$/su.exec(chord) ?? [];
  const typed = (prefix.toLowerCase().match(/\^|[a-z]+/g) ?? []).map(name => modifierNames[name] ?? name);
  const held = modifiers.filter(name => typed.includes(name));
  // A word that isn’t a modifier can’t be left out.
  if (held.length < new Set(typed).size) return [];
  const hold = (names: readonly string[], word: string) => [...names, word].join('-');
  const lower = key.toLowerCase();
  const name = keyNames[lower];
  if (name !== undefined) return [hold(held, name)];
  if (key.length > 1)
    return (/^f\d+$/.test(lower) ? [lower] : nearestNames(lower, namedKeys)).map(word => hold(held, word));
  const withoutShift = held.filter(name => name !== 'shift');
  if (!held.includes('ctrl')) return [hold(withoutShift, key.toUpperCase())];
  if (key === lower) return [hold(held, lower)];
  return [hold(withoutShift, lower), hold([...withoutShift, 'shift'], lower)];
}
