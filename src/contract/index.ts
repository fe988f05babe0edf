/** The contract: every operation of the API, by group. */
import {account, betas} from './account/index.ts';
import {databases} from './databases/index.ts';
import {instances} from './instances/index.ts';
import {managed} from './monitoring/managed.ts';
import {monitor} from './monitoring/monitor.ts';
import {networking} from './networking/index.ts';
import {profile} from './profile/index.ts';
import {domains} from './resources/domains.ts';
import {images} from './resources/images.ts';
import {kernels} from './resources/kernels.ts';
import {kube} from './resources/kube.ts';
import {longview} from './resources/longview.ts';
import {nodebalancers} from './resources/nodebalancers.ts';
import {objectStorage} from './resources/object-storage.ts';
import {placement} from './resources/placement.ts';
import {regions} from './resources/regions.ts';
import {maintenance, networkTransfer} from './resources/service-prices.ts';
import {stackscripts} from './resources/stackscripts.ts';
import {support} from './resources/support.ts';
import {types} from './resources/types.ts';
import {volumes} from './resources/volumes.ts';
import {vpcs} from './resources/vpcs.ts';
import {tags} from './tags.ts';

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
  betas,
  networking,
  vpcs,
  placement,
  kube,
  maintenance,
  monitor,
  networkTransfer,
  profile,
} as const;

export type Contract = typeof contract;
