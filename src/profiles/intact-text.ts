/** The part of a settings file that stands before an error of its syntax: whole settings and whole profiles only. */
import {parseDocument} from 'yaml';

/**
 * The text up to the setting or the profile with the error, without either; empty if no part of the text is intact.
 * @param offset the place at which the parser found the first error; the cause may stand before it
 */
export function intactText(text: string, offset: number): string {
  for (const end of partStarts(text, offset).reverse()) {
    const part = text.slice(0, end);
    if (parseDocument(part, {prettyErrors: false, logLevel: 'error'}).errors.length === 0) return part;
  }
  return '';
}

/** The starts of settings and of profiles up to an offset: a cut at one of them leaves no half profile. */
function partStarts(text: string, offset: number): number[] {
  const starts: number[] = [];
  let setting = '';
  /** The indentation of the profiles; deeper lists are parts of a profile. */
  let indentation: string | undefined;
  for (const {0: line, index} of text.matchAll(/^.*$/gm)) {
    if (index > offset) break;
    const [, name] = /^["']?([A-Za-z_]\w*)/.exec(line) ?? [];
    const [, indent] = /^( *)-(?: |$)/.exec(line) ?? [];
    if (name !== undefined) {
      setting = name;
      starts.push(index);
    } else if (setting === 'profiles' && indent !== undefined) {
      indentation ??= indent;
      if (indent === indentation) starts.push(index);
    }
  }
  return starts;
}
