/** Asks for one line of text. */
import {createStore} from 'zustand/vanilla';
import {createLayer} from '../../keymap/layer.ts';
import type {Overlay, OverlayHost, OverlayModel, ReadonlyStore} from '../context/overlay-stack.ts';
import {editLine, type InputLine, inputLine} from '../widgets/text-input.ts';

export interface PromptSpec {
  readonly title: string;
  /** The name of the line: "File". */
  readonly name: string;
  readonly initial: string;
  readonly note: string;
  /** Takes the line; returns the reason if it can't be taken, and then the prompt stays. */
  readonly take: (text: string) => Promise<string | undefined>;
}

export interface PromptState {
  readonly line: InputLine;
  /** The reason why the last text was not taken. */
  readonly problem: string | undefined;
}

export interface PromptModel extends OverlayModel {
  readonly kind: 'prompt';
  readonly store: ReadonlyStore<PromptState>;
  readonly spec: PromptSpec;
}

export function openPrompt(host: OverlayHost, spec: PromptSpec): void {
  const overlay: Overlay = host.overlays.open(createPrompt(spec, () => overlay.close()));
}

export function createPrompt(spec: PromptSpec, close: () => void): PromptModel {
  const {title, initial, take} = spec;
  const store = createStore<PromptState>(() => ({line: inputLine(initial), problem: undefined}));
  let isTaking = false;

  async function accept(): Promise<void> {
    const text = store.getState().line.text.trim();
    if (isTaking || text === '') return;
    isTaking = true;
    const problem = await take(text);
    isTaking = false;
    if (problem === undefined) close();
    else store.setState({problem});
  }
  const keys = createLayer(
    'prompt',
    {accept: () => void accept(), cancel: close},
    {
      title,
      modal: true,
      typing: () => true,
      text(stroke) {
        const line = editLine(store.getState().line, stroke);
        if (line === undefined) return false;
        store.setState({line, problem: undefined});
        return true;
      },
    },
  );
  return {kind: 'prompt', title: () => title, store, spec, layers: () => [keys], prompt: {kind: 'line', ...spec}};
}
