import {expect, test} from 'vitest';
import {textArea} from '../widgets/text-area.ts';
import {renderComponent} from './testing.tsx';
import {TextAreaField} from './text-area-field.tsx';

const area = textArea('one\ntwo\nthree\nfour');

test('a text area shows as many rows as it has', () => {
  using screen = renderComponent(<TextAreaField area={area} columns={20} rows={2} />);
  const rows = screen.rows().slice(0, 3);
  expect(rows.filter(Boolean)).toHaveLength(2);
  expect(rows[2]).toBe('');
});

test('the focused text area is underlined and shows the row of the cursor', () => {
  using screen = renderComponent(<TextAreaField area={area} columns={20} rows={2} isFocused />);
  expect(screen.frame()).toContain('\x1b[4m');
  expect(screen.rows().slice(0, 2).join('\n')).toContain('four');
});

test('a secret text area shows only dots', () => {
  using screen = renderComponent(<TextAreaField area={area} columns={20} rows={4} isSecret />);
  expect(screen.rows().slice(0, 4)).toEqual(['•••', '•••', '•••••', '••••']);
});
