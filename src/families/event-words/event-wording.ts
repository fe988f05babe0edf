/** Notation for the texts of events. */
import type {ActionsWith, EventMeaning} from '../shape/define-family.ts';

/** The meanings of every known event action with one of these prefixes; the types require all of them. */
export type EventWordsFor<P extends string> = {readonly [A in ActionsWith<P>]: EventMeaning};

/** An operation on the entity: "vol-db is being resized", "… was resized", "… could not be resized". */
export const passiveMeaning = (participle: string, rest = '') => ({
  doing: `{entity} is being ${participle}${rest}`,
  done: `{entity} was ${participle}${rest}`,
  failed: `{entity} could not be ${participle}${rest}`,
});

/** An operation on a part or a property of the entity: "a disk of web-01 is being resized". */
export const passiveMeaningOf = (subject: string, participle: string, rest = '', verb: 'is' | 'are' = 'is') => ({
  doing: `${subject} ${verb} being ${participle}${rest}`,
  done: `${subject} ${verb === 'is' ? 'was' : 'were'} ${participle}${rest}`,
  failed: `${subject} could not be ${participle}${rest}`,
});
