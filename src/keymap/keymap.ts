/** The keys in force: the built-in ones with the user's changes. */
import {type CommandId, commandsOf, type LayerId, layerIds} from './bindings.ts';

/** From the settings file: other keys for a command by its ID; an empty list switches its keys off. */
export type KeyChanges = Readonly<Record<string, readonly string[]>>;

export interface Keymap {
  command(layer: LayerId, key: string): string | undefined;
  keys(layer: LayerId, command: string): readonly string[];
  /** What is wrong with the user's changes, a sentence each. */
  readonly complaints: readonly string[];
}

export function createKeymap(changes: KeyChanges = {}): Keymap {
  const byKey = new Map<string, string>();
  const byCommand = new Map<string, readonly string[]>();
  const complaints: string[] = [];
  for (const layer of layerIds) {
    for (const [command, binding] of commandsOf(layer)) {
      const id = `${layer}.${command}` as CommandId;
      const keys = changes[id] ?? binding.keys;
      byCommand.set(id, keys);
      for (const key of keys) {
        const taken = byKey.get(`${layer} ${key}`);
        if (taken === undefined) byKey.set(`${layer} ${key}`, command);
        else complaints.push(`${keyName(key)} is both ${layer}.${taken} and ${id}; ${layer}.${taken} has it now`);
      }
    }
  }
  for (const id of Object.keys(changes)) {
    if (!byCommand.has(id)) complaints.push(`there is no command ${id}; docs/keys.md lists them`);
  }
  return {
    command: (layer, key) => byKey.get(`${layer} ${key}`),
    keys: (layer, command) => byCommand.get(`${layer}.${command}`) ?? [],
    complaints,
  };
}

const symbols: Readonly<Record<string, string>> = {
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
};

/** A key as it is written in hints: `ctrl-p`, `↑`, `PgDn`. */
export function keyName(key: string, ascii = false): string {
  const last = key.lastIndexOf('-', key.length - 2);
  const base = key.slice(last + 1);
  return key.slice(0, last + 1) + (ascii && base.length > 1 ? base : (symbols[base] ?? base));
}
