import type {StorySet} from '../testing.tsx';
import {Table} from './table.tsx';

const rows = [
  {PROFILE: 'prod', ADDRESS: 'https://api.acme.example/v4', CHANGES: 'read-only'},
  {PROFILE: 'lab', ADDRESS: 'http://127.0.0.1:4401/v4', CHANGES: 'allowed'},
];

export default {
  component: 'Table',
  stories: {
    'with room': <Table rows={rows} />,
    'cut to 40 columns': <Table rows={rows} columns={40} />,
  },
} satisfies StorySet;
