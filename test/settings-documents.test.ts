import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {parseSettings} from '../src/profiles/parse-settings.ts';
import {SettingsFile} from '../src/profiles/settings-schema.ts';
import {themeNames, themeStyleNames} from '../src/profiles/themes.ts';
import {knownNames} from '../src/store/list/known-names.ts';

const page = readFileSync('docs/settings.md', 'utf8');
const blocks = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text);

test.each(blocks)('the example on the page is valid: %s', text => {
  const profiles = text.includes('default_profile')
    ? "profiles: [{name: prod, base_url: 'https://a.example/v4'}]\n"
    : '';
  expect(parseSettings(text + profiles, knownNames).mistakes).toEqual([]);
});

test('the page contains every setting, theme and part of a theme', () => {
  for (const name of [...Object.keys(SettingsFile.shape), ...themeNames, ...themeStyleNames])
    expect(page).toMatch(new RegExp(`(?<![\\w-])${name}(?![\\w-])`));
});
