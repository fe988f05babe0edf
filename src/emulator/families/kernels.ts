/** Boot kernels (D2 §4.2). */
import type {Contract} from '../../contract/index.ts';
import type {Kernel} from '../../contract/resources/kernels.ts';
import type {Handlers} from '../engine/call.ts';
import {defineKind} from '../engine/storage/kind.ts';

export const Kernels = defineKind<Kernel>('kernel', {columns: {key: 'id'}});

export const kernels: Handlers<Contract['kernels']> = {
  list: call => call.page(Kernels),
  get: call => call.jsonByKey(Kernels, call.params.kernelId),
};
