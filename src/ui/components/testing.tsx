/** Renders components as the console does, for their tests and stories. */
import {Box} from 'ink';
import {render} from 'ink-testing-library';
import type {ReactNode} from 'react';
import {CoveredContext, type Screen, ScreenContext, ThemeContext} from '../hooks/use-console.ts';
import {stripStyles} from '../terminal/index.ts';
import {createSkin, type Skin} from '../theme/skin.ts';

/** The states of a component, by name, as the gallery shows them. */
export interface StorySet {
  readonly component: string;
  readonly stories: Readonly<Record<string, ReactNode>>;
}

export interface StageProps {
  readonly children: ReactNode;
  readonly screen?: Screen;
  readonly skin?: Skin;
  readonly isCovered?: boolean;
}

const SCREEN: Screen = {columns: 80, rows: 24, edges: {above: 0, below: 0}};

/** The contexts that components need. */
export function Stage({children, screen = SCREEN, skin = createSkin('mono'), isCovered = false}: StageProps) {
  return (
    <ThemeContext value={skin}>
      <ScreenContext value={screen}>
        <CoveredContext value={isCovered}>
          <Box width={screen.columns} height={screen.rows} flexDirection="column">
            {children}
          </Box>
        </CoveredContext>
      </ScreenContext>
    </ThemeContext>
  );
}

/** Renders an element; `rows` are the lines on the screen without styles and without the blanks at their ends. */
export function renderComponent(element: ReactNode, options: Omit<StageProps, 'children'> = {}) {
  const {lastFrame, rerender, unmount} = render(<Stage {...options}>{element}</Stage>);
  const frame = (): string => lastFrame() ?? '';
  return {
    frame,
    rerender: (next: ReactNode): void => rerender(<Stage {...options}>{next}</Stage>),
    rows: (): readonly string[] =>
      frame()
        .split('\n')
        .map(line => stripStyles(line).trimEnd()),
    [Symbol.dispose]: unmount,
  };
}

/** The lines inside the border of a dialog, trimmed. */
export const dialogRows = (rows: readonly string[]): readonly string[] =>
  rows.flatMap(row => (/^\s*[│|](.*)[│|]\s*$/.exec(row)?.[1] ?? '').trim()).filter(Boolean);

/** Styled text without its end, which Ink writes in its own way. */
export const withoutReset = (text: string): string => text.replace(/\x1b\[0m$/, '');
