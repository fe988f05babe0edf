import {editLine, inputLine} from '../widgets/text-input.ts';
import type {StorySet} from './testing.tsx';
import {TextField} from './text-field.tsx';

const line = inputLine('web-frontend-01');

export default {
  component: 'TextField',
  stories: {
    'cursor at the end': <TextField line={line} columns={40} />,
    'cursor inside': <TextField line={editLine(line, {key: 'home'}) ?? line} columns={40} />,
    'longer than the field': <TextField line={line} columns={12} />,
    'without focus': <TextField line={line} columns={40} isFocused={false} />,
    'prompt and hint': <TextField line={inputLine()} columns={40} prompt=" /" hint="type to filter" />,
    masked: <TextField line={line} columns={40} mask="*" />,
  },
} satisfies StorySet;
