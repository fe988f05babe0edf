// @ts-check
/** Writes docs/settings.schema.json from the schema of the settings. `--check` writes nothing and fails if it differs. */
import {z} from 'zod';
import {SettingsFile} from '../src/profiles/settings-schema.ts';
import {keepDocument} from './document.mjs';

const schema = {
  title: "Skydeck's settings",
  description:
    'For editors: the first line of the file may be # yaml-language-server: $schema=PATH. docs/settings.md explains them.',
  ...z.toJSONSchema(SettingsFile, {io: 'input'}),
};

keepDocument('docs/settings.schema.json', `${JSON.stringify(schema, undefined, 2)}\n`);
