/** A few colors for texts with a line structure: scripts and zones. Simple on purpose, because it need not be exact. */
import {type Span, span} from './spans.ts';

/** A quoted text, a variable, a question of a StackScript, a word of the shell, a comment. */
const shell =
  /(?<comment>(?<=^|\s)#.*$)|(?<quoted>"(?:\\.|[^"\\])*"?|'[^']*'?)|(?<variable>\$(?:\w+|\{[^}]*\}?))|(?<word>(?<![\w-])(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|in|function|return|exit|export|local|set|source)(?![\w-]))/g;
const question = /<udf\b[^>]*>/i;

/** @returns the line in pieces, the same characters in the same order */
export function scriptSpans(line: string): readonly Span[] {
  if (line.startsWith('#!')) return [span(line, 'accent')];
  const asked = question.exec(line);
  if (asked !== null) {
    const end = asked.index + asked[0].length;
    return [span(line.slice(0, asked.index), 'dim'), span(asked[0], 'attention'), span(line.slice(end), 'dim')];
  }
  const spans: Span[] = [];
  let from = 0;
  for (const match of line.matchAll(shell)) {
    const {comment, quoted, variable} = match.groups ?? {};
    if (match.index > from) spans.push(span(line.slice(from, match.index)));
    const tone =
      comment !== undefined ? 'dim' : quoted !== undefined ? 'ok' : variable !== undefined ? 'busy' : 'accent';
    spans.push(span(match[0], tone));
    from = match.index + match[0].length;
  }
  if (from < line.length) spans.push(span(line.slice(from)));
  return spans;
}

/** Owner, times, type, data; comments and directives are dimmed. */
export function zoneSpans(line: string): readonly Span[] {
  if (/^\s*[;$]/.test(line)) return [span(line, 'dim')];
  const parts = /^(\S*)(\s+)(.*?)(\b(?:SOA|NS|A|AAAA|CNAME|MX|TXT|SRV|CAA|PTR)\b)(\s.*)$/.exec(line);
  if (parts === null) return [span(line)];
  const [, owner = '', blank = '', time = '', type = '', data = ''] = parts;
  return [span(owner, 'strong'), span(blank), span(time, 'dim'), span(type, 'accent'), span(data)];
}
