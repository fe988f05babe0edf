/** Values by dotted path: `backups.schedule.window`. */
type Values = Readonly<Record<string, unknown>>;

export function valueAt(values: unknown, path: string): unknown {
  let value = values;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Values)[name];
  }
  return value;
}

/** A copy with another value at a path; undefined takes it out. */
export function withValue(values: Values, path: string, value: unknown): Values {
  const [name = '', ...rest] = path.split('.');
  const {[name]: before, ...others} = values;
  const inner = typeof before === 'object' && before !== null && !Array.isArray(before) ? (before as Values) : {};
  const next = rest.length === 0 ? value : withValue(inner, rest.join('.'), value);
  return next === undefined ? others : {...others, [name]: next};
}

/** Values by path, objects followed, lists taken whole. */
export function leavesOf(value: object, prefix = ''): [string, unknown][] {
  return Object.entries(value).flatMap(([name, entry]): [string, unknown][] => {
    if (entry === undefined) return [];
    const path = `${prefix}${name}`;
    const isObject = typeof entry === 'object' && entry !== null && !Array.isArray(entry);
    return isObject && Object.keys(entry).length > 0 ? leavesOf(entry, `${path}.`) : [[path, entry]];
  });
}
