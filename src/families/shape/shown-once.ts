/**
 * A secret that the API returns once: the value in the result, the warning before the change, and the line of the
 * detail.
 */
import type {RevealedValue} from './actions.ts';

/** The secret in the result of a change. */
export const revealSecret = (title: string, value: string): RevealedValue => ({title, value, secret: true});

/**
 * The warning before the change.
 * @param name "secret"
 */
export const shownOnceWarning = (name: string): string => `The ${name} is shown only once.`;

/**
 * The result of a change whose response was lost with its secret.
 * @param name "secret"
 */
export const lostSecretText = (name: string, {isCreation}: {readonly isCreation: boolean}): string =>
  `The ${name} was in the lost response and can’t be read again.${isCreation ? ' Delete this one, and create another.' : ''}`;

/**
 * The line of a detail that can't show the secret.
 * @param text when the secret was shown
 */
export const shownOnceLine = (title: string, text: string) =>
  ({title, value: () => ({text, tone: 'dim' as const})}) as const;
