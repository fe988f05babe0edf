/** Checks the keys of the settings file: unknown commands, and keys with two commands. */
import {createKeymap, outerLayers} from '../../keymap/keymap.ts';
import type {KnownNames} from '../settings.ts';
import type {FileValue, ReportMistake, SettingsPath} from '../settings-schema.ts';
import {keyProblem} from './key-problem.ts';

export function checkKeys(
  {keys, commands}: Pick<FileValue, 'keys' | 'commands'>,
  names: KnownNames | undefined,
  report: ReportMistake,
): void {
  const keymap = createKeymap(keys);
  for (const [id, chords] of Object.entries(keys))
    for (const chord of chords) {
      const problem = keyProblem(chord);
      if (problem !== undefined) report(['keys', id], `keys.${id}: ${problem}`);
    }
  const isAction = (id: string) => {
    const dot = id.lastIndexOf('.');
    const family = names?.family(id.slice(0, dot));
    return family?.id === id.slice(0, dot) && family.actions.some(({name}) => name === id.slice(dot + 1));
  };
  for (const {id, kind, message} of keymap.problems) {
    if (kind === 'unknown' && (names === undefined || isAction(id))) continue;
    report(['keys', id], `keys: ${message}`);
  }
  /** The keys of a family's actions lose against the keys of the layers below. */
  const check = (path: SettingsPath, id: string, key: string | undefined) => {
    if (key === undefined) return;
    for (const layer of outerLayers) {
      const existingCommand = keymap.command(layer, key);
      if (existingCommand === undefined) continue;
      report(path, `${key} is both ${layer}.${existingCommand} and ${id}; ${layer}.${existingCommand} has it now`);
      return;
    }
  };
  if (names) for (const [id, [key]] of Object.entries(keys)) if (isAction(id)) check(['keys', id], id, key);
  if (names) reportTakenKeys(keys, names, report);
  if (names) reportEqualKeys(keys, names, report);
  for (const [name, {key, on}] of Object.entries(commands)) {
    const problem = key === undefined ? undefined : keyProblem(key);
    if (problem !== undefined) report(['commands', name, 'key'], `commands.${name}.key: ${problem}`);
    check(['commands', name, 'key'], `commands.${name}`, key);
    for (const family of on) {
      const {id = '', actions = []} = names?.family(family) ?? {};
      const action = actions.find(
        action => key !== undefined && keymap.actionKey(`${id}.${action.name}`, action.key) === key,
      );
      if (action)
        report(
          ['commands', name, 'key'],
          `${key} is both ${id}.${action.name} and commands.${name}; ${id}.${action.name} has it now`,
        );
    }
  }
}

/** Reports keys that both a command and an action have. The command wins. */
function reportTakenKeys(keys: FileValue['keys'], {families}: KnownNames, report: ReportMistake): void {
  const ownKeys = families().flatMap(({id, actions}) =>
    actions.map(({name, key}) => ({action: `${id}.${name}`, key})).filter(({action}) => !(action in keys)),
  );
  for (const [id, changed] of Object.entries(keys)) {
    if (!outerLayers.some(layer => id.startsWith(`${layer}.`))) continue;
    for (const key of changed) {
      const [first, ...others] = ownKeys.filter(own => own.key === key);
      if (first === undefined) continue;
      const more =
        others.length === 0 ? '' : ` and ${others.length} more ${others.length === 1 ? 'action' : 'actions'}`;
      report(['keys', id], `${key} is both ${id} and ${first.action}${more}; ${id} has it now`);
    }
  }
}

/** Reports keys that two actions of one family have because of the settings. */
function reportEqualKeys(keys: FileValue['keys'], {families}: KnownNames, report: ReportMistake): void {
  for (const {id, actions} of families()) {
    const keyOf = ({name, key}: (typeof actions)[number]) => {
      const changed = keys[`${id}.${name}`];
      return changed ? changed[0] : key;
    };
    for (const [index, action] of actions.entries()) {
      const changed = `${id}.${action.name}`;
      const key = keys[changed]?.[0];
      const others = actions.filter(one => one !== action && key !== undefined && keyOf(one) === key);
      // If both keys are in the settings, the first action reports them.
      const other = others.find(one => actions.indexOf(one) > index || keys[`${id}.${one.name}`] === undefined);
      if (other) report(['keys', changed], `${key} is both ${changed} and ${id}.${other.name}`);
    }
  }
}
