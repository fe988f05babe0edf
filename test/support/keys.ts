/** The bytes that a keyboard sends. */

const KEYS: Readonly<Record<string, string>> = {
  enter: '\r',
  esc: '\x1b',
  tab: '\t',
  'shift-tab': '\x1b[Z',
  space: ' ',
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  home: '\x1b[H',
  end: '\x1b[F',
  pageup: '\x1b[5~',
  pagedown: '\x1b[6~',
  delete: '\x1b[3~',
  backspace: '\x7f',
  'alt-left': '\x1b[1;3D',
  'alt-right': '\x1b[1;3C',
  'ctrl-\\': '\x1c',
};

/** The bytes a terminal sends for a key by its name in `KeyStroke`. */
export function keyBytes(key: string): string {
  const named = KEYS[key];
  if (named !== undefined) return named;
  if (/^ctrl-[a-z]$/.test(key)) return String.fromCharCode(key.charCodeAt(5) - 96);
  if (/^alt-.$/u.test(key)) return `\x1b${key.slice(4)}`;
  if ([...key].length !== 1) throw new Error(`Unknown key ${key}`);
  return key;
}
