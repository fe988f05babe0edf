/** Hints for keys without a command: they name the key that does the same as in other programs. */
import type {CommandOf, LayerId} from './bindings.ts';
import {activeLayers} from './hints.ts';
import {type Keymap, keyName} from './keymap.ts';
import type {KeyStroke, Layer} from './layer.ts';

type AnyCommand = {[L in LayerId]: CommandOf<L>}[LayerId];

/**
 * Effects of a key in vim, less, k9s and similar programs, and the commands that do the same here, the likeliest first.
 * `D` is left out: it is a key of actions, such as Detach, so a hint for it must not name a deletion.
 */
const foreignKeys: Readonly<Record<string, {readonly commands: readonly AnyCommand[]; readonly what: string}>> = {
  d: {commands: ['delete', 'remove'], what: 'delete'},
  delete: {commands: ['delete', 'remove'], what: 'delete'},
  h: {commands: ['back'], what: 'go back'},
  left: {commands: ['back'], what: 'go back'},
  l: {commands: ['open'], what: 'open'},
  right: {commands: ['open'], what: 'open'},
  i: {commands: ['edit'], what: 'edit'},
  o: {commands: ['open', 'new'], what: 'open'},
  m: {commands: ['mark', 'bookmark'], what: 'select'},
  f: {commands: ['filter', 'search'], what: 'filter'},
  p: {commands: ['copy'], what: 'copy'},
  '0': {commands: ['first'], what: 'go to the first'},
};

/** True for one printable character, ctrl with one, or a special key that some programs use. */
const isWorthAHint = ({key, isPaste}: KeyStroke): boolean =>
  isPaste !== true && /^(.|ctrl-[a-z]|left|right|delete|insert|f\d+)$/u.test(key);

/** Words for a key that no layer took; undefined for keys that no program uses as commands. */
export function unboundKeyHint(stroke: KeyStroke, layers: readonly Layer[], keymap: Keymap): string | undefined {
  if (!isWorthAHint(stroke)) return undefined;
  const layersInUse = activeLayers(layers);
  if (layersInUse.some(layer => layer.isTyping?.() === true)) return undefined;
  for (const layer of layersInUse) {
    const hint = layer.hintFor?.(stroke.key);
    if (hint !== undefined) return hint;
  }
  const head = `${keyName(stroke.key)} isn’t a key of this screen.`;
  const keyOf = (commands: readonly string[]): string | undefined => {
    for (const command of commands)
      for (const layer of layersInUse) {
        const handler = layer.handler(command);
        const [key] = keymap.keys(layer.id, command);
        if (
          handler !== undefined &&
          layer.canSuggest?.(command) !== false &&
          key !== undefined &&
          handler.isHidden?.() !== true &&
          handler.isAbsent?.() !== true
        )
          return keyName(key);
      }
    return undefined;
  };
  const {commands = [], what = ''} = foreignKeys[stroke.key] ?? {};
  const instead = keyOf(commands);
  if (instead !== undefined) return `${head} Press ${instead} to ${what}.`;
  const help = keymap.keys('everywhere', 'help')[0];
  return help === undefined ? head : `${head} Press ${keyName(help)} to list the keys.`;
}
