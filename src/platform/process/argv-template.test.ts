import {expect, test} from 'vitest';
import {fillTemplate} from './argv-template.ts';

const row: Readonly<Record<string, string>> = {
  label: 'web 01; rm -rf /',
  id: '7',
  evil: '-oProxyCommand=sh',
  bell: 'a\x07',
};
const fill = (...words: string[]) => fillTemplate(words, name => row[name]);

test('a value is inserted as one word, even with spaces and shell characters', () => {
  expect(fill('echo', '{id}:{label}', '{id}')).toEqual({argv: ['echo', '7:web 01; rm -rf /', '7']});
});

test('a value that is missing, starts like an option or has control characters is refused', () => {
  expect(fill('ping', '{ipv4}')).toEqual({refused: 'no ipv4'});
  expect(fill('ssh', '{evil}')).toEqual({refused: '-oProxyCommand=sh would be read as an option'});
  expect(fill('echo', '{bell}')).toEqual({refused: 'its bell holds control characters'});
  expect(fill('ls', '--name={evil}')).toEqual({argv: ['ls', '--name=-oProxyCommand=sh']});
});
