/** Asks for one line of text. */
import {createLayer} from '../../keymap/layer.ts';
import type {ConsoleContext} from '../context/console-context.ts';
import {cellWidth, sanitize} from '../terminal/index.ts';
import {paintSpans, span, wrap} from './spans.ts';
import {editLine, type InputLine, inputLine, paintLine} from './text-input.ts';

export interface PromptSpec {
  readonly title: string;
  /** The name of the line: "File". */
  readonly name: string;
  readonly initial: string;
  readonly note: string;
  /** Takes the line; returns the reason if it can't be taken, and then the prompt stays. */
  readonly take: (text: string) => Promise<string | undefined>;
}

const PROMPT_COLUMNS = 76;

export function openPrompt(context: ConsoleContext, spec: PromptSpec): void {
  const {title, name, initial, note, take} = spec;
  let line: InputLine = inputLine(initial);
  let problem: string | undefined;
  let taking = false;

  async function accept(): Promise<void> {
    if (taking || line.text.trim() === '') return;
    taking = true;
    problem = await take(line.text.trim());
    taking = false;
    if (problem === undefined) overlay.close();
    else overlay.resize();
  }
  const keys = createLayer(
    'prompt',
    {accept: () => void accept(), cancel: () => overlay.close()},
    {
      title,
      modal: true,
      typing: () => true,
      text(stroke) {
        const next = editLine(line, stroke);
        if (next === undefined) return false;
        line = next;
        problem = undefined;
        overlay.repaint();
        return true;
      },
    },
  );
  const below = (columns: number): readonly string[] => wrap(problem ?? note, columns - 2);
  const overlay = context.overlays.open({
    prompt: {kind: 'line', ...spec},
    title: () => title,
    size: columns => {
      const wide = Math.min(PROMPT_COLUMNS, columns - 6);
      return {columns: wide, rows: 2 + below(wide).length};
    },
    layers: () => [keys],
    paint(columns) {
      const skin = context.skin();
      const head = ` ${name} `;
      return [
        `${skin.tone('dim', head)}${paintLine(line, columns - cellWidth(head) - 1, true)}`,
        '',
        ...below(columns).map(text =>
          paintSpans(skin, [span(` ${sanitize(text)}`, problem === undefined ? 'dim' : 'failed')], columns),
        ),
      ];
    },
  });
}
