/** The current keys: the built-in keys with the changes from the settings. */
import {type CommandId, commandsOf, type LayerId, layerIds} from './bindings.ts';

/** From the settings file: other keys for a command by its ID; an empty list switches its keys off. */
export type KeyChanges = Readonly<Record<string, readonly string[]>>;

/** Layers whose keys go before those of a row's actions, in their order. */
export const outerLayers = ['list', 'moving', 'everywhere'] as const;

export interface Keymap {
  command(layer: LayerId, key: string): string | undefined;
  keys(layer: LayerId, command: string): readonly string[];
  /**
   * The key of a family's action, `instances.boot`: the user's, or the one it brings along; undefined if the user gave that
   * key to a command of a layer that goes before actions.
   */
  actionKey(id: string, key: string | undefined): string | undefined;
  readonly problems: readonly KeymapProblem[];
}

/** A mistake in the key settings: the command, and a sentence for the user. */
export interface KeymapProblem {
  readonly id: string;
  readonly kind: 'clash' | 'unknown';
  readonly message: string;
}

/** IDs of earlier versions, which settings files may still contain. */
const currentId = (id: string): string => id.replace(/^(everywhere\.)?commandLine(?=$|\.)/, '$1commandBar');

export function createKeymap(settings: KeyChanges = {}): Keymap {
  const changes: KeyChanges = Object.fromEntries(Object.entries(settings).map(([id, keys]) => [currentId(id), keys]));
  const byKey = new Map<string, string>();
  const byCommand = new Map<string, readonly string[]>();
  const problems: KeymapProblem[] = [];
  for (const layer of layerIds) {
    for (const [command, binding] of commandsOf(layer)) {
      const id = `${layer}.${command}` as CommandId;
      const keys = changes[id] ?? binding.keys;
      byCommand.set(id, keys);
      for (const key of keys) {
        const existing = byKey.get(`${layer} ${key}`);
        if (existing === undefined) byKey.set(`${layer} ${key}`, command);
        else {
          const existingBinding = `${layer}.${existing}`;
          const message = `${keyName(key)} is both ${existingBinding} and ${id}; ${existingBinding} has it now`;
          problems.push({id: id in changes ? id : existingBinding, kind: 'clash', message});
        }
      }
    }
  }
  for (const id of Object.keys(changes)) {
    if (!byCommand.has(id)) problems.push({id, kind: 'unknown', message: `unknown command ${id}; see docs/keys.md`});
  }
  const takenKeys = new Set(
    Object.entries(changes).flatMap(([id, keys]) =>
      outerLayers.some(layer => id.startsWith(`${layer}.`)) ? keys : [],
    ),
  );
  return {
    command: (layer, key) => byKey.get(`${layer} ${key}`),
    keys: (layer, command) => byCommand.get(`${layer}.${command}`) ?? [],
    actionKey(id, key) {
      const own = id in changes ? changes[id]?.[0] : key;
      return own !== undefined && takenKeys.has(own) ? undefined : own;
    },
    problems,
  };
}

/** The first key of a command as text, `ctrl-n`; undefined if the settings switch its keys off. */
export function keyText(keymap: Pick<Keymap, 'keys'>, id: CommandId): string | undefined {
  const [layer = '', command = ''] = id.split('.');
  const [key] = keymap.keys(layer as LayerId, command);
  return key === undefined ? undefined : keyName(key);
}

/** "Press ctrl-n to discard it."; empty if the settings switch the command's keys off. */
export function pressText(keymap: Pick<Keymap, 'keys'>, id: CommandId, purpose: string): string {
  const key = keyText(keymap, id);
  return key === undefined ? '' : `Press ${key} ${purpose}.`;
}

const keySymbols: Readonly<Record<string, string>> = {
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
};

/** A key as it is written in hints: `ctrl-p`, `↑`, `PgDn`. */
export function keyName(key: string, {isAscii} = {isAscii: false}): string {
  const last = key.lastIndexOf('-', key.length - 2);
  const base = key.slice(last + 1);
  return key.slice(0, last + 1) + (isAscii && base.length > 1 ? base : (keySymbols[base] ?? base));
}
