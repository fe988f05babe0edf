/** Mistakes that must not compile: each is below the comment with its expected error. */
import {describe, expectTypeOf, it} from 'vitest';
import type {Contract} from './index.ts';
import {contract} from './index.ts';
import {read, readPage} from './reading/reader.ts';
import {Volume} from './resources/volumes.ts';
import {
  type Endpoint,
  get,
  type PageItem,
  type Params,
  type Query,
  type RequestBody,
  type ResponseBody,
} from './schema/endpoint.ts';
import {flag, integer, list, model, nullable, type Read, required, text, type Write} from './schema/field.ts';
import type {Page} from './schema/page.ts';
import {buildPath} from './schema/path.ts';
import type {Filter, FilterFor} from './wire/filter.ts';

const {account, images, instances, objectStorage, profile, volumes} = contract;

describe('bodies', () => {
  it('have the fields of the call, each with its type', () => {
    const attach: RequestBody<Contract['volumes']['attach']> = {compute_id: 7, persist_across_boots: true};
    expectTypeOf(attach.compute_id).toEqualTypeOf<number>();
    expectTypeOf(attach.config_id).toEqualTypeOf<number | undefined>();
    // @ts-expect-error compute_id is required
    const empty: RequestBody<Contract['volumes']['attach']> = {};
    // @ts-expect-error an ID is a number
    const typed: RequestBody<Contract['volumes']['attach']> = {compute_id: '7'};
    // @ts-expect-error no such field
    const unknown: RequestBody<Contract['volumes']['attach']> = {compute_id: 7, computeId: 7};
    expectTypeOf([empty, typed, unknown]).toBeArray();
  });

  it('accept only the choices that the API names, in nested lists as well', () => {
    const body: RequestBody<Contract['instances']['create']> = {
      type: 't',
      region: 'r',
      interfaces: [{purpose: 'vlan'}],
    };
    const wrong: RequestBody<Contract['instances']['create']> = {
      type: 't',
      region: 'r',
      // @ts-expect-error lan isn't a purpose
      interfaces: [{purpose: 'lan'}],
    };
    expectTypeOf([body, wrong]).toBeArray();
  });

  it('accept null only for fields that can be null', () => {
    const image: RequestBody<Contract['images']['update']> = {description: null};
    // @ts-expect-error a label cannot be null
    const wrong: RequestBody<Contract['images']['update']> = {label: null};
    expectTypeOf([image, wrong]).toBeArray();
  });

  it('are undefined for a call without a body', () => {
    expectTypeOf<RequestBody<Contract['volumes']['detach']>>().toEqualTypeOf<undefined>();
    expectTypeOf<RequestBody<Contract['profile']['preferences']['update']>>().toEqualTypeOf<Record<string, unknown>>();
  });
});

describe('path parameters', () => {
  it('have the names and types of the path', () => {
    expectTypeOf<Params<Contract['instances']['disks']['get']>>().toEqualTypeOf<{
      readonly computeId: number;
      readonly diskId: number;
    }>();
    expectTypeOf<Params<Contract['images']['get']>>().toEqualTypeOf<{readonly imageId: string}>();
    expectTypeOf<Params<Contract['account']['oauthClients']['get']>>().toEqualTypeOf<{readonly clientId: string}>();
    expectTypeOf<Params<Contract['longview']['clients']['get']>>().toEqualTypeOf<{readonly clientId: number}>();

    buildPath(images.get, {imageId: 'private/15'});
    // @ts-expect-error a parameter is missing
    () => buildPath(instances.disks.get, {computeId: 7});
    // @ts-expect-error the ID of an instance is a number
    () => buildPath(instances.get, {computeId: '7'});
    // @ts-expect-error the path has no such parameter
    () => buildPath(instances.get, {instanceId: 7});
  });

  it('are separate from the query', () => {
    expectTypeOf<Query<Contract['objectStorage']['objects']['acl']['get']>>().toEqualTypeOf<{readonly name: string}>();
    expectTypeOf<Query<Contract['volumes']['list']>>().toEqualTypeOf<Record<never, never>>();
    expectTypeOf(objectStorage.objects.list.method).toEqualTypeOf<'GET'>();
  });
});

describe('answers', () => {
  it('have the fields of their model', () => {
    const {value} = read(Volume, {});
    expectTypeOf(value).toEqualTypeOf<Read<typeof Volume>>();
    expectTypeOf(value.size).toEqualTypeOf<number>();
    expectTypeOf(value.compute_id).toEqualTypeOf<number | null>();
    expectTypeOf(value.tags).toEqualTypeOf<readonly string[]>();
    // @ts-expect-error no such field
    () => value.sise;
    // @ts-expect-error answers are read-only
    () => (value.size = 3);
  });

  it('accept values that a provider may add', () => {
    const {value} = read(Volume, {});
    expectTypeOf<'active'>().toExtend<typeof value.status>();
    expectTypeOf<string>().toExtend<typeof value.status>();
  });

  it('are pages, objects, nothing, bytes or anything', () => {
    expectTypeOf<ResponseBody<Contract['volumes']['list']>>().toEqualTypeOf<Page<Read<typeof Volume>>>();
    expectTypeOf<PageItem<Contract['volumes']['list']>>().toEqualTypeOf<Read<typeof Volume>>();
    expectTypeOf<PageItem<Contract['volumes']['get']>>().toEqualTypeOf<never>();
    expectTypeOf<ResponseBody<Contract['volumes']['delete']>>().toEqualTypeOf<Record<string, never>>();
    expectTypeOf<ResponseBody<Contract['account']['oauthClients']['thumbnail']['get']>>().toEqualTypeOf<Uint8Array>();
    expectTypeOf<ResponseBody<Contract['profile']['preferences']['get']>>().toEqualTypeOf<unknown>();
    expectTypeOf(readPage(Volume, {}).page.data).toEqualTypeOf<readonly Read<typeof Volume>[]>();
  });
});

describe('filters', () => {
  it('name fields that the items have', () => {
    const good: FilterFor<Contract['account']['events']['list']> = {
      action: 'compute_boot',
      'entity.type': {'+neq': 'compute'},
      '+or': [{id: {'+gt': 7}}],
      '+order_by': 'created',
    };
    expectTypeOf(good).toExtend<Filter>();
    // @ts-expect-error events have no label
    const field: FilterFor<Contract['account']['events']['list']> = {label: 'x'};
    // @ts-expect-error entities of events have no size
    const nested: FilterFor<Contract['account']['events']['list']> = {'+and': [{'entity.size': 3}]};
    // @ts-expect-error filters have no such operator
    const operator: FilterFor<Contract['volumes']['list']> = {size: {'+like': 3}};
    // @ts-expect-error the order is called asc
    const order: FilterFor<Contract['volumes']['list']> = {'+order_by': 'label', '+order': 'ascending'};
    expectTypeOf([field, nested, operator, order]).toBeArray();
  });
});

describe('the contract', () => {
  it('has only operations that exist', () => {
    expectTypeOf(volumes.attach).toExtend<Endpoint>();
    expectTypeOf(account.events.list.spec.page.fields.action.values).items.toBeString();
    // @ts-expect-error the operation is called attach
    () => volumes.mount;
    // @ts-expect-error the contract has no GPG keys
    () => profile.gpgKeys.list;
  });

  it('keeps facts about fields in their types', () => {
    const Thing = model('Thing', {
      id: required(integer()),
      note: nullable(text()),
      flags: list(flag()),
    });
    expectTypeOf<Write<typeof Thing>>().toEqualTypeOf<{
      readonly id: number;
      readonly note?: string | null;
      readonly flags?: readonly boolean[];
    }>();
    expectTypeOf<Read<typeof Thing>>().toEqualTypeOf<{
      readonly id: number;
      readonly note: string | null;
      readonly flags: readonly boolean[];
    }>();
    // @ts-expect-error the key of a model must be one of its fields
    () => model('Other', {label: text()}, 'id');
    // @ts-expect-error lengths are numbers
    () => text({min: '1'});
  });

  it('bug: accepts only the facts of an endpoint that its type declares, also from a constant', () => {
    const facts = {auth: 'none', also: [404]} as const;
    expectTypeOf(get('/things', {auth: 'none', otherStatuses: [404]})).toExtend<Endpoint>();
    // @ts-expect-error the fact is called otherStatuses
    () => get('/things', {auth: 'none', also: [404]});
    // @ts-expect-error a constant may not bring such a fact either
    () => get('/things', {...facts});
  });
});
