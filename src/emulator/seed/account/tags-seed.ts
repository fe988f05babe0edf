/** Creates the tags that the seeded objects have. */
import {addTags, taggedLabels} from '../../families/tags.ts';
import type {Seeder} from '../core/seed-context.ts';

export const tagsSeed: Seeder = {
  demo: ({db}) => addTags({db}, taggedLabels(db)),
  many: ({db}) => addTags({db}, taggedLabels(db)),
};
