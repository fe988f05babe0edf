import {expect, test} from 'vitest';
import {stripStyles} from '../terminal/index.ts';
import {createSkin} from '../theme/skin.ts';
import {type ChoiceText, choicePainter, choiceWindow} from './choice-lines.ts';

const skin = createSkin('mono');
const reason = 'attached to analytics-warehouse-03; detach it first';
const choices: readonly ChoiceText[] = [
  {lead: 'B', text: 'Boot', unless: 'already running'},
  {lead: 'D', text: 'Delete the volume and its data', unless: reason},
  {lead: 'e', text: 'Edit label and tags of this', detail: 'Everywhere'},
];
const painted = (columns: number): readonly string[] => {
  const painter = choicePainter(skin, choices, columns);
  return choices.flatMap((choice, index) => painter.paint(choice, index === 1)).map(line => stripStyles(line).trim());
};

test('a reason that doesn’t fit beside the text of a choice is on lines below it', () => {
  expect(painted(40)).toEqual([
    'B  Boot                already running',
    'D  Delete the volume and its data',
    'attached to analytics-warehouse-03;',
    'detach it first',
    'e  Edit label and tags of this',
  ]);
  expect(choicePainter(skin, choices, 40).height(choices[1])).toBe(3);
});

test('bug: Find showed all states in gray', () => {
  const colored = createSkin('dark');
  const status = {text: '● running', tone: 'ok'} as const;
  const choice: ChoiceText = {text: 'web-01', detail: '● running  192.0.2.1', status};
  const [line = ''] = choicePainter(colored, [choice], 60).paint(choice, false);
  expect(line).toContain(colored.tone('ok', '● running'));
  expect(stripStyles(line)).toMatch(/web-01 +● running {2}192\.0\.2\.1 $/);
});

test('a reason is beside the text of a choice if there is room', () => {
  expect(painted(100).map(line => line.replace(/ {2,}/g, '|'))).toEqual([
    'B|Boot|already running',
    `D|Delete the volume and its data|${reason}`,
    'e|Edit label and tags of this|Everywhere',
  ]);
});

test('a window of choices with several lines shows the current one completely', () => {
  const heights = [1, 4, 1, 2, 1];
  const windowOf = (cursor: number, top: number, room = 5) =>
    choiceWindow({cursor, top}, heights.length, room, at => heights[at] ?? 1);
  expect(windowOf(0, 0)).toEqual({scroll: {cursor: 0, top: 0}, shown: 2});
  expect(windowOf(2, 0)).toEqual({scroll: {cursor: 2, top: 1}, shown: 2});
  expect(windowOf(4, 1)).toEqual({scroll: {cursor: 4, top: 2}, shown: 3});
  expect(windowOf(3, 2)).toEqual({scroll: {cursor: 3, top: 2}, shown: 3});
  expect(windowOf(Number.POSITIVE_INFINITY, 0).scroll).toEqual({cursor: 4, top: 2});
  expect(windowOf(1, 0, 2)).toEqual({scroll: {cursor: 1, top: 1}, shown: 1});
});
