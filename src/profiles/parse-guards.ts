/** Parses a team file: the same content as `guards` in the settings. Loaded only when there is such a file. */
import {LineCounter, parseDocument} from 'yaml';
import {errorMessage} from '../platform/text/error-message.ts';
import {type GuardRules, noGuards} from './guard-rules.ts';
import {GuardsEntry, toGuardRules} from './guard-schema.ts';

interface GuardMistake {
  readonly line: number;
  readonly column: number;
  readonly words: string;
}

export function parseGuards(text: string): {readonly rules: GuardRules; readonly mistakes: readonly GuardMistake[]} {
  const lines = new LineCounter();
  const document = parseDocument(text, {lineCounter: lines, prettyErrors: false, logLevel: 'error'});
  const at = (offset: number) => {
    const {line, col} = lines.linePos(offset);
    return {line, column: col};
  };
  if (document.errors.length > 0)
    return {rules: noGuards, mistakes: document.errors.map(({pos, message}) => ({...at(pos[0]), words: message}))};
  let value: unknown;
  try {
    value = document.toJS() ?? {};
  } catch (error) {
    return {rules: noGuards, mistakes: [{line: 1, column: 1, words: errorMessage(error)}]};
  }
  const parsed = GuardsEntry.safeParse(value);
  if (parsed.success) return {rules: toGuardRules(parsed.data), mistakes: []};
  const positionOf = (path: readonly PropertyKey[]) => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
      if (Array.isArray(range) && typeof range[0] === 'number') return at(range[0]);
    }
    return {line: 1, column: 1};
  };
  return {
    rules: noGuards,
    mistakes: parsed.error.issues.map(({path, message}) => ({
      ...positionOf(path),
      words: `${path.length > 0 ? `${path.join('.')} ` : ''}${message}`,
    })),
  };
}
