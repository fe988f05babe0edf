/** The keys that a terminal can report: a character or a named key, with modifiers before it. */

export const namedKeys: readonly string[] = [
  ...['enter', 'esc', 'tab', 'space', 'backspace', 'delete', 'insert'],
  ...['up', 'down', 'left', 'right', 'home', 'end', 'pageup', 'pagedown'],
  ...Array.from({length: 12}, (_, index) => `f${index + 1}`),
  ...['wheel-up', 'wheel-down', 'click'],
];

const chordPattern = /^((?:ctrl-)?(?:alt-)?(?:shift-)?)(.+)$/su;

/** The modifiers of a chord and its key: `ctrl-shift-` and `f5`. */
export function splitChord(chord: string): readonly [modifiers: string, key: string] {
  const [, modifiers = '', key = chord] = chordPattern.exec(chord) ?? [];
  return [modifiers, key];
}

/** The arrows are the names of keys in hints, and no keyboard types them. */
const isCharacter = (key: string): boolean => [...key.normalize()].length === 1 && !/[\s\p{Cc}←→↑↓]/u.test(key);

/** True if a terminal can report the chord. With shift, a letter is its capital. */
export function isChord(chord: string): boolean {
  const [modifiers, key] = splitChord(chord);
  if (namedKeys.includes(key)) return true;
  if (!isCharacter(key)) return false;
  const hasShift = modifiers.includes('shift-');
  if (!modifiers.includes('ctrl-')) return !hasShift;
  return hasShift || !/^[A-Z]$/.test(key);
}
