import {expect, test} from 'vitest';
import {fillTemplate} from './argv-template.ts';

const row: Readonly<Record<string, string>> = {
  label: 'web 01; rm -rf /',
  id: '7',
  evil: '-oProxyCommand=sh',
  bell: 'a\x07',
};
const filled = (...words: string[]) => fillTemplate(words, name => row[name]);

test('a value takes its place as one word, whatever it holds', () => {
  expect(filled('echo', '{id}:{label}', '{id}')).toEqual({argv: ['echo', '7:web 01; rm -rf /', '7']});
});

test('what is missing, reads as an option or could drive a terminal is refused', () => {
  expect(filled('ping', '{ipv4}')).toEqual({refused: 'no ipv4'});
  expect(filled('ssh', '{evil}')).toEqual({refused: '-oProxyCommand=sh would be read as an option'});
  expect(filled('echo', '{bell}')).toEqual({refused: 'its bell holds control characters'});
  expect(filled('ls', '--name={evil}')).toEqual({argv: ['ls', '--name=-oProxyCommand=sh']});
});
