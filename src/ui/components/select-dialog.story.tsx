import type {Overlay} from '../context/overlay-stack.ts';
import {SelectList, type SelectListModel} from '../models/select-list.ts';
import {SelectDialog} from './select-dialog.tsx';
import type {StorySet} from './testing.tsx';

const regions = ['Frankfurt', 'London', 'Mumbai', 'Newark', 'Singapore', 'Sydney', 'Tokyo'];

function list(typed: string) {
  const choices = (text: string) =>
    regions.filter(name => name.toLowerCase().includes(text)).map(name => ({text: name, run() {}}));
  const spec = {title: 'Region', prompt: ' Region ', typed, choices, nothing: (text: string) => `No match for ${text}`};
  const model = new SelectList({say() {}}, spec, () => {});
  const overlay: Overlay<SelectListModel> = {key: 0, model, title: model.title, tone: () => 'accent', close() {}};
  return <SelectDialog overlay={overlay} />;
}

export default {
  component: 'SelectDialog',
  stories: {
    'nothing typed': list(''),
    'some matches': list('n'),
    'no match': list('xyz'),
  },
} satisfies StorySet;
