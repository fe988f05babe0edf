/** Reduces colors for terminals with fewer colors than the program uses. */

export type ColorLevel = 'none' | '16' | '256' | 'truecolor';

type Rgb = readonly [red: number, green: number, blue: number];

/** xterm's defaults, the reference for the nearest of 16 colors. */
const SIXTEEN: readonly Rgb[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];

const CUBE = [0, 95, 135, 175, 215, 255];

/** The SGR color parameters (`31`, `48;5;24`, `38;2;1;2;3`, '') in the nearest form that `colors` allows. */
export function reduce(parameters: string, colors: ColorLevel): string {
  if (parameters === '' || colors === 'none') return '';
  if (colors === 'truecolor' || parameters.length <= 3) return parameters;
  const [target, kind, ...values] = parameters.split(';').map(Number);
  if (kind === 5) return colors === '256' ? parameters : code16(rgbOf(values[0] ?? 0), target === 48);
  const rgb: Rgb = [values[0] ?? 0, values[1] ?? 0, values[2] ?? 0];
  return colors === '256' ? `${target};5;${index256(rgb)}` : code16(rgb, target === 48);
}

function code16(rgb: Rgb, isBackground: boolean): string {
  const index = nearest(rgb, SIXTEEN);
  return String((index < 8 ? 30 + index : 82 + index) + (isBackground ? 10 : 0));
}

function index256(rgb: Rgb): number {
  const cube = rgb.map(value =>
    nearest(
      [value, value, value],
      CUBE.map(level => [level, level, level]),
    ),
  );
  const [red = 0, green = 0, blue = 0] = cube;
  const cubeRgb: Rgb = [CUBE[red] ?? 0, CUBE[green] ?? 0, CUBE[blue] ?? 0];
  const average = (rgb[0] + rgb[1] + rgb[2]) / 3;
  const step = Math.max(0, Math.min(23, Math.round((average - 8) / 10)));
  const gray = 8 + step * 10;
  return distance(rgb, [gray, gray, gray]) < distance(rgb, cubeRgb) ? 232 + step : 16 + red * 36 + green * 6 + blue;
}

function rgbOf(index: number): Rgb {
  if (index < 16) return SIXTEEN[index] ?? [0, 0, 0];
  if (index >= 232) {
    const gray = 8 + (index - 232) * 10;
    return [gray, gray, gray];
  }
  const cube = index - 16;
  return [CUBE[Math.floor(cube / 36)] ?? 0, CUBE[Math.floor(cube / 6) % 6] ?? 0, CUBE[cube % 6] ?? 0];
}

function nearest(rgb: Rgb, choices: readonly Rgb[]): number {
  let best = 0;
  for (let index = 1; index < choices.length; index++) {
    if (distance(rgb, choices[index] ?? rgb) < distance(rgb, choices[best] ?? rgb)) best = index;
  }
  return best;
}

function distance(a: Rgb, b: Rgb): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}
