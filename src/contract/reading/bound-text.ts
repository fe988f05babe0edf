/** Bounds of numbers as text, for errors and for hints in forms. */

import {type Unit, unitWord} from '../schema/field.ts';

/** "10,240" */
export const groupThousands = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/**
 * "3 to 32 characters", "at least 1 GB"; undefined without a bound. Numbers with a unit are amounts, with commas; others
 * may be ports.
 * @param unit with a space before it; empty for a number without a unit
 * @param one the unit after the number 1, if that differs
 */
export function boundText(
  min: number | undefined,
  max: number | undefined,
  unit: string,
  one = unit,
): string | undefined {
  const amount = (bound: number): string => (unit === '' ? String(bound) : groupThousands(bound));
  const amountWithUnit = (bound: number): string => `${amount(bound)}${bound === 1 ? one : unit}`;
  if (min === undefined) return max === undefined ? undefined : `at most ${amountWithUnit(max)}`;
  if (max === undefined) return `at least ${amountWithUnit(min)}`;
  return min === max ? `exactly ${amountWithUnit(min)}` : `${amount(min)} to ${amountWithUnit(max)}`;
}

interface Bounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** The bound that a number breaks: "must be at least 3 characters"; undefined for a number within its bounds. */
export function brokenBound(value: number, {min, max}: Bounds, unit: string, one = unit): string | undefined {
  if ((min === undefined || value >= min) && (max === undefined || value <= max)) return undefined;
  return `must be ${boundText(min, max, unit, one)}`;
}

/** " GB", for the functions above; empty without a unit. */
export const unitText = (unit: Unit | undefined): string => (unit ? ` ${unitWord(unit)}` : '');
