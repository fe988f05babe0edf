/** Hints for the keys that work now: for the footer and the help screen. */
import {type Binding, bindings, commandsOf, type LayerId, layerTitles} from './bindings.ts';
import {type Keymap, keyName} from './keymap.ts';
import type {KeyHandler, Layer} from './layer.ts';

export interface Hint {
  readonly key: string;
  readonly title: string;
  /** Returns the reason why the command is off now. Only visible hints ask, because a check may read many rows. */
  unavailableReason(): string | undefined;
  readonly order: number;
}

export interface HelpLine {
  readonly layerTitle: string;
  readonly keys: readonly string[];
  readonly title: string;
  readonly help: string;
  readonly unavailableReason: string | undefined;
  /** Runs the command of the key. */
  press(): void;
}

/** The layers that receive keys now, the topmost first. */
export function activeLayers(layers: readonly Layer[]): readonly Layer[] {
  const top: Layer[] = [];
  for (let index = layers.length - 1; index >= 0; index--) {
    const layer = layers[index];
    if (layer === undefined) continue;
    top.push(layer);
    if (layer.isModal === true) break;
  }
  return top;
}

/** The constant facts of a command, computed once, because the footer reads them at every key. */
interface HintEntry {
  readonly names: readonly string[];
  readonly arePrintable: readonly boolean[];
  readonly keyLabels: readonly string[];
  readonly title: string | undefined;
  readonly order: number;
  readonly handler: KeyHandler;
  unavailableReason(): string | undefined;
}

const hintCache = new WeakMap<Layer, {readonly keymap: Keymap; readonly commands: readonly HintEntry[]}>();

function hintEntries(layer: Layer, keymap: Keymap): readonly HintEntry[] {
  const cached = hintCache.get(layer);
  if (cached?.keymap === keymap) return cached.commands;
  const commands = commandsOf(layer.id).flatMap(([command, binding]): HintEntry[] => {
    const handler = layer.handler(command);
    const names = keymap.keys(layer.id, command);
    if (handler === undefined || names.length === 0) return [];
    return [
      {
        names,
        arePrintable: names.map(isPrintable),
        keyLabels: names.map(name => keyName(name)),
        title: binding.title,
        order: binding.order ?? 50,
        handler,
        unavailableReason: () => handler.unless?.(),
      },
    ];
  });
  hintCache.set(layer, {keymap, commands});
  return commands;
}

/** Footer hints in their order; a key that an upper layer took is not shown again. */
export function hintsFor(layers: readonly Layer[], keymap: Keymap): readonly Hint[] {
  const hints: Hint[] = [];
  const usedKeys = new Set<string>();
  const typingLayers: Layer[] = [];
  for (const layer of activeLayers(layers)) {
    // Keys typed into a layer are text for it, and don't reach the layers below.
    if (layer.isTyping?.() === true) typingLayers.push(layer);
    for (const {names, arePrintable, keyLabels, title, order, handler, unavailableReason} of hintEntries(
      layer,
      keymap,
    )) {
      const free = names.findIndex(
        (name, index) => !usedKeys.has(name) && !(arePrintable[index] === true && isText(typingLayers, name)),
      );
      const key = keyLabels[free];
      if (key === undefined || handler.isHidden?.() === true) continue;
      for (const name of names) usedKeys.add(name);
      if (title !== undefined && handler.isAbsent?.() !== true && handler.isQuiet?.() !== true)
        hints.push({key, title: handler.hintText?.() ?? title, unavailableReason, order});
    }
    for (const extra of layer.extras?.() ?? []) {
      const key = extra.keys.find(name => !usedKeys.has(name) && !(isPrintable(name) && isText(typingLayers, name)));
      if (key === undefined || extra.isHidden?.() === true) continue;
      usedKeys.add(key);
      hints.push({
        key: keyName(key),
        title: extra.title,
        unavailableReason: () => extra.unless?.(),
        order: extra.order,
      });
    }
  }
  return hints.sort((a, b) => a.order - b.order);
}

/** Every key that works now, layer by layer from the top. */
export function helpFor(layers: readonly Layer[], keymap: Keymap): readonly HelpLine[] {
  const lines: (HelpLine & {readonly rank: number})[] = [];
  const usedKeys = new Set<string>();
  const typingLayers: Layer[] = [];
  for (const layer of activeLayers(layers)) {
    if (layer.isTyping?.() === true) typingLayers.push(layer);
    const place = layer.title ?? layerTitles[layer.id];
    const add = (keys: readonly string[], title: string, help: string, handler: KeyHandler): void => {
      const free = keys.filter(name => !usedKeys.has(name) && !(isPrintable(name) && isText(typingLayers, name)));
      for (const name of free) usedKeys.add(name);
      const [first] = free;
      if (first === undefined || handler.isHidden?.() === true || handler.isAbsent?.() === true) return;
      lines.push({
        rank: HELP_ORDER[layer.id] ?? 0,
        layerTitle: place,
        keys: free.map(name => keyName(name)),
        title,
        help,
        unavailableReason: handler.unless?.(),
        press: () => handler.run(first),
      });
    };
    for (const [command, binding] of commandsOf(layer.id)) {
      const handler = layer.handler(command);
      if (handler !== undefined) add(keymap.keys(layer.id, command), binding.title ?? command, binding.help, handler);
    }
    for (const extra of layer.extras?.() ?? []) add(extra.keys, extra.title, extra.help, extra);
  }
  return lines.sort((a, b) => a.rank - b.rank);
}

/**
 * Order of the help: commands of the place come before the keys that move in it, and those before keys that work
 * everywhere.
 */
const HELP_ORDER: Readonly<Partial<Record<LayerId, number>>> = {moving: 1, everywhere: 2};

/** All commands with their built-in keys, for the documentation. */
export function allKeys(): readonly {readonly place: string; readonly id: string; readonly binding: Binding}[] {
  return (Object.keys(bindings) as LayerId[]).flatMap(layer =>
    commandsOf(layer).map(([command, binding]) => ({place: layerTitles[layer], id: `${layer}.${command}`, binding})),
  );
}

/** True if a text input of a layer takes this printable key. */
const isText = (typingLayers: readonly Layer[], key: string): boolean =>
  typingLayers.some(layer => layer.isTyping?.(key) === true);

const isPrintable = (key: string): boolean => key === 'space' || [...key].length === 1;
