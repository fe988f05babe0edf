import {expect, test} from 'vitest';
import {createDispatcher} from './dispatch.ts';
import {helpFor, hintsFor} from './hints.ts';
import {createKeymap} from './keymap.ts';
import {createLayer, type Layer} from './layer.ts';

function stack() {
  const commands: string[] = [];
  const refusals: string[] = [];
  const failures: unknown[] = [];
  const record = (message: string) => () => void commands.push(message);
  const bottom = createLayer('sidebar', {open: record('open'), previous: () => undefined, back: record('back')});
  const layers: Layer[] = [bottom];
  const keymap = createKeymap();
  const dispatcher = createDispatcher({
    keymap: () => keymap,
    layers: () => layers,
    refuse: message => refusals.push(message),
    fail: error => failures.push(error),
  });
  return {
    commands,
    refusals,
    failures,
    record,
    layers,
    keymap,
    press: (key: string, text?: string) => dispatcher.press({key, ...(text && {text})}),
  };
}

test('the topmost layer with a binding for a key runs its command', () => {
  const {commands, record, layers, press} = stack();
  layers.push(createLayer('menu', {choose: record('choose'), filter: record('filter'), close: record('close')}));
  press('enter');
  press('right');
  expect(commands).toEqual(['choose', 'open']);
});

test("keys don't reach the layers below a modal layer", () => {
  const {commands, record, layers, press} = stack();
  layers.push(
    createLayer('menu', {choose: record('choose'), filter: record('filter'), close: record('close')}, {isModal: true}),
  );
  expect(press('right')).toBe(false);
  expect(commands).toEqual([]);
});

test('a key for an unavailable command shows the reason', () => {
  const {commands, refusals, record, layers, press, keymap} = stack();
  const off = {run: record('choose'), unless: () => 'resize needs no running action'};
  layers.push(createLayer('menu', {choose: off, filter: record('filter'), close: record('close')}));
  press('enter');
  expect(commands).toEqual([]);
  expect(refusals).toEqual(['resize needs no running action']);
  expect(
    hintsFor(layers, keymap)
      .find(({title}) => title === 'choose')
      ?.unavailableReason(),
  ).toBe('resize needs no running action');
});

test('a command that takes time and fails shows why', async () => {
  const {failures, record, layers, press} = stack();
  const failure = new Error('x is not a function');
  layers.push(createLayer('menu', {choose: () => Promise.reject(failure), filter: record('f'), close: record('c')}));
  expect(press('enter')).toBe(true);
  await Promise.resolve();
  expect(failures).toEqual([failure]);
});

test('in a text input, letters are text and other keys are commands', () => {
  const {commands, record, layers, press} = stack();
  const input: string[] = [];
  layers.push(
    createLayer(
      'json',
      {
        fold: record('fold'),
        foldAll: record('foldAll'),
        search: record('search'),
        next: record('next'),
        previous: record('previous'),
        copy: record('copy'),
        copyAll: record('copyAll'),
        reveal: record('reveal'),
        close: record('close'),
      },
      {isTyping: () => true, text: ({text}) => text !== undefined && input.push(text) > 0},
    ),
  );
  press('n', 'n');
  press('esc');
  expect(input).toEqual(['n']);
  expect(commands).toEqual(['close']);
});

test('keys of extra actions have lower priority than the built-in ones', () => {
  const {commands, record, layers, press} = stack();
  const extras = () => [{keys: ['enter', 'B'], title: 'Boot', help: 'Boots it.', order: 30, run: record('boot')}];
  layers.push(
    createLayer('menu', {choose: record('choose'), filter: record('filter'), close: record('close')}, {extras}),
  );
  press('enter');
  press('B');
  expect(commands).toEqual(['choose', 'boot']);
});

test('ctrl-c cancels the topmost layer, and no layer can intercept it', () => {
  const {commands, record, layers, keymap, press} = stack();
  const all = Object.fromEntries(
    ['help', 'commandBar', 'finder', 'focusNext', 'focusPrevious', 'refreshAll', 'previousView', 'historyBack'].map(
      name => [name, record(name)],
    ),
  );
  const everywhere: Layer = {
    id: 'everywhere',
    handler: command =>
      command === 'interrupt' ? {run: record('interrupt')} : all[command] ? {run: all[command]} : undefined,
  };
  layers.unshift(everywhere);
  layers.push(createLayer('dialog', {close: record('close')}, {isModal: true}));
  press('ctrl-p');
  press('ctrl-c');
  expect(commands).toEqual(['close']);
  layers.pop();
  press('ctrl-c');
  expect(commands).toEqual(['close', 'interrupt']);
  layers.push({id: 'moving', handler: () => undefined, isModal: true});
  press('ctrl-c');
  expect(commands).toEqual(['close', 'interrupt', 'interrupt']);
  // Help is available in an overlay, too.
  press('?');
  expect(commands).toEqual(['close', 'interrupt', 'interrupt', 'help']);
  layers.push(createLayer('dialog', {close: record('close')}));
  expect(helpFor(layers, keymap).map(({title}) => title)).toEqual(['close']);
});

test('help and hints omit keys that are text in a text input, also keys of other layers', () => {
  const {record, layers, keymap} = stack();
  const handler = (command: string) => ({run: record(command)});
  layers.push({id: 'moving', handler, isModal: true});
  const typed: Layer = {id: 'preview', handler, isTyping: () => true, text: () => true};
  const keys = () => helpFor(layers, keymap).flatMap(({keys}) => keys);
  const hinted = () => hintsFor(layers, keymap).map(({key}) => key);
  layers.push({id: 'operations', handler});
  expect(keys()).toContain('j');
  expect(hinted()).toContain('w');
  layers.push(typed);
  expect(keys()).not.toContain('j');
  expect(hinted()).not.toContain('w');
  expect(keys()).toContain('esc');
});
