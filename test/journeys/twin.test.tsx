import {expect, test} from 'vitest';
import {App} from '../../src/ui/app/app.tsx';
import {useTerminal} from '../../src/ui/terminal/ink/index.ts';
import {TerminalContext} from '../../src/ui/terminal/ink/terminal-context.ts';
import {openDemo} from '../support/console.tsx';
import {openScreen} from '../support/screen.ts';

/** The same console where there is no compositor: panes become ordinary text. */
function AsText({children}: {children: React.ReactNode}) {
  return <TerminalContext value={{...useTerminal(), compositor: undefined}}>{children}</TerminalContext>;
}

const WAYS: Readonly<Record<string, readonly string[]>> = {
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
])('canvases and plain Ink show the same screen at %ix%i', async (columns, rows) => {
  const drawn = await openDemo({columns, rows});
  const twin = await openDemo({columns, rows});
  const plain = openScreen({columns, rows});
  await twin.close();
  await plain.render(
    <AsText>
      <App context={twin.deck} />
    </AsText>,
  );
  for (const [what, keys] of Object.entries(WAYS)) {
    await drawn.press(...keys);
    await plain.press(...keys);
    expect(plain.text(), what).toBe(drawn.text());
  }
  await drawn.close();
  await plain.close();
});
