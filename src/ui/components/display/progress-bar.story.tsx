import type {StorySet} from '../testing.tsx';
import {ProgressBar} from './progress-bar.tsx';

export default {
  component: 'ProgressBar',
  stories: {
    started: <ProgressBar percent={0} cells={20} />,
    'in progress': <ProgressBar percent={62} cells={20} />,
    done: <ProgressBar percent={100} cells={20} tone="ok" />,
    'without a percentage': <ProgressBar percent={undefined} cells={20} />,
  },
} satisfies StorySet;
