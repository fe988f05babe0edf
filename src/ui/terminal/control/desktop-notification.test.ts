import {expect, test} from 'vitest';
import {notifierOf, notifyBytes} from './desktop-notification.ts';

test.each([
  [{TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app'}, 'osc9'],
  [{TERM: 'tmux-256color', LC_TERMINAL: 'iTerm2'}, 'osc9'],
  [{TERM: 'xterm-kitty'}, 'osc9'],
  [{TERM: 'xterm-ghostty'}, 'osc9'],
  [{TERM: 'foot'}, 'osc777'],
  [{TERM: 'xterm-256color', TERM_PROGRAM: 'WezTerm'}, 'osc777'],
  [{TERM: 'xterm-256color', VTE_VERSION: '7600'}, 'osc777'],
  [{TERM: 'linux'}, undefined],
  [{TERM: 'xterm-256color'}, undefined],
] as const)('%j understands %s', (env, notifier) => {
  expect(notifierOf(env)).toBe(notifier);
});

test('a label can’t end the escape sequence or start another', () => {
  expect(notifyBytes('web;1 \x1b]0;owned\x07 done', 'osc777', undefined)).toMatch(
    /^\x1b\]777;notify;skydeck;[^\x1b\x07;]*\x07$/,
  );
  expect(notifyBytes('done', 'osc9', undefined)).toBe('\x1b]9;done\x07');
  expect(notifyBytes('done', 'osc9', 'tmux')).toBe('\x1bPtmux;\x1b\x1b]9;done\x07\x1b\\');
  expect(notifyBytes('done', undefined, 'tmux')).toBe('');
});
