/** Asks for one line of text. */
import {createStore} from 'zustand/vanilla';
import {createLayer} from '../../keymap/layer.ts';
import type {ReadonlyStore} from '../../store/core/traced-store.ts';
import type {Overlay, OverlayHost, OverlayModel} from '../context/overlay-stack.ts';
import type {PromptSpec} from '../context/prompt-types.ts';
import {editLine, type InputLine, inputLine} from '../widgets/text-input.ts';

export interface PromptState {
  readonly line: InputLine;
  /** The reason why the last text was rejected. */
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
      isTyping: () => true,
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
