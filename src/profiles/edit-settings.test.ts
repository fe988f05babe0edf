import {expect, it} from 'vitest';
import {addProfileEntry, removeProfileEntry} from './edit-settings.ts';
import {parseSettings} from './parse-settings.ts';

const prod = {
  name: 'prod',
  baseUrl: 'https://api.example.com/v4',
  token: {command: ['pass', 'show', 'cloud/token']},
  production: true,
  readOnly: false,
};
const original = `# Mine, by hand.
theme: light # the office is bright

profiles:
  # For trying things out.
  - name: lab
    base_url: https://lab.example.com/v4
    token: {file: ~/.lab-token} # chmod 600

# No mark: I kept hitting it.
keys:
  list.mark: false
`;
const textOf = (editedText: ReturnType<typeof addProfileEntry>): string =>
  'text' in editedText ? editedText.text : editedText.refused;

it('adds a profile and keeps every other line unchanged', () => {
  const after = textOf(addProfileEntry(original, prod, true));
  expect(parseSettings(after)).toMatchObject({mistakes: [], settings: {defaultProfile: 'prod'}});
  expect(parseSettings(after).settings.profiles[1]).toMatchObject(prod);
  const lines = after.split('\n');
  for (const line of original.split('\n')) expect(lines).toContain(line);
});

it('adds a profile to an empty file and to a file of comments only', () => {
  expect(parseSettings(textOf(addProfileEntry('', prod, false))).settings.profiles).toMatchObject([prod]);
  const commented = textOf(addProfileEntry('# To do.\n', prod, false));
  expect(commented).toMatch(/^# To do\.\n\n?profiles:\n/);
  expect(parseSettings(commented).mistakes).toEqual([]);
});

it('keeps the indentation of lists', () => {
  const flat = 'profiles:\n# the first\n- name: lab\n  base_url: https://lab.example.com/v4\n';
  expect(textOf(addProfileEntry(flat, prod, false))).toContain(`${flat}- name: prod\n`);
});

it('removes an added profile and nothing else', () => {
  expect(textOf(removeProfileEntry(textOf(addProfileEntry(original, prod, true)), 'prod'))).toBe(original);
});

it('keeps the comments of the remaining profiles when another profile is removed', () => {
  const spare = '  # For customers.\n  - name: spare # careful\n    base_url: https://spare.example.com/v4\n';
  const both = original.replace('\n# No mark', `${spare}\n# No mark`);
  expect(textOf(removeProfileEntry(both, 'lab'))).toContain(spare);
  expect(textOf(removeProfileEntry(both, 'spare'))).toBe(original);
});

it('keeps the comment after the list when a profile is removed', () => {
  const both = textOf(addProfileEntry(original, prod, true));
  const after = textOf(removeProfileEntry(both, 'lab'));
  expect(after).toContain('# No mark: I kept hitting it.');
  expect(parseSettings(after).settings.profiles).toMatchObject([prod]);
});

it.each([
  ['profiles: [', /not valid YAML/],
  ['- a', /not a map of settings/],
  ['profiles: 7', /profiles isn’t a list/],
  [original.replace('lab\n', 'prod\n'), /profile prod already exists/],
])("rejects a file that it can't parse: %s", (text, words) => {
  expect(addProfileEntry(text, prod, false)).toEqual({refused: expect.stringMatching(words)});
});
