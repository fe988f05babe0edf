/** The list of Tags is what the objects carry. */
import {noteTags, taggedLabels} from '../tags.ts';
import type {Chapter} from './story.ts';

export const tags: Chapter = {
  demo: ({db}) => noteTags({db}, taggedLabels(db)),
  many: ({db}) => noteTags({db}, taggedLabels(db)),
};
