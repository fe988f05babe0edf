import type {Overlay} from '../context/overlay-stack.ts';
import {createPrompt, type PromptModel} from '../models/prompt.ts';
import {PromptDialog} from './prompt-dialog.tsx';
import type {StorySet} from './testing.tsx';

function prompt(initial: string, note: string) {
  const model = createPrompt(
    {title: 'Save view', name: 'Name', initial, note, take: () => Promise.resolve(undefined)},
    () => {},
    {say: () => {}},
  );
  const overlay: Overlay<PromptModel> = {key: 0, model, title: model.title, tone: () => 'accent', close() {}};
  return <PromptDialog overlay={overlay} />;
}

export default {
  component: 'PromptDialog',
  stories: {
    empty: prompt('', 'A view keeps the filter and the sort order of a list.'),
    'with a suggestion': prompt('offline instances', 'A view keeps the filter and the sort order of a list.'),
  },
} satisfies StorySet;
