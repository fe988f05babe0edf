/** The account (D3 §4.6). Each part of it has a file of its own here, named like its file in the contract. */
import type {Contract} from '../../contract/index.ts';
import type {Unfinished} from '../engine/registry.ts';
import {contact} from './contact.ts';
import {events} from './events.ts';

export const account = {
  ...contact,
  events,
} satisfies Unfinished<Contract['account']>;
