/** A terminal's screen as an SVG picture: cells on a grid, so that box drawing and braille meet. */
import type xterm from '@xterm/headless';

type Buffer = InstanceType<typeof xterm.Terminal>['buffer']['active'];
type Line = NonNullable<ReturnType<Buffer['getLine']>>;
type Cell = NonNullable<ReturnType<Line['getCell']>>;

const cell = {width: 8.4, height: 18, size: 14};
const margin = 12;
const ground = '#12151c';
const ink = '#c9d1d9';
const captionInk = '#79c0ff';
/** The terminal's 16 colors in a dark palette. */
const palette = [
  '#1b1f27',
  '#ff7b72',
  '#56d364',
  '#e3b341',
  '#79c0ff',
  '#d2a8ff',
  '#56d4dd',
  '#c9d1d9',
  '#6e7681',
  '#ffa198',
  '#7ee787',
  '#f2cc60',
  '#a5d6ff',
  '#e2c5ff',
  '#87e5ec',
  '#ffffff',
];

const cube = [0, 95, 135, 175, 215, 255];
const toHex = (value: number) => value.toString(16).padStart(2, '0');

function indexedColor(index: number): string {
  if (index < 16) return palette[index] ?? ink;
  if (index >= 232) return `#${toHex(8 + (index - 232) * 10).repeat(3)}`;
  const value = index - 16;
  return `#${[Math.floor(value / 36), Math.floor(value / 6) % 6, value % 6].map(part => toHex(cube[part] ?? 0)).join('')}`;
}

function color(isDefault: boolean, isRgb: boolean, value: number, fallback: string): string {
  if (isDefault) return fallback;
  return isRgb ? `#${value.toString(16).padStart(6, '0')}` : indexedColor(value);
}

interface Style {
  readonly fg: string;
  readonly bg: string;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly underline: boolean;
  readonly italic: boolean;
}

function styleOf(at: Cell): Style {
  const fg = color(at.isFgDefault(), at.isFgRGB(), at.getFgColor(), ink);
  const bg = color(at.isBgDefault(), at.isBgRGB(), at.getBgColor(), ground);
  const inverse = at.isInverse() !== 0;
  return {
    fg: inverse ? bg : fg,
    bg: inverse ? fg : bg,
    bold: at.isBold() !== 0,
    dim: at.isDim() !== 0,
    underline: at.isUnderline() !== 0,
    italic: at.isItalic() !== 0,
  };
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** One row of a screen as SVG. Coordinates are those of the picture. */
function rowMarkup(buffer: Buffer, y: number, columns: number): string {
  const line = buffer.getLine(buffer.viewportY + y);
  if (!line) return '';
  const boxes: string[] = [];
  const texts: string[] = [];
  const top = margin + y * cell.height;
  for (let x = 0; x < columns; ) {
    const first = line.getCell(x);
    if (!first) break;
    const style = styleOf(first);
    const {text, end} = runAt(line, x, columns, JSON.stringify(style));
    const left = margin + x * cell.width;
    const span = (end - x) * cell.width;
    if (style.bg !== ground)
      boxes.push(
        `<rect x="${left.toFixed(1)}" y="${top}" width="${span.toFixed(1)}" height="${cell.height}" fill="${style.bg}"/>`,
      );
    if (text.trim()) texts.push(textMarkup(text, {left, top, width: span}, style));
    x = Math.max(end, x + 1);
  }
  return [...boxes, ...texts].join('\n');
}

/**
 * The run of one style from a cell on. A wide character is a run of its own, so that it can't shift other characters.
 * @returns the text, and the cell behind it
 */
function runAt(
  line: Line,
  start: number,
  columns: number,
  style: string,
): {readonly text: string; readonly end: number} {
  let text = '';
  for (let end = start; end < columns; end++) {
    const next = line.getCell(end);
    if (!next || JSON.stringify(styleOf(next)) !== style) return {text, end};
    if (next.getWidth() === 2) return end > start ? {text, end} : {text: next.getChars(), end: end + 2};
    if (next.getWidth() === 1) text += next.getChars() || ' ';
  }
  return {text, end: columns};
}

interface TextArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

function textMarkup(text: string, {left, top, width}: TextArea, style: Style): string {
  const attributes = [
    `x="${left.toFixed(1)}"`,
    `y="${top + cell.height - 4.5}"`,
    `fill="${style.fg}"`,
    `textLength="${width.toFixed(1)}"`,
    style.bold ? 'font-weight="bold"' : '',
    style.italic ? 'font-style="italic"' : '',
    style.dim ? 'opacity="0.6"' : '',
    style.underline ? 'text-decoration="underline"' : '',
  ];
  return `<text ${attributes.filter(Boolean).join(' ')}>${escapeXml(text)}</text>`;
}

/** A screen at one moment. */
export interface Frame {
  /** SVG of each row. */
  readonly rows: readonly string[];
  /** The key that was pressed, shown below the screen. */
  readonly caption: string;
  /** Time until the next frame. */
  readonly holdMs: number;
}

/** SVG of each row of the screen. */
export const rowsMarkup = (buffer: Buffer, columns: number, rows: number): readonly string[] =>
  Array.from({length: rows}, (_, y) => rowMarkup(buffer, y, columns));

/** A still picture of a screen. */
export function svgOf(buffer: Buffer, columns: number, rows: number, title: string): string {
  return picture(columns, rows, title, rowsMarkup(buffer, columns, rows).join('\n'));
}

/** Rows that the caption takes. */
const captionRows = 2;

/**
 * An animated picture. Each row is drawn once for consecutive frames in which it doesn't change. A reader who prefers
 * reduced motion sees the last frame.
 */
export function movingSvgOf(frames: readonly Frame[], columns: number, rows: number, title: string): string {
  const totalMs = frames.reduce((sum, {holdMs}) => sum + holdMs, 0);
  const starts = frames.map((_, index) => frames.slice(0, index).reduce((sum, {holdMs}) => sum + holdMs, 0));
  const keyframes = new Map<string, string>();
  const percent = (ms: number) => `${((100 * ms) / totalMs).toFixed(2)}%`;
  const layers: string[] = [];
  const captionTop = margin + (rows + captionRows - 1) * cell.height;
  const captions = frames.map(({caption}) =>
    caption === ''
      ? ''
      : `<text x="${margin}" y="${captionTop + cell.height - 8}" fill="${captionInk}" font-weight="bold">${escapeXml(caption)}</text>`,
  );
  const tracks = [...Array.from({length: rows}, (_, y) => frames.map(frame => frame.rows[y] ?? '')), captions];
  for (const track of tracks) {
    for (let from = 0; from < track.length; ) {
      let to = from + 1;
      while (to < track.length && track[to] === track[from]) to++;
      const markup = track[from] ?? '';
      if (markup !== '' && from === 0 && to === track.length) layers.push(markup);
      else if (markup !== '') {
        const name = `f${from}-${to}`;
        const end = to === track.length ? '' : ` ${percent(starts[to] ?? totalMs)} {visibility: hidden}`;
        const begin =
          from === 0
            ? '0% {visibility: visible}'
            : `0% {visibility: hidden} ${percent(starts[from] ?? 0)} {visibility: visible}`;
        keyframes.set(
          name,
          `@keyframes ${name} {${begin}${end}}\n.${name} {animation-name: ${name}; visibility: ${to === track.length ? 'visible' : 'hidden'}}`,
        );
        layers.push(`<g class="m ${name}">${markup}</g>`);
      }
      from = to;
    }
  }
  const style = [
    `.m {animation-duration: ${totalMs}ms; animation-timing-function: step-end; animation-iteration-count: infinite}`,
    '@media (prefers-reduced-motion: reduce) {.m {animation: none}}',
    ...keyframes.values(),
  ];
  return picture(columns, rows + captionRows, title, `<style>\n${style.join('\n')}\n</style>\n${layers.join('\n')}`);
}

function picture(columns: number, rows: number, title: string, content: string): string {
  const width = columns * cell.width + 2 * margin;
  const height = rows * cell.height + 2 * margin;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}">
<rect width="100%" height="100%" rx="8" fill="${ground}"/>
<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="${cell.size}" xml:space="preserve" lengthAdjust="spacingAndGlyphs">
${content}
</g>
</svg>
`;
}
