import {expect, test} from 'vitest';
import type {Overlay} from '../context/overlay-stack.ts';
import {createPrompt, type PromptModel} from '../models/prompt.ts';
import {PromptDialog} from './prompt-dialog.tsx';
import {dialogRows, renderComponent} from './testing.tsx';

function openPrompt(take: (text: string) => Promise<string | undefined>, close = () => {}) {
  const spec = {title: 'Save view', name: 'Name', initial: 'offline', note: 'A view keeps the filter.', take};
  const model = createPrompt(spec, close);
  const overlay: Overlay<PromptModel> = {key: 0, model, title: model.title, tone: () => 'accent', close() {}};
  return {model, element: <PromptDialog overlay={overlay} />};
}

test('a prompt shows its name, its text and its note', () => {
  using screen = renderComponent(openPrompt(async () => undefined).element);
  expect(dialogRows(screen.rows())).toEqual(['Name offline', 'A view keeps the filter.']);
});

test('the error of a refused text replaces the note', async () => {
  const {model, element} = openPrompt(async text => `${text} exists already`);
  using screen = renderComponent(element);
  model.layers()[0]?.handler('accept')?.run('');
  await new Promise(setImmediate);
  screen.rerender(element);
  expect(dialogRows(screen.rows())).toEqual(['Name offline', 'offline exists already']);
});
