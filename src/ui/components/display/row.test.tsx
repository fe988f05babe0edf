import {expect, test} from 'vitest';
import {createSkin} from '../../theme/skin.ts';
import {span} from '../../widgets/spans.ts';
import {renderComponent} from '../testing.tsx';
import {Row, TextRows} from './row.tsx';

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
  const skin = createSkin('dark', false);
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
