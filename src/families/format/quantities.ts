/**
 * Values with an order, so that filters compare values and not texts: the kinds, their spellings, and the number for a
 * row's value.
 */
import {toMillis} from './format.ts';

/** A number, or the range that a text means: a day, all versions 8.x. */
export interface QuantityRange {
  readonly from: number;
  /** The first number after the range; the same as `from` for a single number. */
  readonly to: number;
  /** For times: true if the quantity is a duration relative to now. */
  readonly isSpan?: true;
}

export interface QuantitySource {
  /** True if the text is a cell of the list, or uses the list's unit; otherwise it uses the API's unit. */
  readonly isShown: boolean;
}

export interface Quantity {
  /** Completes "“soon” isn’t …": "a size". */
  readonly noun: string;
  /** Two values as users type them. */
  readonly examples: readonly [string, string];
  /** The number for a row's value; undefined for a value without one. */
  readonly read: (value: unknown) => number | undefined;
  readonly parse: (text: string, source: QuantitySource) => QuantityRange | undefined;
  /** True if the unit is required, because a number alone would be ambiguous. */
  readonly needsUnit?: true;
  /** Words that may follow a number after a space. */
  readonly isUnit: (word: string) => boolean;
}

const exactly = (value: number | undefined): QuantityRange | undefined =>
  value === undefined || !Number.isFinite(value) ? undefined : {from: value, to: value};

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

const numeral = String.raw`[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|[-+]?\.\d+`;
const parseNumber = (text: string): number => Number(text.replaceAll(',', ''));

/** "80 GB" → [80, "gb"]; undefined for text that doesn't start with a number. */
function splitUnit(text: string): readonly [number, string] | undefined {
  const [, amount, unit] = new RegExp(`^(${numeral})\\s*(.*)$`, 's').exec(text.trim().toLowerCase()) ?? [];
  return amount === undefined || unit === undefined ? undefined : [parseNumber(amount), unit];
}

/** Creates the table of units, by every spelling. */
function unitsOf(table: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const [names, size] of Object.entries(table)) for (const name of names.split(' ')) units.set(name, size);
  return units;
}

const day = 86_400;
const seconds = unitsOf({
  's sec secs second seconds': 1,
  'm min mins minute minutes': 60,
  'h hr hrs hour hours': 3600,
  'd day days': day,
  'w wk wks week weeks': 7 * day,
  'mo month months': (365.25 / 12) * day,
  'y yr yrs year years': 365.25 * day,
});

/** Seconds in "90s", "1h 30m", "2 weeks" or "1:02:03"; undefined without a unit. */
function spanOf(text: string): number | undefined {
  const input = text.trim().toLowerCase();
  const [, hours, minutes, rest] = /^(?:(\d+):)?(\d+):(\d\d)$/.exec(input) ?? [];
  if (minutes !== undefined) return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(rest);
  const part = new RegExp(`(${numeral})\\s*([a-z]+)\\s*`, 'gy');
  let sum = 0;
  let end = 0;
  for (const [all, amount = '', unit = ''] of input.matchAll(part)) {
    const size = seconds.get(unit);
    if (size === undefined) return undefined;
    sum += parseNumber(amount) * size;
    end += all.length;
  }
  return end > 0 && end === input.length ? sum : undefined;
}

const dateText =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[t ](\d\d)(?::(\d\d)(?::(\d\d)(?:\.\d+)?)?)?)?)?)?(z|[+-]\d\d:?\d\d)?$/;

/** The year, month, day, hour, minute or second that a date names, in UTC as the API’s dates are. */
function periodOf(text: string): QuantityRange | undefined {
  const [, year, month, date, hour, minute, second, zone] = dateText.exec(text.trim().toLowerCase()) ?? [];
  if (year === undefined || (zone !== undefined && hour === undefined)) return undefined;
  const parts = [year, month, date, hour, minute, second].filter(part => part !== undefined).map(Number);
  const at = (factor: number): number => {
    const [y = 0, m = 1, d = 1, ...time] = parts.map((part, index) =>
      index === parts.length - 1 ? part + factor : part,
    );
    const [h = 0, min = 0, s = 0] = time;
    return Date.UTC(y, m - 1, d, h, min, s);
  };
  // The 31st of November is invalid, but the end of a range may continue after hour 23.
  const start = new Date(at(0));
  const isReal = [start.getUTCFullYear(), start.getUTCMonth() + 1, start.getUTCDate(), start.getUTCHours()].every(
    (part, index) => parts[index] === undefined || part === parts[index],
  );
  if (!isReal || (parts[4] ?? 0) > 59 || (parts[5] ?? 0) > 59) return undefined;
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone ?? '') ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return {from: at(0) - offset, to: at(1) - offset};
}

/** Dates, and durations relative to now; cells also contain "in 4d", "3d ago" and "now". */
const moment = (example: string): Quantity => ({
  noun: 'a length of time or a date',
  examples: [example, '2026-11-01'],
  read: value =>
    typeof value === 'number' ? numberOf(value) : toMillis(typeof value === 'string' ? value : undefined),
  parse(text) {
    const span = spanOf(text.replace(/^in (?=\d)/, '').replace(/ ago$/, ''));
    return span === undefined ? periodOf(text) : {from: span * 1000, to: span * 1000, isSpan: true};
  },
  needsUnit: true,
  isUnit: word => seconds.has(word) || word === 'ago',
});

const lengthOfTime: Quantity = {
  noun: 'a length of time',
  examples: ['1h', '300s'],
  read: numberOf,
  parse: text => exactly(spanOf(text) ?? parseBareNumber(text)),
  isUnit: word => seconds.has(word),
};

function parseBareNumber(text: string): number | undefined {
  const [amount, unit] = splitUnit(text) ?? [];
  return unit === '' ? amount : undefined;
}

const letters = ['', 'k', 'm', 'g', 't', 'p'];
const prefixes = ['', 'kilo', 'mega', 'giga', 'tera', 'peta'];
const sizeNames = letters.map((letter, power) => [
  ...(letter === '' ? ['b'] : [letter, `${letter}b`, `${letter}ib`]),
  `${prefixes[power]}byte`,
  `${prefixes[power]}bytes`,
]);
const powerOf = (unit: string): number => sizeNames.findIndex(names => names.includes(unit));

/**
 * @param baseUnit the power of the API’s unit: 2 for MB
 * @param usualUnit the power of the unit in lists, for a number alone
 */
const size = (baseUnit: number, usualUnit: number, examples: readonly [string, string], step = 1024): Quantity => ({
  noun: 'a size',
  examples,
  read: numberOf,
  parse(text, {isShown}) {
    const [amount, unit] = splitUnit(text) ?? [];
    if (amount === undefined) return undefined;
    const power = unit === '' ? (isShown ? usualUnit : baseUnit) : powerOf(unit ?? '');
    return power < 0 ? undefined : exactly(amount * step ** (power - baseUnit));
  },
  isUnit: word => powerOf(word) >= 0,
});

interface RateOptions {
  /** True if a number alone uses the API's unit; otherwise the unit is required. */
  readonly hasUsualUnit: boolean;
}

/** "4 Gbit/s", "4 Gbps", "4G". */
const ratePower = (unit: string): number =>
  letters.indexOf(/^([kmgtp]?)(?:(?:bits?|b)?(?:\/s|ps)?)$/.exec(unit)?.[1] ?? '-');

const rate = (baseUnit: number, examples: readonly [string, string], {hasUsualUnit}: RateOptions): Quantity => ({
  noun: 'a rate',
  examples,
  read: numberOf,
  parse(text) {
    const [amount, unit] = splitUnit(text) ?? [];
    if (amount === undefined || unit === undefined || (unit === '' && !hasUsualUnit)) return undefined;
    const power = unit === '' ? baseUnit : ratePower(unit);
    return power < 0 ? undefined : exactly(amount * 1000 ** (power - baseUnit));
  },
  ...(!hasUsualUnit && {needsUnit: true}),
  isUnit: word => word !== '' && ratePower(word) >= 0,
});

/** @param per the pattern of the period in a price */
const dollars = (examples: readonly [string, string], per = /(?!)/): Quantity => ({
  noun: 'an amount of money',
  examples,
  read: numberOf,
  parse(text) {
    const input = text.trim().toLowerCase();
    const [, minus, amount, unit = ''] =
      new RegExp(`^(?:from )?(-?)(?:us\\$|\\$|usd\\s*)?(${numeral})\\s*(.*)$`).exec(input) ?? [];
    if (amount === undefined || !(/^(?:\$|usd)?$/.test(unit) || per.test(unit))) return undefined;
    return exactly((minus === '-' ? -1 : 1) * parseNumber(amount));
  },
  isUnit: word => word === 'usd',
});

const counts = unitsOf({k: 1000, m: 1_000_000});

const versionParts = 4;
const versionBase = 10_000;

/** "8.0.26" as one number; undefined for other text. */
function versionOf(text: string, last = 0): number | undefined {
  if (!/^\d{1,4}(?:\.\d{1,4}){0,3}$/.test(text)) return undefined;
  const parts = text.split('.').map(Number);
  parts[parts.length - 1] = (parts.at(-1) ?? 0) + last;
  return Array.from({length: versionParts}, (_, at) => parts[at] ?? 0).reduce(
    (sum, part) => sum * versionBase + part,
    0,
  );
}

export const quantities = {
  number: {
    noun: 'a number',
    examples: ['4', '1,000'],
    read: numberOf,
    parse(text) {
      const [amount, unit] = splitUnit(text) ?? [];
      return amount === undefined
        ? undefined
        : exactly(amount * (unit === '' ? 1 : (counts.get(unit ?? '') ?? Number.NaN)));
    },
    isUnit: () => false,
  },
  percent: {
    noun: 'a percentage',
    examples: ['80%', '5'],
    read: numberOf,
    parse(text) {
      const [amount, unit] = splitUnit(text) ?? [];
      return unit === '' || unit === '%' ? exactly(amount) : undefined;
    },
    isUnit: word => word === '%',
  },
  version: {
    noun: 'a version',
    examples: ['8.0', '13'],
    read: value => (typeof value === 'string' ? versionOf(value) : undefined),
    parse(text) {
      const [from, to] = [versionOf(text), versionOf(text, 1)];
      return from === undefined || to === undefined ? undefined : {from, to};
    },
    isUnit: () => false,
  },
  /** A past time: a duration counts backwards from now. */
  moment: moment('30d'),
  /** A future time: a duration counts forwards from now. */
  deadline: moment('7d'),
  duration: lengthOfTime,
  bytes: size(0, 0, ['10MB', '1GB']),
  /** Shown in GB, counted in MB. */
  megabytes: size(2, 3, ['8GB', '512MB']),
  gigabytes: size(3, 3, ['100GB', '1TB']),
  /** Network transfer allotments, counted in thousands. */
  allotment: size(3, 3, ['500GB', '2TB'], 1000),
  bits: rate(0, ['10Mbit/s', '500k'], {hasUsualUnit: false}),
  megabits: rate(2, ['4Gbit/s', '500'], {hasUsualUnit: true}),
  money: dollars(['$20', '12.50']),
  monthly: dollars(['$20', '12.50'], /^(?:\/|per )\s*(?:mo|month)$/),
  hourly: dollars(['$0.02', '0.10'], /^(?:\/|per )\s*(?:h|hr|hour)$/),
} as const satisfies Readonly<Record<string, Quantity>>;

export type QuantityKind = keyof typeof quantities;

/** The comparison of a value: as a quantity, as one of a list of words, as yes or no, or as text. */
export type ValueKind = QuantityKind | 'text' | 'choice' | 'flag';

export const isQuantity = (kind: ValueKind): kind is QuantityKind => Object.hasOwn(quantities, kind);
