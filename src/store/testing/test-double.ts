/** Replaces a large object in a test. */

/** An object with only these members; reading another member throws an error with its name. */
export function testDouble<T extends object>(members: Partial<T>): T {
  const get = (target: Partial<T>, name: string | symbol): unknown => {
    if (typeof name === 'string' && !(name in target)) throw new Error(`The test double has no member ${name}`);
    return Reflect.get(target, name);
  };
  return new Proxy(members, {get}) as T;
}
