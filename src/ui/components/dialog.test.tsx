import {expect, test} from 'vitest';
import {ScreenContext} from '../hooks/use-console.ts';
import {createSkin} from '../theme/skin.ts';
import {span} from '../widgets/spans.ts';
import {Dialog} from './dialog.tsx';
import {Row} from './display/row.tsx';
import {renderComponent} from './testing.tsx';

const area = {x: 5, y: 1, columns: 20, rows: 2};

test('a dialog has its title in the upper edge and covers the rows below it', () => {
  using screen = renderComponent(
    <>
      <Row spans={[span('~'.repeat(40))]} columns={40} />
      <Row spans={[span('~'.repeat(40))]} columns={40} />
      <Row spans={[span('~'.repeat(40))]} columns={40} />
      <Dialog title="Wait" area={area}>
        <Row spans={[span(' one line')]} columns={area.columns} />
      </Dialog>
    </>,
  );
  expect(screen.rows().slice(0, 5)).toEqual([
    '~'.repeat(40),
    `~~~~~╭─ Wait ─────────────╮${'~'.repeat(13)}`,
    `~~~~~│ one line           │${'~'.repeat(13)}`,
    '     │                    │',
    '     ╰────────────────────╯',
  ]);
});

test('a title that is too long is cut, and control characters are left out', () => {
  using screen = renderComponent(<Dialog title={'Delete \x1b[2Jweb-frontend-of-the-shop-01'} area={area} />);
  expect(screen.rows()[1]).toBe('     ╭─ Delete web-fron… ─╮');
});

test('in ASCII the border has no line-drawing characters', () => {
  using screen = renderComponent(<Dialog title="Wait" area={area} />, {skin: createSkin('mono', {isAscii: true})});
  expect(screen.rows().slice(1, 5)).toEqual([
    '     +- Wait -------------+',
    '     |                    |',
    '     |                    |',
    '     +--------------------+',
  ]);
});

test('bug: remains of words were visible between a dialog and the edges of the screen', () => {
  using screen = renderComponent(
    <>
      <Row spans={[span('word '.repeat(16))]} columns={80} />
      <Row spans={[span('word '.repeat(16))]} columns={80} />
      <Dialog title="Wait" area={{x: 4, y: 1, columns: 70, rows: 0}} />
    </>,
  );
  expect(screen.rows()[0]).toContain('word word');
  expect(screen.rows()[1]).toMatch(/^ {4}╭[^w]+╮$/);
});

test('bug: a dialog over another one blanked the border of the lower one', () => {
  const screenSize = {columns: 80, rows: 24, edges: {above: 0, below: 0}};
  const both = (
    <>
      <Dialog title="Lower" area={{x: 3, y: 0, columns: 72, rows: 3}} />
      <ScreenContext value={{...screenSize, hasDialogBelow: true}}>
        <Dialog title="Upper" area={{x: 4, y: 1, columns: 70, rows: 1}} />
      </ScreenContext>
    </>
  );
  using screen = renderComponent(both);
  expect(screen.rows()[2]).toMatch(/^ {3}││ {70}││$/);
});
