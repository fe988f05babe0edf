import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';

/** The package that Ink measures text with, as Ink finds it. */
export async function loadStringWidth(): Promise<(text: unknown, options?: object) => number> {
  const path = createRequire(createRequire(import.meta.url).resolve('ink')).resolve('string-width');
  return (await import(pathToFileURL(path).href)).default;
}
