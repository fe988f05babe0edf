/** The files that packages and images are made from. */
import {existsSync, readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {parse} from 'yaml';

it('a Linux package lists files that exist, or that are made for it', () => {
  const {contents} = parse(readFileSync('packaging/nfpm.yaml', 'utf8')) as {contents: {src: string; dst: string}[]};
  const made = ['single/skydeck', 'single/completion.bash', 'single/completion.zsh', 'single/completion.fish'];
  expect(contents.filter(({src}) => !made.includes(src) && !existsSync(src))).toEqual([]);
  expect(contents.map(({dst}) => dst)).toContain('/usr/bin/skydeck');
});

it('the image runs the Node version of the project, as a user without rights', () => {
  const lines = readFileSync('packaging/Dockerfile', 'utf8').split('\n');
  const {devDependencies} = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Readonly<Record<string, string>>;
  };
  const [major = ''] = /\d+/.exec(devDependencies.node ?? '') ?? [];
  const bases = lines.filter(line => line.startsWith('FROM ')).map(line => line.split(/[ :-]/)[2]);
  expect(bases).toEqual([major, major]);
  const place = (start: string) => lines.findLastIndex(line => line.startsWith(start));
  expect(place('USER node')).toBeGreaterThan(place('RUN '));
  expect(lines[place('ENTRYPOINT')]).toBe('ENTRYPOINT ["skydeck"]');
});
