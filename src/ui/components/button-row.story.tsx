import {ButtonRow} from './button-row.tsx';
import type {StorySet} from './testing.tsx';

const buttons = ({isCancelFocused}: {readonly isCancelFocused: boolean}) => [
  {label: 'Cancel', isFocused: isCancelFocused},
  {label: 'Delete web-01', isFocused: !isCancelFocused, tone: 'failed' as const},
];

export default {
  component: 'ButtonRow',
  stories: {
    'first button focused': <ButtonRow buttons={buttons({isCancelFocused: true})} columns={40} />,
    'second button focused': <ButtonRow buttons={buttons({isCancelFocused: false})} columns={40} />,
  },
} satisfies StorySet;
