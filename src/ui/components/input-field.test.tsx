import {expect, test} from 'vitest';
import {textArea} from '../widgets/text-area.ts';
import {inputLine} from '../widgets/text-input.ts';
import {InputField} from './input-field.tsx';
import {renderComponent} from './testing.tsx';
import {TextAreaField} from './text-area-field.tsx';

test('a text field shows its text, and its unit behind a number', () => {
  using screen = renderComponent(<InputField line={inputLine('40')} width={14} columns={30} unit="GB" />);
  expect(screen.rows()[0]).toBe('40 GB');
});

test('a focused text field is underlined and keeps its width, so that its unit stays in place', () => {
  using screen = renderComponent(<InputField line={inputLine('40')} width={14} columns={30} unit="GB" isFocused />);
  expect(screen.rows()[0]).toBe('40             GB');
  expect(screen.frame()).toContain('\x1b[4m40');
});

test.each([
  ['%', '90%'],
  ['% of the quota', '90% of the quota'],
  ['GB', '90 GB'],
])('a number in %s reads %s', (unit, text) => {
  using screen = renderComponent(<InputField line={inputLine('90')} width={14} columns={30} unit={unit} />);
  expect(screen.rows()[0]).toBe(text);
});

test('a focused proposal is inverse, because the first digit replaces it', () => {
  using screen = renderComponent(<InputField line={inputLine('40')} width={14} columns={30} isFocused isProposed />);
  expect(screen.frame()).toContain('\x1b[7m40\x1b[27m');
});

test.each([true, false])('a secret is masked, with the focus (%s) and with a unit', isFocused => {
  using screen = renderComponent(
    <InputField line={inputLine('hunter2')} width={14} columns={30} unit="GB" isFocused={isFocused} isSecret />,
  );
  expect(screen.rows()[0]).toContain('•••••••');
  expect(screen.frame()).not.toContain('hunter');
});

test('a long text shows the rows around its cursor', () => {
  const area = textArea(Array.from({length: 9}, (_, index) => `line ${index + 1}`).join('\n'));
  using screen = renderComponent(<TextAreaField area={area} columns={20} rows={3} isFocused />);
  expect(screen.rows().filter(Boolean)).toEqual(['line 7', 'line 8', 'line 9']);
});

test('a long secret is masked in all of its rows', () => {
  using screen = renderComponent(
    <TextAreaField area={textArea('one\ntwo')} columns={20} rows={2} isFocused isSecret />,
  );
  expect(screen.rows().filter(Boolean)).toEqual(['•••', '•••']);
});
