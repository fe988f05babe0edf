import {existsSync, globSync} from 'node:fs';
import {Text} from 'ink';
import {render} from 'ink-testing-library';
import {expect, test} from 'vitest';
import {Gallery, listStories} from '../scripts/gallery/gallery-screen.tsx';
import {createSkin} from '../src/ui/theme/skin.ts';

/** Files that are no component of their own. */
const OTHERS = /(\.(test|story)|\/testing)\.tsx$/;

test('each component has a story and a test', () => {
  const components = globSync('src/ui/components/**/*.tsx').filter(file => !OTHERS.test(file));
  expect(components.length).toBeGreaterThan(10);
  const without = (kind: string) => components.filter(file => !existsSync(file.replace(/\.tsx$/, `.${kind}.tsx`)));
  expect(without('story')).toEqual([]);
  expect(without('test')).toEqual([]);
});

test('the gallery shows one state after the other, and starts again after the last', async () => {
  const stories = listStories([
    {component: 'Lamp', stories: {on: <Text>shining</Text>, off: <Text>dark</Text>}},
    {component: 'Door', stories: {open: <Text>wide open</Text>}},
  ]);
  const {lastFrame, stdin, stdout, unmount} = render(<Gallery stories={stories} skin={createSkin('mono')} />);
  /** Presses a key; resolves to the next frame. */
  const press = (key: string): Promise<string> =>
    new Promise(resolve => {
      const {write} = stdout;
      stdout.write = frame => {
        write(frame);
        stdout.write = write;
        resolve(frame);
      };
      stdin.write(key);
    });
  expect(lastFrame()).toContain('shining');
  expect(await press('j')).toContain('dark');
  expect(await press('j')).toContain('wide open');
  expect(await press('j')).toContain('shining');
  expect(await press('k')).toContain('wide open');
  unmount();
});
