/** The content of a flag: its text, a file or stdin, as JSON or as names with texts. */
import {readUserText} from '../../platform/files/user-files.ts';
import {errorMessage} from '../../platform/text/error-message.ts';
import {readPairs} from '../../store/changes/form/pair-lines.ts';
import {UsageError} from '../io/command-errors.ts';

export type Stdin = () => Promise<string>;

/**
 * `@FILE` and `-` mean the content of the file or of stdin; `@@` starts a text with an at sign, and a single `@` is a
 * text.
 */
export async function readContent(text: string, flag: string, stdin: Stdin): Promise<{text: string; content: boolean}> {
  if (text.startsWith('@@')) return {text: text.slice(1), content: false};
  const isFile = text.startsWith('@') && text.length > 1;
  if (!isFile && text !== '-') return {text, content: false};
  try {
    const content = isFile ? await readUserText(text.slice(1)) : await stdin();
    // Editors end a file with a line break, which isn't part of a key or a script.
    return {text: content.replace(/\r?\n$/, ''), content: true};
  } catch (error) {
    throw new UsageError(`--${flag}: ${errorMessage(error)}`);
  }
}

/** @throws UsageError */
export function parseJson(text: string, flag: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const excerpt = text.length > 60 ? `${text.slice(0, 60)}…` : text;
    throw new UsageError(`--${flag} takes JSON${excerpt.trim() === '' ? ', got an empty value' : `: ${excerpt}`}`);
  }
}

/**
 * The names with their texts in words like `role=web,env=prod`, or in a JSON object.
 * @throws UsageError
 */
export async function parsePairs(texts: readonly string[], name: string, stdin: Stdin): Promise<unknown> {
  const lines: string[] = [];
  for (const word of texts) {
    const {text, content} = await readContent(word, name, stdin);
    if (text.trimStart().startsWith('{') && texts.length === 1) return parseJson(text, name);
    lines.push(...(content ? [text] : text.split(',')));
  }
  const {value, mistakes} = readPairs(lines.join('\n'));
  if (mistakes[0]) throw new UsageError(`--${name}: ${mistakes[0].message}`);
  return value;
}
