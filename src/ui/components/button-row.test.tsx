import {expect, test} from 'vitest';
import {ButtonRow} from './button-row.tsx';
import {renderComponent} from './testing.tsx';

test.each([
  [true, ' [Cancel]   Delete web-01'],
  [false, '  Cancel   [Delete web-01]'],
])('the focused button has brackets: Cancel %s', (isCancel, row) => {
  using screen = renderComponent(
    <ButtonRow
      buttons={[
        {label: 'Cancel', isFocused: isCancel},
        {label: 'Delete web-01', isFocused: !isCancel},
      ]}
      columns={60}
    />,
  );
  expect(screen.rows()[0]).toBe(row);
});
