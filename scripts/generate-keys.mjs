// @ts-check
/** Writes docs/keys.md from the key map. `--check` writes nothing and fails if the document differs. */
import {allKeys} from '../src/keymap/hints.ts';
import {keyName} from '../src/keymap/keymap.ts';
import {keepDocument} from './document.mjs';

/** @param {string} key */
const code = key => (key === '|' ? '`\\|`' : `\`${keyName(key)}\``);

function page() {
  const lines = [
    '# Keys',
    '',
    'Generated from `src/keymap/bindings.ts` by `node scripts/generate-keys.mjs`. In the console, `?` shows the keys that work at the moment.',
    '',
    'Change or disable any key in the settings file, by the name of its command:',
    '',
    '```yaml',
    'keys:',
    '  list.sort: o          # another key',
    '  list.copy: [c, ctrl-y]',
    '  list.watch: false     # none',
    '```',
    '',
    'Actions of a resource type (boot, attach, resize) have their own keys. Press `a` for the list, with the reason for each action that is unavailable.',
  ];
  let place = '';
  for (const {place: here, id, binding} of allKeys()) {
    if (here !== place) lines.push('', `## ${here}`, '', '| keys | action | command |', '|---|---|---|');
    place = here;
    lines.push(`| ${binding.keys.map(code).join(' ')} | ${binding.help} | \`${id}\` |`);
  }
  return `${lines.join('\n')}\n`;
}

keepDocument('docs/keys.md', page());
