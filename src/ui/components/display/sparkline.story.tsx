import type {StorySet} from '../testing.tsx';
import {Sparkline} from './sparkline.tsx';

export default {
  component: 'Sparkline',
  stories: {
    load: <Sparkline values={[1, 3, 8, 6, 2, 0, 4, 9, 7, 5]} />,
    'idle below the scale': <Sparkline values={[1, 2, 1, 0, 1]} atLeast={100} />,
  },
} satisfies StorySet;
