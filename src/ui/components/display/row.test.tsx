import {expect, test} from 'vitest';
import {dimLine} from '../../terminal/index.ts';
import {createSkin} from '../../theme/skin.ts';
import {span} from '../../widgets/spans.ts';
import {renderComponent, withoutReset} from '../testing.tsx';
import {Row, StyledText, TextRows} from './row.tsx';

const spans = [span(' web-01 ', 'strong'), span('running', 'ok')];

test('a row is cut with an ellipsis, its right end first', () => {
  using screen = renderComponent(
    <>
      <Row spans={spans} end={[span('2h ago')]} columns={24} />
      <Row spans={spans} columns={10} />
    </>,
  );
  expect(screen.rows().slice(0, 2)).toEqual([' web-01 running   2h ago', ' web-01 r…']);
});

test('a selected row is one bar without the styles of its spans', () => {
  const skin = createSkin('dark');
  using screen = renderComponent(<Row spans={spans} columns={20} isSelected />, {skin});
  expect(screen.frame().split('\n')[0]).toContain(' web-01 running');
});

test('below another dialog a row is dimmed', () => {
  const row = <TextRows texts={['one', 'two']} columns={5} />;
  using covered = renderComponent(row, {isCovered: true});
  using open = renderComponent(row);
  expect(covered.rows().slice(0, 2)).toEqual(['one', 'two']);
  expect(covered.frame()).toContain('\x1b[2m');
  expect(open.frame()).not.toContain('\x1b[2m');
});

test('bug: only the first of several keys had its color', () => {
  const skin = createSkin('dark');
  const keys = [span('enter', 'accent'), span(' open  '), span('b', 'accent'), span(' boot')];
  using screen = renderComponent(<Row spans={keys} columns={40} />, {skin});
  expect(screen.frame().match(/\x1b\[96m(?:enter|b)\x1b\[39m /g)).toHaveLength(2);
});

test('below another dialog a condition is dimmed and keeps its color', () => {
  const skin = createSkin('dark');
  const text = skin.tone('failed', `${skin.glyph('failed')} failed`);
  using screen = renderComponent(<StyledText text={text} />, {skin, isCovered: true});
  expect(screen.frame()).toContain(withoutReset(dimLine(text)));
  expect(screen.frame()).toMatch(/\x1b\[2m\x1b\[91m. failed/);
});
