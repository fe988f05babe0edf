/** The memory of undici's HTTP parser, which consists of WebAssembly with one large function. */
import type {Dispatcher} from 'undici';

/** Flags of V8 that are on by default. */
const optimizingFlags = ['wasm-dynamic-tiering', 'wasm-tier-up', 'wasm-lazy-compilation'] as const;

/**
 * Keeps V8 from optimizing the parser. The optimizing compiler needs 24 MB for it, and half of that stays in the process.
 * Optimizing doesn't make the parser faster, because it passes over the bodies of responses.
 *
 * undici creates the parser for its first connection. Later code is compiled with the default flags again, because V8
 * uses code from the compile cache only with the flags that it was compiled with.
 */
export function keepParserSmall(dispatcher: Pick<Dispatcher, 'once'>): void {
  // Loaded only here: the module takes 2 ms.
  const {setFlagsFromString} = process.getBuiltinModule('node:v8');
  for (const name of optimizingFlags) setFlagsFromString(`--no-${name}`);
  dispatcher.once('connect', () => {
    for (const name of optimizingFlags) setFlagsFromString(`--${name}`);
  });
}
