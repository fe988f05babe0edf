/** Resource nouns inside sentences: lower case, except names of products. */
import {formatNumber} from './format.ts';

const productNoun = /^(?:Kubernetes|Longview|Managed)\b/;
/** "NodeBalancers" and "VLANs" have further capitals. */
const capitalizedNoun = /^[A-Z][a-z]+(?![A-Za-z])/;

/** "Volumes" as "volumes"; "NodeBalancers" is unchanged. */
export const nounInSentence = (noun: string): string =>
  capitalizedNoun.test(noun) && !productNoun.test(noun) ? noun.charAt(0).toLowerCase() + noun.slice(1) : noun;

/** The sound of the start decides: the letters of "SSH" are spelled, and "user" sounds like "you". */
const hasVowelSound = /^(?:SSH|MX|NS|(?!u(?:ser|ni))[aeiou])/i;

/** "an instance", "an SSH key", "a volume", "a user". */
export const withArticle = (noun: string): string => `${hasVowelSound.test(noun) ? 'an' : 'a'} ${noun}`;

/** "1 volume", "2,000 volumes" of a resource type. */
export const countInSentence = (count: number, {one, title}: {readonly one: string; readonly title: string}): string =>
  `${formatNumber(count)} ${nounInSentence(count === 1 ? one : title)}`;
