import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {readSettings} from '../src/profiles/read.ts';
import {File} from '../src/profiles/schema.ts';
import {themeNames, themeParts} from '../src/profiles/themes.ts';
import {vocabulary} from '../src/store/vocabulary.ts';

const page = readFileSync('docs/settings.md', 'utf8');
const blocks = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text);

test.each(blocks)('what the page shows is right: %s', text => {
  const profiles = text.includes('default_profile')
    ? "profiles: [{name: prod, base_url: 'https://a.example/v4'}]\n"
    : '';
  expect(readSettings(text + profiles, vocabulary).mistakes).toEqual([]);
});

test('every setting, theme and part of a theme stands on the page', () => {
  for (const name of [...Object.keys(File.shape), ...themeNames, ...themeParts]) expect(page).toContain(name);
});
