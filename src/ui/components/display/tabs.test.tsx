import {expect, test} from 'vitest';
import {renderComponent} from '../testing.tsx';
import {Tabs} from './tabs.tsx';

const titles = ['Overview', 'Disks', 'Configs', 'Backups', 'Statistics'];

test('tabs show their numbers and a rule as wide as the bar', () => {
  using screen = renderComponent(<Tabs titles={titles} open={0} columns={70} />);
  const [bar, rule] = screen.rows();
  expect(bar).toBe(' 1 Overview  2 Disks  3 Configs  4 Backups  5 Statistics');
  expect(rule).toBe('─'.repeat(70));
});

test('the open tab stays visible in a narrow bar, which counts the hidden tabs', () => {
  using screen = renderComponent(<Tabs titles={titles} open={4} columns={34} />);
  expect(screen.rows()[0]).toMatch(/^ < \d more .*5 Statistics$/);
});
