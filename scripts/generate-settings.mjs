// @ts-check
/** Writes docs/settings.schema.json from the schema of the settings. `--check` writes nothing and fails where it says something else. */
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {z} from 'zod';
import {File} from '../src/profiles/schema.ts';

const path = 'docs/settings.schema.json';

const schema = {
  title: "Skydeck's settings",
  description:
    'For editors: the first line of the file may be # yaml-language-server: $schema=PATH. docs/settings.md explains them.',
  ...z.toJSONSchema(File, {io: 'input'}),
};

const wanted = `${JSON.stringify(schema, undefined, 2)}\n`;
const found = existsSync(path) ? readFileSync(path, 'utf8') : '';
if (process.argv.includes('--check')) {
  if (wanted !== found) {
    console.error(`${path} is not up to date: node scripts/generate-settings.mjs`);
    process.exitCode = 1;
  }
} else {
  writeFileSync(path, wanted);
}
