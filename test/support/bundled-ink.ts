/** Loads the Ink of the program, with the changes that the bundle makes to its frames. */
import {registerHooks} from 'node:module';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {inkOutput, ownStringWidthPath, readWithCachesOfLastFrame} from '../../scripts/bundle/ink.mjs';

const installed = Symbol.for('skydeck.test.ink');

// The files of a worker share its modules, and each runs this file.
if (!Object.hasOwn(globalThis, installed)) {
  const url = pathToFileURL(ownStringWidthPath).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'string-width' ? {url, format: 'module-typescript', shortCircuit: true} : next(specifier, context),
    load: (url, context, next) =>
      url.startsWith('file:') && inkOutput.test(fileURLToPath(url))
        ? {source: readWithCachesOfLastFrame(fileURLToPath(url)), format: 'module', shortCircuit: true}
        : next(url, context),
  });
  Object.defineProperty(globalThis, installed, {value: true});
}
