import {ButtonRow} from './button-row.tsx';
import type {StorySet} from './testing.tsx';

const buttons = (isCancel: boolean) => [
  {label: 'Cancel', isFocused: isCancel},
  {label: 'Delete web-01', isFocused: !isCancel, tone: 'failed' as const},
];

export default {
  component: 'ButtonRow',
  stories: {
    'first button focused': <ButtonRow buttons={buttons(true)} columns={40} />,
    'second button focused': <ButtonRow buttons={buttons(false)} columns={40} />,
  },
} satisfies StorySet;
