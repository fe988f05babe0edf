import {expect, test} from 'vitest';
import {createSkin} from '../theme/skin.ts';
import {editLine, type InputLine, inputLine} from '../widgets/text-input.ts';
import {renderComponent} from './testing.tsx';
import {TextField, type TextFieldProps} from './text-field.tsx';

/** The row of a field with the cell under the cursor in brackets. */
function rowOf(line: InputLine, props: Partial<TextFieldProps> = {}): string {
  using screen = renderComponent(<TextField line={line} columns={12} {...props} />);
  const [row = ''] = screen.frame().split('\n');
  return row
    .replace(/\x1b\[7m(.*?)\x1b\[27m/, '[$1]')
    .replace(/\x1b\[\d*m/g, '')
    .trimEnd();
}

test('the cursor is after the typed text', () => {
  expect(rowOf(inputLine('web-01'))).toBe('web-01[ ]');
});

test('a character of several code points has one place for the cursor', () => {
  const accented = 'e\u0301';
  const line = editLine(inputLine(`a${accented}`), {key: 'left'});
  expect(line && rowOf(line)).toBe(`a[${accented}]`);
  expect(line && editLine(line, {key: 'delete'})?.text).toBe('a');
});

test('a text longer than the field scrolls so that the cursor shows', () => {
  expect(rowOf(inputLine('web-frontend-01'))).toBe('…rontend-01[ ]');
});

test('a field without focus shows the start of its text and no cursor', () => {
  expect(rowOf(inputLine('web-frontend-01'), {isFocused: false})).toBe('web-fronten…');
});

test('a hint shows only while nothing is typed', () => {
  const props = {prompt: '/', hint: 'a name', columns: 20};
  expect(rowOf(inputLine(), props)).toBe('/[ ] a name');
  expect(rowOf(inputLine('w'), props)).toBe('/w[ ]');
});

test('a secret shows only its mask', () => {
  using screen = renderComponent(<TextField line={inputLine('hunter2')} columns={12} mask="*" />, {
    skin: createSkin('mono', {isAscii: true}),
  });
  expect(screen.rows()[0]).toBe('*******');
});
