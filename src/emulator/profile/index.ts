/** The profile of the acting user. */
import type {Contract} from '../../contract/index.ts';
import type {Unfinished} from '../engine/registry.ts';
import {Profiles} from '../engine/users.ts';

export const profile = {
  get: call => call.find(Profiles, call.actor.uid),
} satisfies Unfinished<Contract['profile']>;
