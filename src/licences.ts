/** The licences of what is inside the program, which travel with it: beside it, or inside the single executable. */
import {readFileSync} from 'node:fs';
import {getAsset} from 'node:sea';

export function licences(): string {
  if (process.env.SKYDECK_SINGLE) return getAsset('LICENCES.txt', 'utf8');
  const here = import.meta.url;
  if (here.endsWith('.ts')) return 'The licences are put together when the program is built.\n';
  return readFileSync(new URL(here.includes('/chunks/') ? '../LICENCES.txt' : './LICENCES.txt', here), 'utf8');
}
