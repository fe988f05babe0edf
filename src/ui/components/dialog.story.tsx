import {span} from '../widgets/spans.ts';
import {Dialog} from './dialog.tsx';
import {Row} from './display/row.tsx';
import type {StorySet} from './testing.tsx';

const area = {x: 2, y: 1, columns: 40, rows: 3};
const body = <Row spans={[span(' The preview opens when the operation ends.')]} columns={area.columns} />;

export default {
  component: 'Dialog',
  stories: {
    plain: (
      <Dialog title="Wait" area={area}>
        {body}
      </Dialog>
    ),
    'a destructive change': (
      <Dialog title="Delete web-01?" area={area} tone="failed">
        {body}
      </Dialog>
    ),
    'without content': <Dialog title="Wait" area={area} />,
  },
} satisfies StorySet;
