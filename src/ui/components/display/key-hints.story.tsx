import type {StorySet} from '../testing.tsx';
import {KeyHints} from './key-hints.tsx';

const hints = [
  {key: 'enter', title: 'open'},
  {key: 'b', title: 'boot', isDisabled: true},
  {key: 'esc', title: 'back'},
];

export default {
  component: 'KeyHints',
  stories: {
    'one command is off': <KeyHints hints={hints} columns={60} />,
    'cut to 20 columns': <KeyHints hints={hints} columns={20} />,
  },
} satisfies StorySet;
