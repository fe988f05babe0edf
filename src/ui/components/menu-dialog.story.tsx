import type {Overlay} from '../context/overlay-stack.ts';
import type {MenuItem} from '../context/prompt-types.ts';
import {createMenu, type MenuModel} from '../models/menu.ts';
import {MenuDialog} from './menu-dialog.tsx';
import type {StorySet} from './testing.tsx';

const items: readonly MenuItem[] = [
  {key: 'B', text: 'Boot', unless: 'already running', run() {}},
  {key: 'R', text: 'Reboot…', run() {}},
  {
    key: 'D',
    text: 'Delete…',
    unless: 'the volume is attached to analytics-warehouse-03; detach it first, then try again',
    run() {},
  },
];

function menu(shown: readonly MenuItem[], at = 0) {
  const model = createMenu({say() {}}, {title: 'Actions', items: () => shown, at}, () => {});
  const overlay: Overlay<MenuModel> = {key: 0, model, title: model.title, tone: () => 'accent', close() {}};
  return <MenuDialog overlay={overlay} />;
}

export default {
  component: 'MenuDialog',
  stories: {
    'first entry selected': menu(items),
    'reason in full': menu(items, 2),
    'without entries': menu([]),
  },
} satisfies StorySet;
