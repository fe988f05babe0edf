/** Instance types: plans and their prices. */
import type {Contract} from '../../contract/index.ts';
import type {InstanceType} from '../../contract/resources/types.ts';
import type {Handlers} from '../engine/call.ts';
import {defineKind} from '../engine/storage/kind.ts';

export const Types = defineKind<InstanceType>('type', {columns: {key: 'id'}});

export const types: Handlers<Contract['types']> = {
  list: call => call.page(Types),
  get: call => call.jsonByKey(Types, call.params.typeId),
};
