/** Toasts in rows of their own above the strip, so that they cover nothing that keys act on. */
import {useStore} from 'zustand';
import type {Tone} from '../../families/format/cells.ts';
import type {Toast} from '../../store/session/toast.ts';
import {Row} from '../components/display/row.tsx';
import type {SessionPort} from '../context/ports.ts';
import {useTheme} from '../hooks/use-console.ts';
import {cellWidth, truncate} from '../terminal/index.ts';
import {FloatingBox} from '../terminal/ink/index.ts';
import type {Skin} from '../theme/skin.ts';
import {inFullWords, span, wrap} from '../widgets/spans.ts';
import type {Size} from './layout.ts';

const tones: Readonly<Record<Toast['tone'], Tone>> = {
  ok: 'ok',
  attention: 'attention',
  failed: 'failed',
  plain: 'strong',
};
const MAX_TOASTS = 3;
/**
 * A longer message is cut and ends with the command that shows all of it, because it must not hide the rows it is
 * about.
 */
const MAX_TOAST_LINES = 4;
/** The largest share of the screen for all toasts; the newest are kept. */
const MAX_SCREEN_SHARE = 1 / 3;
/** The glyph in front of a message, with a blank on both sides, and the blank after it. */
const GLYPH_MARGIN_CELLS = 4;

interface ToastLine {
  readonly text: string;
  readonly tone: Toast['tone'];
  /** True for the first line of a message, which has the glyph. */
  readonly first: boolean;
}

/** The newest messages in full, in lines that fit. */
function linesOf(context: SessionPort, columns: number): readonly ToastLine[] {
  return context.session.account
    .getState()
    .toasts.slice(-MAX_TOASTS)
    .flatMap(({text, tone}) => {
      const lines = wrap(text, Math.max(1, columns - GLYPH_MARGIN_CELLS));
      const room = columns - GLYPH_MARGIN_CELLS;
      const shown =
        lines.length <= MAX_TOAST_LINES
          ? lines
          : lines.with(MAX_TOAST_LINES - 1, cutLine(lines[MAX_TOAST_LINES - 1] ?? '', room));
      return shown.slice(0, MAX_TOAST_LINES).map((line, index) => ({text: line, tone, first: index === 0}));
    });
}

/** A cut line names the command that shows the whole message. */
const cutLine = (line: string, columns: number): string =>
  truncate(`${line} `, Math.max(1, columns - cellWidth(inFullWords))).replace(/[ …]+$/, '') + inFullWords;

/** The rectangle of the newest messages, this many rows above the lower edge; without height if there are none. */
export function toastsRectangle(context: SessionPort, {columns, rows}: Size, above: number) {
  const height = Math.min(linesOf(context, columns).length, Math.floor(rows * MAX_SCREEN_SHARE));
  return {x: 0, y: rows - above - height, width: columns, height};
}

export interface ToastsProps {
  readonly context: SessionPort;
  readonly size: Size;
  /** The rows below the toasts. */
  readonly above: number;
}

export function Toasts({context, size, above}: ToastsProps) {
  const skin = useTheme();
  useStore(context.session.account, state => state.toasts);
  const {x, y, width, height} = toastsRectangle(context, size, above);
  if (height === 0) return null;
  return (
    <FloatingBox area={{x, y, width, height}}>
      {linesOf(context, width)
        .slice(-height)
        .map(({text, tone, first}, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its place.
            key={index}
            spans={[span(` ${first ? glyphOf(skin, tone) : ' '} `, tones[tone]), span(text)]}
            columns={width}
          />
        ))}
    </FloatingBox>
  );
}

const glyphOf = (skin: Skin, tone: Toast['tone']): string => (tone === 'plain' ? ' ' : skin.glyph(tone));
