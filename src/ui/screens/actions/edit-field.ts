/** One long text of a form in the user's editor: a description, a script, a certificate. */
import {errorMessage} from '../../../platform/text/error-message.ts';
import type {FieldState} from '../../../store/changes/form/field-state.ts';
import {readPairs} from '../../../store/changes/form/pair-lines.ts';
import type {LineProblem} from '../../../store/changes/text/text-problems.ts';
import type {NotificationPort, TerminalPort} from '../../context/ports.ts';
import {fieldText, fieldValue} from '../../models/change/field-inputs.ts';
import {editUntilValid} from '../shared/editor-loop.ts';

/** @param set receives the new value; not called if the text is unchanged */
export async function editField(
  context: NotificationPort & TerminalPort,
  field: FieldState,
  set: (value: unknown) => void,
): Promise<void> {
  const isJson = field.input === 'json';
  const before = fieldText(field);
  // Editors end every file with a line break, which must not count as a change.
  const text = before.endsWith('\n') ? before : `${before}\n`;
  const outcome = await editUntilValid(context, {
    text,
    suffix: suffixOf(field, before),
    // Only JSON and pairs can have problems, and neither starts a line like this.
    comment: isJson ? '//' : field.input === 'pairs' ? '#' : '\0',
    check: async edited => {
      const mistakes = isJson ? jsonMistakes(edited) : field.input === 'pairs' ? readPairs(edited).mistakes : [];
      return mistakes.length > 0 ? {mistakes} : {right: before.endsWith('\n') ? edited : edited.replace(/\n$/, '')};
    },
  });
  switch (outcome.kind) {
    case 'right':
      set(fieldValue(field, outcome.value));
      return;
    case 'unchanged':
      context.say(`${field.title}: nothing was changed`);
      return;
    case 'emptied':
      context.say(`${field.title}: the text was empty. The field is unchanged`);
      return;
    case 'abandoned':
      // The text is kept unchanged; the form shows its problems.
      set(fieldValue(field, outcome.text));
      context.say(`${field.title}: ${outcome.message}`, 'attention');
      return;
    default:
      context.say(outcome.message, 'failed');
  }
}

/** File extensions by interpreter: editors choose syntax colors by the extension. */
const interpreters: readonly (readonly [RegExp, string])[] = [
  [/python/, '.py'],
  [/perl/, '.pl'],
  [/ruby/, '.rb'],
  [/node/, '.js'],
];

/** The file extension for the text. */
function suffixOf({input, name}: Pick<FieldState, 'input' | 'name'>, text: string): string {
  if (input === 'lines' || input === 'pairs') return '.list';
  if (input !== 'multiline') return '.json';
  const [first = ''] = text.split('\n', 1);
  if (first.startsWith('#!')) return interpreters.find(([pattern]) => pattern.test(first))?.[1] ?? '.sh';
  if (first.startsWith('-----BEGIN') || /cert|key/.test(name)) return '.pem';
  return name === 'script' ? '.sh' : '.md';
}

function jsonMistakes(text: string): readonly LineProblem[] {
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    const message = errorMessage(error);
    const offset = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    return [{line: text.slice(0, offset).split('\n').length, message: `not valid JSON: ${message}`}];
  }
}
