/**
 * `:messages`: the last toasts and failures in full, newest first, because toasts disappear and a narrow screen cuts
 * them.
 */
import type {Tone} from '../../../families/format/cells.ts';
import {utcTimestamp} from '../../../families/format/format.ts';
import {createLayer} from '../../../keymap/layer.ts';
import type {Message} from '../../../store/session/toast.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import {openPainted} from '../../models/painted-overlay.ts';
import {choiceWindow} from '../../widgets/choice-lines.ts';
import {AT_TOP} from '../../widgets/scroll.ts';
import {scrollLayer} from '../../widgets/scroll-keys.ts';
import {cell, paintSpans, span, wrap} from '../../widgets/spans.ts';
import {copyText} from '../shared/copy-to-clipboard.ts';

const TITLE = 'Messages';
const MIN_ROWS = 5;
/** The time of day, the glyph, and the blanks around them. */
const MARGIN_CELLS = 13;
const tones: Readonly<Record<Message['tone'], Tone | undefined>> = {
  ok: 'ok',
  attention: 'attention',
  failed: 'failed',
  plain: undefined,
};

const timeOfDay = (at: number): string => utcTimestamp(at).slice(11, 19);

export function openMessages(context: ConsoleContext): void {
  const {account} = context.session;
  let scroll = AT_TOP;
  let height = 1;
  const shown = (): readonly Message[] => account.getState().messages.toReversed();
  const linesOf = ({text}: Message, columns: number): readonly string[] =>
    wrap(text, Math.max(1, columns - MARGIN_CELLS - 1));
  const none = (): string | undefined => (shown().length === 0 ? 'no messages yet' : undefined);
  const moving = scrollLayer(
    by => {
      scroll = {cursor: Math.max(0, Math.min(scroll.cursor + by, shown().length - 1)), top: scroll.top};
      overlay.repaint();
    },
    () => height,
  );
  const keys = createLayer(
    'messages',
    {
      copy: {
        run() {
          const message = shown()[scroll.cursor];
          if (message) copyText(context, message.text, 'the message');
        },
        unless: none,
      },
      close: () => overlay.close(),
    },
    {title: TITLE},
  );
  const stop = account.subscribe(
    state => state.messages,
    () => overlay.repaint(),
  );
  const title = (): string => `${TITLE} (UTC)`;
  const overlay = openPainted(context, {
    prompt: {
      kind: 'text',
      title,
      lines: () => shown().map(({at, text}) => `${timeOfDay(at)} ${text}`),
    },
    title,
    size(columns, rows) {
      const wide = Math.min(columns - 6, 110);
      const lines = shown().reduce((sum, message) => sum + linesOf(message, wide).length, 0);
      return {columns: wide, rows: Math.max(Math.min(lines, rows - 6), Math.min(MIN_ROWS, rows - 4))};
    },
    layers: () => [{...moving, modal: true}, keys],
    onClosed: stop,
    paint(columns, rows) {
      const skin = context.skin();
      const all = shown();
      if (all.length === 0) return [paintSpans(skin, [span(' No messages yet.', 'dim')], columns)];
      const window = choiceWindow(scroll, all.length, rows, at => {
        const message = all[at];
        return message === undefined ? 1 : linesOf(message, columns).length;
      });
      scroll = window.scroll;
      height = window.shown;
      const body = all.slice(scroll.top, scroll.top + height).flatMap((message, index) => {
        const {at, tone} = message;
        const glyph = tone === 'plain' ? ' ' : skin.glyph(tone);
        return linesOf(message, columns).map((line, place) => {
          const [time, mark] = place === 0 ? [timeOfDay(at), glyph] : ['', ''];
          return scroll.top + index === scroll.cursor
            ? skin.bar(cell(` ${cell(time, 8)} ${cell(mark, 2)} ${line}`, columns))
            : paintSpans(
                skin,
                [span(` ${cell(time, 8)} `, 'dim'), span(`${cell(mark, 2)} `, tones[tone]), span(line)],
                columns,
              );
        });
      });
      return body.slice(0, rows);
    },
  });
}
