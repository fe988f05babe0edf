import {expect, test} from 'vitest';
import {commandsOf, layerIds} from '../../src/keymap/bindings.ts';
import {hintsFor} from '../../src/keymap/hints.ts';
import {openPrompt} from '../../src/ui/models/prompt.ts';
import {isListView} from '../../src/ui/screens/shared/is-list-view.ts';
import {openConsole} from '../harness/console.ts';

test('every layer of the key map is used, and has a handler for each of its commands', async () => {
  const screen = await openConsole();
  const {context} = screen;
  const met = new Set<string>();
  const look = (): void => {
    for (const layer of context.layers()) {
      met.add(layer.id);
      for (const [command] of commandsOf(layer.id))
        expect(layer.handler(command), `${layer.id}.${command}`).toBeDefined();
    }
    for (const hint of hintsFor(context.layers(), context.keymap)) expect(hint.title, hint.key).not.toBe('');
  };
  look();
  for (const keys of [
    ['/'],
    ['esc', 'enter'],
    ['esc', 'tab', 'tab'],
    ['esc', 'a'],
    ['esc', ':'],
    ['esc', 'ctrl-p'],
    ['esc', 'y'],
    ['/'],
    ['esc', 'esc', 'e', 'tab', 'tab'],
    ['esc', 'O'],
    ['esc', ':', 'o', 'v', 'e', 'r', 'v', 'enter'],
    [':', ...'operations', 'enter'],
    [':', ...'cost', 'enter'],
    [':', ...'waste', 'enter'],
    [':', ...'approvals', 'enter'],
    [':', ...'since 24h', 'enter'],
    [':', ...'volumes', 'enter', ':', ...'at 1h ago', 'enter'],
    [':', ...'net', 'enter'],
    [':', ...'monitor', 'enter'],
    [':', ...'audit', 'enter'],
    ['esc', ':', ...'messages', 'enter'],
  ]) {
    await screen.press(...keys);
    look();
  }
  context.openResource({family: 'volumes', id: 4401});
  await screen.settle();
  await screen.press('x');
  look();
  await screen.type('vol-1');
  await screen.press('esc');
  screen.context.overlays.closeAll();
  await screen.press('@');
  screen.expectText('Profiles');
  look();
  openPrompt(screen.context, {title: 'A file', name: 'File', initial: '', note: '', take: async () => undefined});
  look();
  const notSeen = layerIds.filter(id => !met.has(id));
  // Other journeys test these layers: long texts and lasting outcomes need an account that refuses, and entries of a
  // form need one that answers.
  expect(notSeen).toEqual(['item', 'rows', 'multiline', 'outcome']);
});

test('each key in the footer does something or shows a reason', async () => {
  const screen = await openConsole();
  for (const hint of hintsFor(screen.context.layers(), screen.context.keymap)) {
    const before = screen.text();
    const toasts = screen.session.account.getState().toasts.length;
    const {current} = screen.context.navigation;
    const view = current.getState();
    await screen.press(hint.key);
    const told = screen.session.account.getState().toasts.length > toasts;
    expect(told || screen.text() !== before || current.getState() !== view, `${hint.key} ${hint.title}`).toBe(true);
    screen.context.overlays.closeAll();
    if (isListView(view)) view.setInDetail(false);
    for (let step = 0; step < 4; step++) await screen.press('esc');
  }
});
