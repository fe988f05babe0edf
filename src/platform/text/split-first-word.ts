/** The first word of a typed text, and the text after it, which may contain spaces; undefined without a space. */
export function splitFirstWord(text: string): [word: string, rest?: string] {
  const at = text.indexOf(' ');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1).trimStart()];
}
