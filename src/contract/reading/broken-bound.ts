/**
 * The bound that a number breaks, in words: "must be at least 3 characters". If there are two bounds, both.
 * @param one the unit after the number 1, if that differs
 */
export function brokenBound(
  value: number,
  min: number | undefined,
  max: number | undefined,
  unit: string,
  one = unit,
): string | undefined {
  const counted = (bound: number | undefined): string => `${bound}${bound === 1 ? one : unit}`;
  if ((min === undefined || value >= min) && (max === undefined || value <= max)) return undefined;
  if (min === undefined) return `must be at most ${counted(max)}`;
  if (max === undefined) return `must be at least ${counted(min)}`;
  return min === max ? `must be exactly ${counted(min)}` : `must be ${min} to ${counted(max)}`;
}
