import {span} from '../widgets/spans.ts';
import {Row} from './display/row.tsx';
import {ScrollBlocks} from './scroll-blocks.tsx';
import type {StorySet} from './testing.tsx';

const blocks = ['Label', 'Region', 'Plan', 'Image'].map(id => ({
  id,
  rows: 1,
  element: <Row spans={[span(id)]} columns={20} />,
}));

export default {
  component: 'ScrollBlocks',
  stories: {
    'at the top': <ScrollBlocks blocks={blocks} top={0} rows={3} />,
    'at the end': <ScrollBlocks blocks={blocks} top={1} rows={3} />,
  },
} satisfies StorySet;
