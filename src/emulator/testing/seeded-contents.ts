/**
 * The contents of new accounts, for tests. An account with the same options starts from a copy, which takes 1 ms: it
 * takes 60 ms to fill one with the demo data.
 */
import type {Store} from '../engine/storage/store.ts';
import type {EmulatorOptions} from '../server/start-server.ts';

const contentsByKey = new Map<string, Uint8Array>();

/** Undefined for an account that differs each time, or that starts from the test's own contents. */
function keyOf(variant: string | number, options: EmulatorOptions): string | undefined {
  const {seed, token, brand, acronym, dialect, clock} = options;
  // Simulated users start with a new account.
  const {data, contents, account, isolated, backgroundActivity} = options;
  const isOwnContent = data !== undefined || contents !== undefined || account !== undefined;
  if (seed === undefined || clock === undefined || isOwnContent || isolated || backgroundActivity) return undefined;
  return JSON.stringify([variant, seed, token, brand, acronym, dialect, clock.now()]);
}

/** @param variant the name of the content, such as `demo` */
export const seededContents = (variant: string | number, options: EmulatorOptions): Uint8Array | undefined =>
  contentsByKey.get(keyOf(variant, options) ?? '');

/** Keeps the content of an account that was just filled. */
export function keepSeededContents(variant: string | number, options: EmulatorOptions, {sql}: Pick<Store, 'sql'>) {
  const key = keyOf(variant, options);
  if (key !== undefined && !contentsByKey.has(key)) contentsByKey.set(key, sql.serialize());
}
