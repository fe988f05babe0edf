/** Reads a team file with guards. Loaded only when there is such a file. */
import {LineCounter, parseDocument} from 'yaml';
import {errorMessage} from '../platform/text/error-message.ts';
import {issueText, schemaMistakes} from './checks/schema-mistakes.ts';
import {positionAt, positionOf, type TextPosition} from './checks/yaml-position.ts';
import {type GuardRules, noGuards} from './guard-rules.ts';
import {GuardsEntry, toGuardRules} from './guard-schema.ts';

interface GuardMistake extends TextPosition {
  readonly message: string;
}

/** Parses a team file: the same content as `guards` in the settings. */
export function parseGuards(text: string): {readonly rules: GuardRules; readonly mistakes: readonly GuardMistake[]} {
  const lines = new LineCounter();
  const document = parseDocument(text, {lineCounter: lines, prettyErrors: false, logLevel: 'error'});
  if (document.errors.length > 0)
    return {
      rules: noGuards,
      mistakes: document.errors.map(({pos, message}) => ({...positionAt(lines, pos[0]), message})),
    };
  let value: unknown;
  try {
    value = document.toJS() ?? {};
  } catch (error) {
    return {rules: noGuards, mistakes: [{line: 1, column: 1, message: errorMessage(error)}]};
  }
  const parsed = GuardsEntry.safeParse(value, {error: issueText});
  if (parsed.success) return {rules: toGuardRules(parsed.data), mistakes: []};
  return {
    rules: noGuards,
    mistakes: schemaMistakes(parsed.error, GuardsEntry).map(({path, unknownKey, message}) => ({
      ...positionOf(document, lines, path, unknownKey),
      message,
    })),
  };
}
