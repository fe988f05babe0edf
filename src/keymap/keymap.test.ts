import {expect, test} from 'vitest';
import {commandsOf, type LayerId, layerIds} from './bindings.ts';
import {createKeymap, keyName, pressText} from './keymap.ts';

test('no key has two commands in one layer', () => {
  expect(createKeymap().problems).toEqual([]);
});

test('no binding uses a key of tmux, the shell or the terminal', () => {
  const terminalKeys = ['ctrl-a', 'ctrl-s', 'ctrl-q', 'ctrl-\\'];
  for (const layer of layerIds) {
    for (const [command, {keys}] of commandsOf(layer)) {
      expect(
        keys.filter(key => terminalKeys.includes(key)),
        `${layer}.${command}`,
      ).toEqual([]);
      expect(
        keys.filter(key => /^f\d/.test(key)),
        `${layer}.${command}`,
      ).toEqual([]);
      // ctrl-b is the prefix key of tmux: a program in tmux receives it only after a second press.
      expect(keys, `${layer}.${command}`).not.toEqual(['ctrl-b']);
    }
  }
});

test('every help text fits on a screen of 80 columns', () => {
  // The width of the frame, and of the widest keys that the help may list before the text.
  const lead = (layers: readonly LayerId[]): number =>
    Math.max(
      ...layers.flatMap(commandsOf).map(
        ([, {keys}]) =>
          keys
            .slice(0, 4)
            .map(key => keyName(key))
            .join(' ').length,
      ),
    );
  for (const layer of layerIds) {
    const room = 74 - 1 - (lead([layer, 'moving', 'everywhere']) + 2);
    for (const [, {help}] of commandsOf(layer)) expect(help.length, `${layer}: ${help}`).toBeLessThanOrEqual(room);
  }
});

test('delete has the key x only', () => {
  const deletions = layerIds.flatMap(layer => commandsOf(layer).filter(([command]) => command === 'delete'));
  expect(deletions.length).toBeGreaterThan(0);
  for (const [, {keys}] of deletions) expect(keys).toEqual(['x']);
});

test('every command has a help sentence, and every hint in the footer an order', () => {
  for (const layer of layerIds) {
    for (const [command, binding] of commandsOf(layer)) {
      expect(binding.help, `${layer}.${command}`).toMatch(/^[A-Z].*\.$/);
      if (binding.title !== undefined) expect(binding.order, `${layer}.${command}`).toBeTypeOf('number');
    }
  }
});

test('a key can be changed or removed, and a clash names both commands', () => {
  const keymap = createKeymap({'list.sort': ['o'], 'list.watch': [], 'list.copy': ['o']});
  expect(keymap.keys('list', 'sort')).toEqual(['o']);
  expect(keymap.command('list', 's')).toBeUndefined();
  expect(keymap.command('list', 'w')).toBeUndefined();
  expect(keymap.problems).toEqual([
    {id: 'list.copy', kind: 'clash', message: 'o is both list.sort and list.copy; list.sort has it now'},
  ]);
});

test('an unknown command is reported', () => {
  expect(createKeymap({'list.fly': ['f']}).problems).toEqual([
    {id: 'list.fly', kind: 'unknown', message: 'unknown command list.fly; see docs/keys.md'},
  ]);
});

test('keys are shown with common names', () => {
  expect(['ctrl-p', 'up', 'alt-left', 'pagedown', '-', 'esc'].map(key => keyName(key))).toEqual([
    'ctrl-p',
    '↑',
    'alt-←',
    'PgDn',
    '-',
    'esc',
  ]);
  expect(keyName('alt-left', {isAscii: true})).toBe('alt-left');
});

const ids = layerIds.flatMap(layer => commandsOf(layer).map(([command]) => [layer, command] as const));

test.each(ids)('%s.%s can have another key, or none', (layer, command) => {
  const id = `${layer}.${command}`;
  const other = createKeymap({[id]: ['alt-f12']});
  expect(other.problems).toEqual([]);
  expect(other.command(layer, 'alt-f12')).toBe(command);
  expect(other.keys(layer, command)).toEqual(['alt-f12']);
  const off = createKeymap({[id]: []});
  expect(off.keys(layer, command)).toEqual([]);
  for (const key of createKeymap().keys(layer, command)) expect(off.command(layer, key)).toBeUndefined();
});

/** Commands with a key, each with another command of its layer. */
const neighbors = ids.flatMap(([layer, command]) => {
  const [key] = createKeymap().keys(layer, command);
  const other = ids.find(([place, name]) => place === layer && name !== command)?.[1];
  return key === undefined || other === undefined ? [] : [[`${layer}.${command}`, `${layer}.${other}`, key] as const];
});

test.each(neighbors)('a clash with %s names both commands', (id, other, key) => {
  const words = createKeymap({[other]: [key]}).problems.map(problem => problem.message);
  expect(words).toHaveLength(1);
  for (const name of [id, other]) expect(words[0]?.split(/[ ;]/)).toContain(name);
});

test('bug: an action seemed to keep a key that the user had given to a command before it', () => {
  const keymap = createKeymap({'list.delete': ['D']});
  expect(keymap.actionKey('volumes.detach', 'D')).toBeUndefined();
  expect(keymap.actionKey('volumes.attach', 'A')).toBe('A');
  expect(createKeymap({'detail.delete': ['D']}).actionKey('volumes.detach', 'D')).toBe('D');
});

test('a text names the key of the settings, and no key if the command has none', () => {
  expect(pressText(createKeymap(), 'list.refresh', 'to retry')).toBe('Press r to retry.');
  expect(pressText(createKeymap({'list.refresh': ['f5', 'r']}), 'list.refresh', 'to retry')).toBe('Press f5 to retry.');
  expect(pressText(createKeymap({'list.refresh': []}), 'list.refresh', 'to retry')).toBe('');
});

test('the settings may still name the command bar as earlier versions did', () => {
  const {command, problems} = createKeymap({'commandLine.run': ['f5'], 'everywhere.commandLine': ['f6']});
  expect(command('commandBar', 'f5')).toBe('run');
  expect(command('everywhere', 'f6')).toBe('commandBar');
  expect(problems).toEqual([]);
});
