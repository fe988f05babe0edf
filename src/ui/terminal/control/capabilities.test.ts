import {describe, expect, test} from 'vitest';
import {capabilitiesOf} from './capabilities.ts';

describe('colors', () => {
  test.each([
    ['a plain xterm', {TERM: 'xterm'}, '16'],
    ['a terminal with 256 colors in its name', {TERM: 'xterm-256color'}, '256'],
    ['a terminal that announces truecolor', {TERM: 'xterm-256color', COLORTERM: 'truecolor'}, 'truecolor'],
    ['kitty', {TERM: 'xterm-kitty'}, 'truecolor'],
    ['NO_COLOR', {TERM: 'xterm-256color', COLORTERM: 'truecolor', NO_COLOR: '1'}, 'none'],
    ['an empty NO_COLOR is not set', {TERM: 'xterm', NO_COLOR: ''}, '16'],
    ['FORCE_COLOR over NO_COLOR', {TERM: 'dumb', NO_COLOR: '1', FORCE_COLOR: '3'}, 'truecolor'],
    ['FORCE_COLOR=0', {TERM: 'xterm', FORCE_COLOR: '0'}, 'none'],
    ['a dumb terminal', {TERM: 'dumb'}, 'none'],
    ['an unnamed terminal', {}, 'none'],
  ] as const)('%s', (_, env, colors) => {
    expect(capabilitiesOf(env).colors).toBe(colors);
  });
});

test.each([
  [{LANG: 'en_GB.UTF-8'}, true],
  [{LANG: 'C.utf8'}, true],
  [{LANG: 'en_GB.UTF-8', LC_ALL: 'C'}, false],
  [{LANG: 'en_GB.ISO-8859-1', LC_CTYPE: 'en_GB.UTF-8'}, true],
  [{}, false],
  [{LANG: 'en_GB.UTF-8', TERM: 'linux'}, false],
])('unicode in %j: %s', (env, unicode) => {
  expect(capabilitiesOf(env).hasUnicode).toBe(unicode);
});

test.each([
  ['0;15', true],
  ['0;default;15', true],
  ['0;7', true],
  ['15;0', false],
  ['7;8', false],
  ['0;default', false],
  [undefined, false],
])('a light background by COLORFGBG=%s: %s', (COLORFGBG, isLight) => {
  expect(capabilitiesOf({TERM: 'xterm', ...(COLORFGBG !== undefined && {COLORFGBG})}).hasLightBackground).toBe(isLight);
});

test('detects a multiplexer, a remote connection and a dumb terminal', () => {
  expect(capabilitiesOf({TERM: 'tmux-256color', TMUX: '/tmp/tmux-0/default,1,0'})).toMatchObject({
    multiplexer: 'tmux',
    isRemote: false,
  });
  expect(capabilitiesOf({TERM: 'screen', STY: '1.pts'})).toMatchObject({multiplexer: 'screen'});
  expect(capabilitiesOf({TERM: 'xterm', SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22'})).toMatchObject({
    isRemote: true,
    isDumb: false,
  });
  expect(capabilitiesOf({TERM: 'dumb'}).isDumb).toBe(true);
});
