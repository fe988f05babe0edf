/**
 * The two parts of undici that are used, without the rest: its front door also loads fetch, caches and mocks, three
 * times the code, on the way to the first rows. Loaded this way they have no `request()`, only `dispatch()`.
 */
declare module 'undici/lib/dispatcher/pool.js' {
  import type {Dispatcher, Pool} from 'undici';

  const Bare: new (origin: string, options: Pool.Options) => Pick<Dispatcher, 'dispatch' | 'destroy'>;
  export default Bare;
}
declare module 'undici/lib/dispatcher/env-http-proxy-agent.js' {
  import type {Dispatcher, EnvHttpProxyAgent} from 'undici';

  const Bare: new (options: EnvHttpProxyAgent.Options) => Pick<Dispatcher, 'dispatch' | 'destroy'>;
  export default Bare;
}
