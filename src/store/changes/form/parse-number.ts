/** Reads a number that a user types, with an optional unit. */
import {ownProperty} from '../../../platform/text/own-property.ts';

const secondsPerUnit: Readonly<Record<string, number>> = {s: 1, m: 60, h: 3600, d: 86_400, w: 604_800};
const unitFactors: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  seconds: secondsPerUnit,
  hours: {h: 1, d: 24},
  // Disks, memory and volumes, which the API counts with a factor of 1024.
  MB: {gb: 1024, tb: 1024 ** 2},
  GB: {tb: 1024},
};

/**
 * Reads "40", "1,024", or "40 GB" with its unit; a duration also as "1h", and a size in a larger unit. Any other text is
 * returned unchanged, and the contract reports the problem.
 */
export function parseNumber(text: string, unit: string | undefined): number | string {
  const [, number, word = ''] = /^\s*(-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s*([\w/%]*)\s*$/.exec(text) ?? [];
  if (number === undefined) return text;
  const amount = Number(number.replaceAll(',', ''));
  if (word === '' || word.toLowerCase() === unit?.toLowerCase()) return amount;
  const times = ownProperty(ownProperty(unitFactors, unit ?? '') ?? {}, word.toLowerCase());
  // A tenth of an hour is a whole number of seconds, and a tenth of a GB is rounded to whole MB.
  return times === undefined ? text : Math.round(amount * times);
}
