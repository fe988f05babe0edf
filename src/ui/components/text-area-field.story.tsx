import {textArea} from '../widgets/text-area.ts';
import type {StorySet} from './testing.tsx';
import {TextAreaField} from './text-area-field.tsx';

const area = textArea('#!/bin/sh\napt-get update\napt-get install --yes nginx');

export default {
  component: 'TextAreaField',
  stories: {
    plain: <TextAreaField area={area} columns={40} rows={4} />,
    focused: <TextAreaField area={area} columns={40} rows={4} isFocused />,
    secret: <TextAreaField area={area} columns={40} rows={4} isSecret />,
  },
} satisfies StorySet;
