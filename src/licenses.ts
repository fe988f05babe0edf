/** The licenses of what is inside the program, which travel with it: beside it, or inside the single executable. */
import {readFileSync} from 'node:fs';
import {getAsset} from 'node:sea';

export function licenses(): string {
  if (process.env.SKYDECK_SINGLE) return getAsset('LICENSES.txt', 'utf8');
  const here = import.meta.url;
  if (here.endsWith('.ts')) return 'The licenses are put together when the program is built.\n';
  return readFileSync(new URL(here.includes('/chunks/') ? '../LICENSES.txt' : './LICENSES.txt', here), 'utf8');
}
