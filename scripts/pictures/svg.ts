/** A terminal's screen as an SVG picture: cells on a grid, so that box drawing and braille meet. */
import type xterm from '@xterm/headless';

type Buffer = InstanceType<typeof xterm.Terminal>['buffer']['active'];
type Cell = NonNullable<ReturnType<NonNullable<ReturnType<Buffer['getLine']>>['getCell']>>;

const cell = {width: 8.4, height: 18, size: 14};
const margin = 12;
const ground = '#12151c';
const ink = '#c9d1d9';
/** The terminal's 16 colours in a dark palette; the reader's own terminal has its own. */
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
const hex = (value: number) => value.toString(16).padStart(2, '0');

function indexed(index: number): string {
  if (index < 16) return palette[index] ?? ink;
  if (index >= 232) return `#${hex(8 + (index - 232) * 10).repeat(3)}`;
  const value = index - 16;
  return `#${[Math.floor(value / 36), Math.floor(value / 6) % 6, value % 6].map(part => hex(cube[part] ?? 0)).join('')}`;
}

function colour(isDefault: boolean, isRgb: boolean, value: number, fallback: string): string {
  if (isDefault) return fallback;
  return isRgb ? `#${value.toString(16).padStart(6, '0')}` : indexed(value);
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
  const fg = colour(at.isFgDefault(), at.isFgRGB(), at.getFgColor(), ink);
  const bg = colour(at.isBgDefault(), at.isBgRGB(), at.getBgColor(), ground);
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

export function svgOf(buffer: Buffer, columns: number, rows: number, title: string): string {
  const width = columns * cell.width + 2 * margin;
  const height = rows * cell.height + 2 * margin;
  const boxes: string[] = [];
  const texts: string[] = [];
  for (let y = 0; y < rows; y++) {
    const line = buffer.getLine(buffer.viewportY + y);
    if (!line) continue;
    const top = margin + y * cell.height;
    for (let x = 0; x < columns; ) {
      const first = line.getCell(x);
      if (!first) break;
      const style = styleOf(first);
      const key = JSON.stringify(style);
      let text = '';
      let end = x;
      // Runs of one style and of one-cell characters are one text; a wide character stands alone, so that it cannot shift others.
      for (; end < columns; end++) {
        const next = line.getCell(end);
        if (!next || JSON.stringify(styleOf(next)) !== key) break;
        if (next.getWidth() === 2) {
          if (end > x) break;
          text = next.getChars();
          end += 2;
          break;
        }
        if (next.getWidth() === 1) text += next.getChars() || ' ';
      }
      const left = margin + x * cell.width;
      const span = (end - x) * cell.width;
      if (style.bg !== ground)
        boxes.push(
          `<rect x="${left.toFixed(1)}" y="${top}" width="${span.toFixed(1)}" height="${cell.height}" fill="${style.bg}"/>`,
        );
      if (text.trim()) {
        const attributes = [
          `x="${left.toFixed(1)}"`,
          `y="${top + cell.height - 4.5}"`,
          `fill="${style.fg}"`,
          `textLength="${span.toFixed(1)}"`,
          style.bold ? 'font-weight="bold"' : '',
          style.italic ? 'font-style="italic"' : '',
          style.dim ? 'opacity="0.6"' : '',
          style.underline ? 'text-decoration="underline"' : '',
        ];
        texts.push(`<text ${attributes.filter(Boolean).join(' ')}>${escapeXml(text)}</text>`);
      }
      x = Math.max(end, x + 1);
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}">
<rect width="100%" height="100%" rx="8" fill="${ground}"/>
${boxes.join('\n')}
<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="${cell.size}" xml:space="preserve" lengthAdjust="spacingAndGlyphs">
${texts.join('\n')}
</g>
</svg>
`;
}
