/** A value as foldable lines: each has its depth, path and content. A path is a JSON pointer. */

/** A part of the value; `isLast` is true for the last entry of its object or list. */
interface TreeNode {
  readonly depth: number;
  readonly path: string;
  /** The path of the object or list that contains it; empty for the whole value. */
  readonly parentPath: string;
  readonly name: string | undefined;
  readonly value: unknown;
  readonly isLast: boolean;
}

export interface TreeLine extends TreeNode {
  /** True for `{`, `[` and their ends. */
  readonly isOpening: boolean;
  readonly isClosing: boolean;
  readonly isFolded: boolean;
  /** The number of entries that a folded line hides. */
  readonly size: number;
}

/** Keys may contain slashes: `app.kubernetes.io/name`. */
const pathOf = (parentPath: string, key: string): string =>
  `${parentPath}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

export function treeLines(value: unknown, folded: ReadonlySet<string>): readonly TreeLine[] {
  const lines: TreeLine[] = [];
  const addLines = (node: TreeNode): void => {
    const {depth, path, value} = node;
    if (typeof value !== 'object' || value === null) {
      lines.push({...node, isOpening: false, isClosing: false, isFolded: false, size: 0});
      return;
    }
    const entries = Object.entries(value);
    const isFolded = folded.has(path) && entries.length > 0;
    lines.push({
      ...node,
      isOpening: true,
      isClosing: isFolded || entries.length === 0,
      isFolded,
      size: entries.length,
    });
    if (isFolded || entries.length === 0) return;
    for (const [index, [key, entry]] of entries.entries()) {
      const label = Array.isArray(value) ? undefined : key;
      const isLast = index === entries.length - 1;
      addLines({depth: depth + 1, path: pathOf(path, key), parentPath: path, name: label, value: entry, isLast});
    }
    lines.push({...node, name: undefined, isOpening: false, isClosing: true, isFolded: false, size: 0});
  };
  addLines({depth: 0, path: '', parentPath: '', name: undefined, value, isLast: true});
  return lines;
}

/** Paths of all parts below the top that can be folded. */
export function foldablePaths(value: unknown): readonly string[] {
  const paths: string[] = [];
  const addPaths = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (path !== '') paths.push(path);
    for (const [key, entry] of Object.entries(value)) addPaths(entry, pathOf(path, key));
  };
  addPaths(value, '');
  return paths;
}

/** True if the name or the plain value of a line contains the text. */
export function matchesText({name, value, isClosing, isOpening}: TreeLine, query: string): boolean {
  const text =
    isClosing && !isOpening ? '' : `${name ?? ''} ${typeof value === 'object' && value !== null ? '' : String(value)}`;
  return text.toLowerCase().includes(query.toLowerCase());
}
