/** Canvases against the text that Ink writes in their place. */
import type {ReactNode} from 'react';
import {expect, test} from 'vitest';
import {useTerminal} from '../../src/ui/terminal/ink/index.ts';
import {TerminalContext} from '../../src/ui/terminal/ink/terminal-context.ts';
import {openConsole} from '../harness/console.ts';

/** The same console without a compositor: panes become ordinary text. */
function WithoutCompositor({children}: {readonly children: ReactNode}) {
  return <TerminalContext value={{...useTerminal(), compositor: undefined}}>{children}</TerminalContext>;
}

const ways: Readonly<Record<string, readonly string[]>> = {
  'the list': ['j', 'j'],
  'a filter': ['/', 'w', 'e', 'b', '-', '1'],
  'the detail': ['esc', 'enter', 'j'],
  'a tab': ['7'],
  'the action menu': ['1', 'a'],
  'a form': ['esc', 'e'],
  'the command line': ['esc', ':', 'v', 'o'],
  'the JSON': ['esc', 'y'],
  'the sidebar': ['esc', 'esc', 'shift-tab'],
};

test.each([
  [80, 24],
  [120, 40],
  [170, 45],
])('canvases and plain Ink show the same screen at %i×%i', async (columns, rows) => {
  const size = [columns, rows] as const;
  const drawn = await openConsole({size});
  const plain = await openConsole({size, wrapper: WithoutCompositor});
  for (const [way, keys] of Object.entries(ways)) {
    await drawn.press(...keys);
    await plain.press(...keys);
    expect(plain.text(), way).toBe(drawn.text());
  }
});
