/** A small parser of OpenMetrics text that is independent of the library that writes it. */

export interface MetricSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface MetricFamily {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: readonly MetricSample[];
}

const escapes: Readonly<Record<string, string>> = {n: '\n', '"': '"', '\\': '\\'};

function readLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  let rest = text;
  while (rest !== '') {
    const match = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[n"\\])*)"(?:,|$)/.exec(rest);
    if (!match) throw new Error(`not a label: ${rest}`);
    const [all, name = '', value = ''] = match;
    if (name in labels) throw new Error(`the label ${name} comes twice`);
    labels[name] = value.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter);
    rest = rest.slice(all.length);
  }
  return labels;
}

function readSample(line: string): MetricSample {
  const match = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
  if (!match) throw new Error(`not a sample: ${line}`);
  const [, name = '', labels = '', value = ''] = match;
  if (!/^[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf|NaN)$/i.test(value)) throw new Error(`not a number: ${line}`);
  return {name, labels: readLabels(labels), value: Number(value)};
}

/** @throws Error for a text that breaks the rules of the format */
export function readOpenMetrics(text: string): readonly MetricFamily[] {
  if (!text.endsWith('\n# EOF\n')) throw new Error('the text does not end with # EOF');
  const families: {name: string; type: string; help: string; samples: MetricSample[]}[] = [];
  const keys = new Set<string>();
  let help: {readonly name: string; readonly text: string} | undefined;
  for (const line of text.split('\n').slice(0, -2)) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (keyword === 'HELP') help = {name, text: rest};
    else if (keyword === 'TYPE') {
      if (help?.name !== name) throw new Error(`${name} has no help`);
      if (families.some(family => family.name === name)) throw new Error(`${name} comes twice`);
      families.push({name, type: rest, help: help.text, samples: []});
    } else {
      const sample = readSample(line);
      const family = families.at(-1);
      const expected = family?.type === 'counter' ? `${family.name}_total` : family?.name;
      if (!family || sample.name !== expected) throw new Error(`${sample.name} is not below its type`);
      const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).toSorted())}`;
      if (keys.size === keys.add(key).size) throw new Error(`the series comes twice: ${line}`);
      family.samples.push(sample);
    }
  }
  return families;
}

/** The samples of one name whose labels have these values. */
export const samplesOf = (
  families: readonly MetricFamily[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): readonly MetricSample[] =>
  families
    .flatMap(({samples}) => samples)
    .filter(
      sample =>
        sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    );
