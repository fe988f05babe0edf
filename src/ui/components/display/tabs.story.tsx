import type {StorySet} from '../testing.tsx';
import {Tabs} from './tabs.tsx';

const titles = ['Overview', 'Disks', 'Configs', 'Backups', 'Statistics', 'History'];

export default {
  component: 'Tabs',
  stories: {
    'first tab open': <Tabs titles={titles} open={0} columns={76} />,
    'without numbers': <Tabs titles={titles} open={1} columns={60} />,
    'hidden tabs on both sides': <Tabs titles={titles} open={3} columns={40} />,
  },
} satisfies StorySet;
