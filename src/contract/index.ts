/** The contract: every operation of the API, by family. */
import {account} from './account/index.ts';
import {databases} from './databases/index.ts';
import {domains} from './domains.ts';
import {images} from './images.ts';
import {instances} from './instances/index.ts';
import {kernels} from './kernels.ts';
import {longview} from './longview.ts';
import {managed} from './managed.ts';
import {networking} from './networking/index.ts';
import {nodebalancers} from './nodebalancers.ts';
import {objectStorage} from './object-storage.ts';
import {profile} from './profile/index.ts';
import {regions} from './regions.ts';
import {stackscripts} from './stackscripts.ts';
import {support} from './support.ts';
import {tags} from './tags.ts';
import {types} from './types.ts';
import {volumes} from './volumes.ts';

export const contract = {
  volumes,
  objectStorage,
  images,
  regions,
  tags,
  instances,
  kernels,
  stackscripts,
  types,
  domains,
  databases,
  nodebalancers,
  longview,
  managed,
  support,
  account,
  networking,
  profile,
} as const;

export type Contract = typeof contract;
