import {inputLine} from '../widgets/text-input.ts';
import {InputField} from './input-field.tsx';
import type {StorySet} from './testing.tsx';

const line = inputLine('40');

export default {
  component: 'InputField',
  stories: {
    'with a unit': <InputField line={line} width={14} columns={30} unit="GB" />,
    focused: <InputField line={line} width={14} columns={30} unit="GB" isFocused />,
    'a proposed text': <InputField line={line} width={14} columns={30} isFocused isProposed />,
    secret: <InputField line={inputLine('sample')} width={14} columns={30} isSecret />,
  },
} satisfies StorySet;
