/**
 * The pool of undici without the rest: its front door also loads fetch, caches and mocks, three times the code, on the
 * way to the first rows. Loaded this way it has no `request()`, only `dispatch()`.
 */
declare module 'undici/lib/dispatcher/pool.js' {
  import type {Dispatcher, Pool} from 'undici';

  const Bare: new (
    origin: string,
    options: Pool.Options,
  ) => Pick<Dispatcher, 'dispatch' | 'close' | 'destroy' | 'once'>;
  export default Bare;
}
