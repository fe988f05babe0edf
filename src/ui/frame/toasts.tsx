/** Toasts in rows of their own above the strip, so that they cover nothing that keys act on. */
import type {Tone} from '../../families/format/cells.ts';
import type {Toast} from '../../store/session/toast.ts';
import {Lines} from '../components/display/row.tsx';
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

export interface ToastLine {
  readonly text: string;
  readonly tone: Toast['tone'];
  /** True for the first line of a message, which has the glyph. */
  readonly isFirst: boolean;
}

/** The newest messages in lines that fit on the screen. */
export function toastLines(toasts: readonly Toast[], {columns, rows}: Size): readonly ToastLine[] {
  const room = columns - GLYPH_MARGIN_CELLS;
  const lines = toasts.slice(-MAX_TOASTS).flatMap(({text, tone}) => {
    const whole = wrap(text, Math.max(1, room));
    const shown =
      whole.length <= MAX_TOAST_LINES
        ? whole
        : whole.with(MAX_TOAST_LINES - 1, cutLine(whole[MAX_TOAST_LINES - 1] ?? '', room));
    return shown.slice(0, MAX_TOAST_LINES).map((line, index) => ({text: line, tone, isFirst: index === 0}));
  });
  return lines.slice(Math.max(0, lines.length - Math.floor(rows * MAX_SCREEN_SHARE)));
}

/** A cut line names the command that shows the whole message. */
const cutLine = (line: string, columns: number): string =>
  truncate(`${line} `, Math.max(1, columns - cellWidth(inFullWords))).replace(/[ …]+$/, '') + inFullWords;

export interface ToastsProps {
  readonly lines: readonly ToastLine[];
  readonly size: Size;
  readonly rowsBelow: number;
}

export function Toasts({lines, size: {columns, rows}, rowsBelow}: ToastsProps) {
  const skin = useTheme();
  const height = lines.length;
  if (height === 0) return null;
  return (
    <FloatingBox area={{x: 0, y: rows - rowsBelow - height, width: columns, height}}>
      <Lines
        lines={lines.map(({text, tone, isFirst}) => [
          span(` ${isFirst ? glyphOf(skin, tone) : ' '} `, tones[tone]),
          span(text),
        ])}
        columns={columns}
      />
    </FloatingBox>
  );
}

const glyphOf = (skin: Skin, tone: Toast['tone']): string => (tone === 'plain' ? ' ' : skin.glyph(tone));
