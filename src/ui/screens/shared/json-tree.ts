/** A value as foldable lines: each has its depth, path and content. */

export interface TreeLine {
  readonly depth: number;
  readonly path: string;
  readonly name: string | undefined;
  readonly value: unknown;
  /** True for `{`, `[` and their ends. */
  readonly isOpening: boolean;
  readonly isClosing: boolean;
  readonly isFolded: boolean;
  /** The number of entries that a folded line hides. */
  readonly size: number;
  readonly isLast: boolean;
}

export function treeLines(value: unknown, folded: ReadonlySet<string>): readonly TreeLine[] {
  const lines: TreeLine[] = [];
  const walk = (value: unknown, name: string | undefined, path: string, depth: number, isLast: boolean): void => {
    const common = {depth, path, name, value, isLast};
    if (typeof value !== 'object' || value === null) {
      lines.push({...common, isOpening: false, isClosing: false, isFolded: false, size: 0});
      return;
    }
    const entries = Object.entries(value);
    const isFolded = folded.has(path) && entries.length > 0;
    lines.push({
      ...common,
      isOpening: true,
      isClosing: isFolded || entries.length === 0,
      isFolded,
      size: entries.length,
    });
    if (isFolded || entries.length === 0) return;
    for (const [index, [key, entry]] of entries.entries()) {
      const label = Array.isArray(value) ? undefined : key;
      walk(entry, label, `${path}/${key}`, depth + 1, index === entries.length - 1);
    }
    lines.push({...common, name: undefined, isOpening: false, isClosing: true, isFolded: false, size: 0});
  };
  walk(value, undefined, '', 0, true);
  return lines;
}

/** Paths of all parts below the top that can be folded. */
export function isFoldable(value: unknown): readonly string[] {
  const paths: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (path !== '') paths.push(path);
    for (const [key, entry] of Object.entries(value)) walk(entry, `${path}/${key}`);
  };
  walk(value, '');
  return paths;
}

/** True if the name or the plain value of a line contains the text. */
export function matchesText({name, value, isClosing, isOpening}: TreeLine, query: string): boolean {
  const text =
    isClosing && !isOpening ? '' : `${name ?? ''} ${typeof value === 'object' && value !== null ? '' : String(value)}`;
  return text.toLowerCase().includes(query.toLowerCase());
}
