import {span} from '../../widgets/spans.ts';
import type {StorySet} from '../testing.tsx';
import {Row} from './row.tsx';

const spans = [span(' web-01 ', 'strong'), span('running', 'ok')];

export default {
  component: 'Row',
  stories: {
    plain: <Row spans={spans} columns={40} />,
    selected: <Row spans={spans} columns={40} isSelected />,
    'with an end': <Row spans={spans} end={[span('2h ago ', 'dim')]} columns={40} />,
    'cut to 10 columns': <Row spans={spans} columns={10} />,
  },
} satisfies StorySet;
