/** Asks for one line of text. */
import {createStore} from 'zustand/vanilla';
import {createLayer} from '../../keymap/layer.ts';
import {errorMessage} from '../../platform/text/error-message.ts';
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
  const overlay: Overlay = host.overlays.open(createPrompt(spec, () => overlay.close(), host));
}

/** @param host shows a refusal that arrives after the prompt was closed */
export function createPrompt(spec: PromptSpec, close: () => void, host: Pick<OverlayHost, 'say'>): PromptModel {
  const {title, initial, take} = spec;
  const store = createStore<PromptState>(() => ({line: inputLine(initial), problem: undefined}));
  let isTaking = false;
  let isClosed = false;

  async function accept(): Promise<void> {
    const text = store.getState().line.text.trim();
    if (isTaking || text === '') return;
    isTaking = true;
    const problem = await take(text).catch(errorMessage);
    isTaking = false;
    if (isClosed) {
      if (problem !== undefined) host.say(`${title}: ${problem}`, 'failed');
    } else if (problem === undefined) close();
    else store.setState({problem});
  }
  const keys = createLayer(
    'prompt',
    {accept, cancel: close},
    {
      title,
      isModal: true,
      isTyping: () => true,
      text(stroke) {
        const line = editLine(store.getState().line, stroke);
        if (line === undefined) return false;
        store.setState({line, problem: undefined});
        return true;
      },
    },
  );
  return {
    kind: 'prompt',
    title: () => title,
    store,
    spec,
    layers: () => [keys],
    onClosed() {
      isClosed = true;
    },
    prompt: {kind: 'line', ...spec},
  };
}
