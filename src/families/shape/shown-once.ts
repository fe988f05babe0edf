/** A secret that the API answers once: the value in the result, the warning before it, the line in place of it. */
import type {RevealedValue} from './actions.ts';

/** The secret in the result of a change. */
export const revealSecret = (title: string, value: string): RevealedValue => ({title, value, secret: true});

/** Says so before the change. @param name "secret" */
export const shownOnceWarning = (name: string): string => `The ${name} is shown only once.`;

/** The line of a detail that cannot show it. @param text when it was shown */
export const shownOnceLine = (title: string, text: string) =>
  ({title, value: () => ({text, tone: 'dim' as const})}) as const;
