/**
 * All handlers, laid out like the contract.
 *
 * Adding a family: write `<family>.ts` beside this file with `export const <family>: Handlers<Contract['<family>']>`,
 * and name it here. The type of that constant demands a handler for every endpoint of the family.
 */
import type {Contract} from '../contract/index.ts';
import {domains} from './domains/index.ts';
import type {Unfinished} from './engine/registry.ts';
import {kernels} from './kernels.ts';
import {longview} from './longview.ts';
import {managed} from './managed/index.ts';
import {regions} from './regions.ts';
import {types} from './types.ts';
import {volumes} from './volumes.ts';

export const families = {
  domains,
  kernels,
  longview,
  managed,
  regions,
  types,
  volumes,
} satisfies Unfinished<Contract>;
