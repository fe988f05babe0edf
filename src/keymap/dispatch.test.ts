import {expect, test} from 'vitest';
import {createDispatcher} from './dispatch.ts';
import {helpFor, hintsFor} from './hints.ts';
import {createKeymap} from './keymap.ts';
import {createLayer, type Layer} from './layer.ts';

function stack() {
  const lines: string[] = [];
  const response: string[] = [];
  const hear = (words: string) => () => void lines.push(words);
  const bottom = createLayer('sidebar', {open: hear('open'), previous: () => undefined, back: hear('back')});
  const layers: Layer[] = [bottom];
  const keymap = createKeymap();
  const dispatcher = createDispatcher({
    keymap: () => keymap,
    layers: () => layers,
    refuse: words => response.push(words),
  });
  return {
    heard: lines,
    refused: response,
    hear,
    layers,
    keymap,
    press: (key: string, text?: string) => dispatcher.press({key, ...(text && {text})}),
  };
}

test('the topmost layer with a binding for a key runs its command', () => {
  const {heard, hear, layers, press} = stack();
  layers.push(createLayer('menu', {choose: hear('choose'), filter: hear('filter'), close: hear('close')}));
  press('enter');
  press('right');
  expect(heard).toEqual(['choose', 'open']);
});

test("keys don't reach the layers below a modal layer", () => {
  const {heard, hear, layers, press} = stack();
  layers.push(
    createLayer('menu', {choose: hear('choose'), filter: hear('filter'), close: hear('close')}, {modal: true}),
  );
  expect(press('right')).toBe(false);
  expect(heard).toEqual([]);
});

test('a key for an unavailable command shows the reason', () => {
  const {heard, refused, hear, layers, press, keymap} = stack();
  const off = {run: hear('choose'), unless: () => 'resize needs no running action'};
  layers.push(createLayer('menu', {choose: off, filter: hear('filter'), close: hear('close')}));
  press('enter');
  expect(heard).toEqual([]);
  expect(refused).toEqual(['resize needs no running action']);
  expect(
    hintsFor(layers, keymap)
      .find(({title}) => title === 'choose')
      ?.unavailableReason(),
  ).toBe('resize needs no running action');
});

test('in a text input, letters are text and other keys are commands', () => {
  const {heard, hear, layers, press} = stack();
  const input: string[] = [];
  layers.push(
    createLayer(
      'json',
      {
        fold: hear('fold'),
        foldAll: hear('foldAll'),
        search: hear('search'),
        next: hear('next'),
        previous: hear('previous'),
        copy: hear('copy'),
        copyAll: hear('copyAll'),
        reveal: hear('reveal'),
        close: hear('close'),
      },
      {typing: () => true, text: ({text}) => text !== undefined && input.push(text) > 0},
    ),
  );
  press('n', 'n');
  press('esc');
  expect(input).toEqual(['n']);
  expect(heard).toEqual(['close']);
});

test('keys of extra actions have lower priority than the built-in ones', () => {
  const {heard, hear, layers, press} = stack();
  const extras = () => [{keys: ['enter', 'B'], title: 'Boot', help: 'Boots it.', order: 30, run: hear('boot')}];
  layers.push(createLayer('menu', {choose: hear('choose'), filter: hear('filter'), close: hear('close')}, {extras}));
  press('enter');
  press('B');
  expect(heard).toEqual(['choose', 'boot']);
});

test('ctrl-c cancels the topmost layer, and no layer can intercept it', () => {
  const {heard, hear, layers, keymap, press} = stack();
  const all = Object.fromEntries(
    ['help', 'commandLine', 'finder', 'focusNext', 'focusPrevious', 'refreshAll', 'previousView', 'historyBack'].map(
      name => [name, hear(name)],
    ),
  );
  const everywhere: Layer = {
    id: 'everywhere',
    handler: command =>
      command === 'interrupt' ? {run: hear('interrupt')} : all[command] ? {run: all[command]} : undefined,
  };
  layers.unshift(everywhere);
  layers.push(createLayer('dialog', {close: hear('close')}, {modal: true}));
  press('ctrl-p');
  press('ctrl-c');
  expect(heard).toEqual(['close']);
  layers.pop();
  press('ctrl-c');
  expect(heard).toEqual(['close', 'interrupt']);
  layers.push({id: 'moving', handler: () => undefined, modal: true});
  press('ctrl-c');
  expect(heard).toEqual(['close', 'interrupt', 'interrupt']);
  // Help explains an overlay, too.
  press('?');
  expect(heard).toEqual(['close', 'interrupt', 'interrupt', 'help']);
  layers.push(createLayer('dialog', {close: hear('close')}));
  expect(helpFor(layers, keymap).map(({title}) => title)).toEqual(['close']);
});

test('help and hints omit keys that are text in a text input, also keys of other layers', () => {
  const {hear, layers, keymap} = stack();
  const handler = (command: string) => ({run: hear(command)});
  layers.push({id: 'moving', handler, modal: true});
  const typed: Layer = {id: 'preview', handler, typing: () => true, text: () => true};
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
