import type {StorySet} from '../testing.tsx';
import {StatusDot} from './status-dot.tsx';

export default {
  component: 'StatusDot',
  stories: {
    ok: <StatusDot condition="ok" word="running" />,
    busy: <StatusDot condition="busy" word="booting" />,
    off: <StatusDot condition="off" word="offline" />,
    attention: <StatusDot condition="attention" word="expiring" />,
    failed: <StatusDot condition="failed" word="failed" />,
    unknown: <StatusDot condition="unknown" word="unknown" />,
    'without a word': <StatusDot condition="ok" />,
  },
} satisfies StorySet;
