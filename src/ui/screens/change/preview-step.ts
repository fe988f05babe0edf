/** The preview step: the consequences of a change, the exact request, and two buttons. */
import {withoutEllipsis} from '../../../families/format/format.ts';
import {createLayer, type LayerHandlers} from '../../../keymap/layer.ts';
import {matchesConfirmation} from '../../../store/changes/preview/confirmation.ts';
import type {Preview} from '../../../store/changes/preview/preview-content.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import {cellWidth} from '../../terminal/index.ts';
import {scrollLayer} from '../../widgets/scroll-keys.ts';
import {paintSpans, span, wrap} from '../../widgets/spans.ts';
import {editLine, type InputLine, inputLine, paintLine} from '../../widgets/text-input.ts';
import {copyText} from '../shared/copy-to-clipboard.ts';
import {saveText} from '../shared/save-text.ts';
import type {BatchPlan} from './batch/batch-plan.ts';
import {changeButton} from './change-question.ts';
import type {StepHost, StepView} from './form/form-step.ts';
import {checkingWords, previewLines, requestLines} from './preview-lines.ts';

export interface PreviewHost extends StepHost {
  send(): void;
  /** Goes one step back: to the form, if there was one. */
  back(): void;
  readonly hasOptions: boolean;
  /** Opens the form, even if it was skipped. */
  options(): void;
}

/**
 * The initial focus of the buttons, by one rule: Cancel if the change destroys, interrupts, charges or opens access to
 * others, and in production; the action otherwise.
 */
export function isHarmless({profile}: Pick<ConsoleContext, 'profile'>, plan: BatchPlan): boolean {
  if (profile.production || plan.typing() !== undefined) return false;
  const previews = plan.steps ? plan.changes.map(change => change.get().preview) : [plan.state().preview];
  return previews.every(preview => preview?.risk === undefined);
}

export function previewView(context: ConsoleContext, plan: BatchPlan, host: PreviewHost): StepView {
  let top = 0;
  let line: InputLine = inputLine();
  /** The button that the user chose, and whether the risk was known then: a choice before that doesn't count. */
  let choice: {readonly sends: boolean; readonly risky: boolean} | undefined;
  const typing = (): string | undefined => plan.typing();
  const preview = (): Preview | undefined => plan.state().preview;
  const harmless = (): boolean => isHarmless(context, plan);
  const isRisky = (): boolean => preview()?.risk !== undefined;
  const choose = (sends: boolean): void => {
    choice = {sends, risky: isRisky()};
  };
  const armed = (): boolean => (choice && (choice.risky || !isRisky()) ? choice.sends : harmless());
  const typedRight = (): boolean => {
    const typed = typing();
    return typed === undefined || matchesConfirmation(line.text, typed);
  };
  const title = (): string => (plan.steps === undefined ? withoutEllipsis(plan.title) : 'Send');

  /** Waits until the rows that the change can apply to are known. */
  function send(): void {
    const current = preview();
    if (plan.steps === undefined && current !== undefined && current.checking > 0)
      context.say(`${checkingWords(current, plan)} Nothing is sent yet.`, 'attention');
    else host.send();
  }
  function proceed(): void {
    // A typing error in the label must not close the confirmation, because the keys after it would reach the list.
    if (!typedRight() && line.text !== '')
      context.say(`that is not ${typing()}: type it as it is written`, 'attention');
    else if (armed()) send();
    else {
      host.close();
      context.say(`${title()}: canceled. Nothing was sent`);
    }
  }
  const handlers: LayerHandlers<'preview'> = {
    proceed: {run: proceed, says: () => (armed() ? title().toLowerCase() : 'cancel')},
    switch() {
      choose(!armed() && typedRight());
      if (!typedRight()) context.say(`type ${typing()} first`, 'attention');
      host.repaint();
    },
    async copy() {
      const lines = await plan.curls();
      copyText(context, lines.join('\n'), lines.length > 1 ? `${lines.length} curl lines` : 'the curl line');
    },
    back: () => host.back(),
  };
  const keys = createLayer('preview', handlers, {
    title: 'Preview',
    typing: () => typing() !== undefined,
    text(stroke) {
      if (typing() === undefined) return false;
      const next = editLine(line, stroke);
      if (next === undefined) return false;
      line = next;
      choose(typedRight());
      host.repaint();
      return true;
    },
  });
  const unarmed = createLayer('unarmed', {
    copy: handlers.copy,
    save: async () => saveText(context, 'skydeck-request.sh', `${(await plan.curls()).join('\n')}\n`),
    yes: send,
    options: {run: () => host.options(), hidden: () => !host.hasOptions},
  });
  let count = 0;
  let height = 1;
  const scrollKeys = scrollLayer(
    by => {
      top = Math.max(0, Math.min(top + by, count - height));
      host.repaint();
    },
    () => height,
  );

  /** The text to type, with its input line: beside it if the whole word fits there, otherwise below. */
  function typingLines(word: string, columns: number): readonly string[] {
    const {tone} = context.skin();
    const prompt = ` Type ${word} to confirm: `;
    const beside = columns - cellWidth(prompt) - 1;
    if (beside > cellWidth(word)) return [`${tone('failed', prompt)}${paintLine(line, beside, true)}`];
    const asking = wrap(prompt.trim(), columns - 2).map(piece => ` ${tone('failed', piece)}`);
    return [...asking, ` ${paintLine(line, columns - 2, true)}`];
  }
  /** The lines below the scrolling part: the number of hidden lines, the request, the typed text, and the buttons. */
  const promptRows = (columns: number): number => {
    const word = typing();
    const request = requestLines(plan).length;
    return request + (request > 0 ? 1 : 0) + (word === undefined ? 2 : typingLines(word, columns).length + 3);
  };
  return {
    rows(columns) {
      return previewLines(context, plan, columns).length + promptRows(columns);
    },
    paint(columns, rows) {
      const skin = context.skin();
      const all = previewLines(context, plan, columns).map(spans => paintSpans(skin, spans, columns));
      const request = requestLines(plan).map(spans => paintSpans(skin, spans, columns));
      const word = typing();
      count = all.length;
      height = Math.max(1, rows - promptRows(columns));
      top = Math.max(0, Math.min(top, count - height));
      const lines = all.slice(top, top + height);
      while (lines.length < height) lines.push('');
      // Hidden lines must be mentioned, because the user agrees to them as well.
      const below = count - top - height;
      const more = `${skin.symbol('down')} ${below} more ${below === 1 ? 'line' : 'lines'} below. Use the arrow keys to scroll`;
      lines.push(below > 0 ? paintSpans(skin, [span(` ${more}`, 'attention')], columns) : '');
      if (request.length > 0) lines.push(...request, '');
      if (word !== undefined) lines.push(...typingLines(word, columns), '');
      const button = (text: string, on: boolean): string => (on ? skin.bar(`[${text}]`) : ` ${text} `);
      const action = changeButton(plan, plan.lead.row && plan.family.label(plan.lead.row));
      const act = skin.tone(word === undefined ? 'accent' : 'failed', ` ${action} `);
      lines.push(` ${button('Cancel', !armed())}  ${armed() ? button(action, true) : act}`);
      return lines;
    },
    layers: () =>
      typing() === undefined ? [{...scrollKeys, modal: true}, unarmed, keys] : [{...scrollKeys, modal: true}, keys],
  };
}
