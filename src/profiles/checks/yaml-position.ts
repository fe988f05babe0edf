/** The positions of mistakes in a YAML file. */
import {type Document, isMap, isNode, isScalar, type LineCounter} from 'yaml';

/** Both count from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

export function positionAt(lines: LineCounter, offset: number): TextPosition {
  const {line, col} = lines.linePos(offset);
  return {line, column: col};
}

/**
 * The position of a value, or of the innermost value around it that the file has.
 * @param key of the value, whose position is preferred
 */
export function positionOf(
  document: Document,
  lines: LineCounter,
  path: readonly PropertyKey[],
  key?: string,
): TextPosition {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    const keyNode = isMap(node) && node.items.find(pair => isScalar(pair.key) && String(pair.key.value) === key)?.key;
    const range = isNode(keyNode) ? keyNode.range : isNode(node) ? node.range : undefined;
    if (range) return positionAt(lines, range[0]);
  }
  return {line: 1, column: 1};
}
