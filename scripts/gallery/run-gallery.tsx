/** Reads the options of the gallery, and shows its stories in the terminal or writes them as pictures. */
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import xterm from '@xterm/headless';
import {render, renderToString} from 'ink';
import {themeNames} from '../../src/profiles/themes.ts';
import {Stage, type StorySet} from '../../src/ui/components/testing.tsx';
import {createSkin, type Skin} from '../../src/ui/theme/skin.ts';
import {svgOf} from '../pictures/svg.ts';
import {Gallery, listStories, type Story} from './gallery-screen.tsx';

const HELP = `Usage: npm run gallery -- [options]

Shows the components of the console in all their states.
j and k, or the arrow keys, switch to another state. q quits.

  --theme NAME     ${themeNames.join(', ')} (default: dark)
  --ascii          use ASCII characters only
  --pictures DIR   write an SVG picture of each state to DIR instead
`;
const PICTURE = {columns: 80, rows: 24};

export async function runGallery(sets: readonly StorySet[], args: readonly string[]): Promise<void> {
  const {values} = parseArgs({
    args: [...args],
    options: {
      theme: {type: 'string', default: 'dark'},
      ascii: {type: 'boolean', default: false},
      pictures: {type: 'string'},
      help: {type: 'boolean', default: false},
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  if (!themeNames.some(name => name === values.theme)) {
    process.stderr.write(`${values.theme} isn't a theme. Themes: ${themeNames.join(', ')}\n`);
    process.exitCode = 2;
    return;
  }
  const skin = createSkin(values.theme, {isAscii: values.ascii});
  const stories = listStories(sets);
  if (values.pictures !== undefined) await writePictures(stories, skin, values.pictures);
  else await render(<Gallery stories={stories} skin={skin} />, {alternateScreen: true}).waitUntilExit();
}

async function writePictures(stories: readonly Story[], skin: Skin, folder: string): Promise<void> {
  mkdirSync(folder, {recursive: true});
  for (const story of stories) {
    const file = join(folder, `${fileNameOf(story)}.svg`);
    writeFileSync(file, await pictureOf(story, skin));
    process.stdout.write(`${file}\n`);
  }
}

async function pictureOf({title, element}: Story, skin: Skin): Promise<string> {
  const {columns, rows} = PICTURE;
  const screen = {...PICTURE, edges: {above: 0, below: 0}};
  const text = renderToString(
    <Stage screen={screen} skin={skin}>
      {element}
    </Stage>,
    {columns},
  );
  const terminal = new xterm.Terminal({cols: columns, rows, allowProposedApi: true, scrollback: 0});
  await new Promise<void>(resolve => terminal.write(text.replaceAll('\n', '\r\n'), resolve));
  const svg = svgOf(terminal.buffer.active, columns, rows, title);
  terminal.dispose();
  return svg;
}

const fileNameOf = ({title}: Story): string => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
