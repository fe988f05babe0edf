/** Values that are computed again only when an input is another. */

export const hasSameItems = (first: readonly unknown[], second: readonly unknown[]): boolean =>
  first.length === second.length && first.every((item, index) => item === second[index]);

export interface Memoized<In extends readonly unknown[], Out> {
  (...inputs: In): Out;
  /** Removes the kept result, so that the next call computes it. */
  forget(): void;
}

/** Keeps the latest result of `compute`, for calls with the same inputs. */
export function memoizeLast<const In extends readonly unknown[], Out>(
  compute: (...inputs: In) => Out,
): Memoized<In, Out> {
  let last: {readonly inputs: In; readonly value: Out} | undefined;
  const memoized = (...inputs: In): Out => {
    if (last === undefined || !hasSameItems(last.inputs, inputs)) last = {inputs, value: compute(...inputs)};
    return last.value;
  };
  const forget = (): void => {
    last = undefined;
  };
  return Object.assign(memoized, {forget});
}
