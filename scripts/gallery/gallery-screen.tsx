/** The screen of the gallery: the names of the stories on the left, the selected one beside them. */
import {Box, Text, useApp, useInput, useWindowSize} from 'ink';
import {type ReactNode, useState} from 'react';
import {Stage, type StorySet} from '../../src/ui/components/testing.tsx';
import type {Skin} from '../../src/ui/theme/skin.ts';

export interface Story {
  readonly title: string;
  readonly element: ReactNode;
}

const NAMES_CELLS = 38;
/** The cells between the names and the story. */
const GAP_CELLS = 2;

export const listStories = (sets: readonly StorySet[]): readonly Story[] =>
  sets.flatMap(({component, stories}) =>
    Object.entries(stories).map(([name, element]) => ({title: `${component}: ${name}`, element})),
  );

export function Gallery({stories, skin}: {readonly stories: readonly Story[]; readonly skin: Skin}) {
  const {exit} = useApp();
  const {columns, rows} = useWindowSize();
  const [selected, setSelected] = useState(0);
  const move = (by: number): void => setSelected(at => (at + by + stories.length) % stories.length);
  useInput((input, key) => {
    if (input === 'q') exit();
    else if (input === 'j' || key.downArrow) move(1);
    else if (input === 'k' || key.upArrow) move(-1);
  });
  const story = stories[selected];
  const top = Math.max(0, Math.min(selected - (rows >> 1), stories.length - rows));
  const screen = {columns: Math.max(1, columns - NAMES_CELLS - GAP_CELLS), rows, edges: {above: 0, below: 0}};
  return (
    <Box width={columns} height={rows} overflow="hidden">
      <Box width={NAMES_CELLS} marginRight={GAP_CELLS} flexDirection="column" flexShrink={0}>
        {stories.slice(top, top + rows).map(({title}) => (
          <Text key={title} wrap="truncate">
            {title === story?.title ? skin.bar(title.padEnd(NAMES_CELLS)) : title}
          </Text>
        ))}
      </Box>
      <Stage key={story?.title} screen={screen} skin={skin}>
        {story?.element}
      </Stage>
    </Box>
  );
}
