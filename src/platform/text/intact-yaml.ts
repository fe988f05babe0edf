/** The part of a YAML text before a syntax error: whole top-level entries, and whole items of one list. */
import {parseDocument} from 'yaml';

/**
 * The text before the entry or the item with the error; empty if no part of the text is intact.
 * @param offset the place at which the parser found the first error, which may be after its cause
 * @param list the top-level list whose items count separately
 */
export function intactYaml(text: string, offset: number, list: string): string {
  for (const end of partStarts(text, offset, list).reverse()) {
    const part = text.slice(0, end);
    if (parseDocument(part, {prettyErrors: false, logLevel: 'error'}).errors.length === 0) return part;
  }
  return '';
}

/** The starts of entries and items up to an offset: a cut at one of them leaves no half item. */
function partStarts(text: string, offset: number, list: string): number[] {
  const starts: number[] = [];
  let entry = '';
  /** The indentation of the items; deeper lists are parts of an item. */
  let indentation: string | undefined;
  for (const {0: line, index} of text.matchAll(/^.*$/gm)) {
    if (index > offset) break;
    const [, name] = /^["']?([A-Za-z_]\w*)/.exec(line) ?? [];
    const [, indent] = /^( *)-(?: |$)/.exec(line) ?? [];
    if (name !== undefined) {
      entry = name;
      starts.push(index);
    } else if (entry === list && indent !== undefined) {
      indentation ??= indent;
      if (indent === indentation) starts.push(index);
    }
  }
  return starts;
}
