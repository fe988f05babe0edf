/**
 * Values as they arrived, beside what reading repaired of them: an edit sends back what the API gave, and never what was
 * filled in so that screens can walk through it.
 */
const originals = new WeakMap<object, unknown>();

/** Remembers what a repaired copy was made from. */
export function noteReceived(copy: object, original: unknown): void {
  originals.set(copy, original);
}

/** A value as it arrived. What was never repaired comes back as it is, the same object. */
export function received(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const original = originals.get(value);
  if (original !== undefined) return original;
  if (Array.isArray(value)) {
    const entries = value.map(received);
    return entries.some((entry, index) => entry !== value[index]) ? entries : value;
  }
  let copy: Record<string, unknown> | undefined;
  for (const [name, inner] of Object.entries(value)) {
    const before = received(inner);
    if (before === inner) continue;
    copy ??= {...value};
    copy[name] = before;
  }
  return copy ?? value;
}

/** A value that is kept in the place of another reading that says the same stands for how that one arrived, too. */
export function keepReceived(kept: unknown, read: unknown): void {
  if (!isObject(kept) || !isObject(read) || kept === read) return;
  const original = originals.get(read);
  // What is inside of an unrepaired object was not repaired either.
  if (original === undefined) return;
  originals.set(kept, original);
  for (const [name, inner] of Object.entries(read)) keepReceived((kept as Record<string, unknown>)[name], inner);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
