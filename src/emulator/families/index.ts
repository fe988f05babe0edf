/**
 * All handlers, with the structure of the contract: an operation without a handler does not compile.
 *
 * Adding a family: write `<family>.ts` beside this file with `export const <family>: Handlers<Contract['<family>']>`,
 * and name it here.
 */
import type {Contract} from '../../contract/index.ts';
import type {Handlers} from '../engine/call.ts';
import {account} from './account/index.ts';
import {betas} from './account/programs.ts';
import {databases} from './databases/index.ts';
import {domains} from './domains/index.ts';
import {images} from './images/index.ts';
import {types} from './instance-types.ts';
import {instances} from './instances/index.ts';
import {kernels} from './kernels.ts';
import {kube} from './kube/index.ts';
import {longview} from './longview.ts';
import {managed} from './managed/index.ts';
import {monitor} from './monitor/index.ts';
import {networking} from './networking/index.ts';
import {nodebalancers} from './nodebalancers/index.ts';
import {objectStorage} from './object-storage/index.ts';
import {placement} from './placement/index.ts';
import {profile} from './profile/index.ts';
import {regions} from './regions.ts';
import {maintenance, networkTransfer} from './service-prices.ts';
import {stackscripts} from './stackscripts/index.ts';
import {support} from './support/index.ts';
import {tags} from './tags.ts';
import {volumes} from './volumes/index.ts';
import {vpcs} from './vpcs/index.ts';

export const handlers = {
  account,
  betas,
  databases,
  domains,
  images,
  instances,
  kernels,
  kube,
  longview,
  maintenance,
  managed,
  monitor,
  networkTransfer,
  networking,
  nodebalancers,
  objectStorage,
  placement,
  regions,
  stackscripts,
  support,
  profile,
  tags,
  types,
  volumes,
  vpcs,
} satisfies Handlers<Contract>;
