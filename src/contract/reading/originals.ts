/**
 * Original values of repaired copies: an edit sends back the value that the API returned, without the parts that the
 * repair added for screens.
 */
const originals = new WeakMap<object, unknown>();

/** Stores the original of a repaired copy. */
export function setOriginal(copy: object, original: unknown): void {
  originals.set(copy, original);
}

/** The value that the API returned. A value without repairs is returned itself. */
export function originalOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const original = originals.get(value);
  if (original !== undefined) return original;
  if (Array.isArray(value)) {
    const entries = value.map(originalOf);
    return entries.some((entry, index) => entry !== value[index]) ? entries : value;
  }
  let copy: Record<string, unknown> | undefined;
  for (const [name, inner] of Object.entries(value)) {
    const before = originalOf(inner);
    if (before === inner) continue;
    copy ??= {...value};
    copy[name] = before;
  }
  return copy ?? value;
}

/** Copies the originals of a value to an equal value that is used in its place. */
export function copyOriginals(target: unknown, source: unknown): void {
  if (!isObject(target) || !isObject(source) || target === source) return;
  const original = originals.get(source);
  // The parts of an unrepaired object were not repaired either.
  if (original === undefined) return;
  originals.set(target, original);
  for (const [name, inner] of Object.entries(source)) copyOriginals((target as Record<string, unknown>)[name], inner);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
