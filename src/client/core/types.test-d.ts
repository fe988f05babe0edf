/** Calls that don't match the contract don't compile. */
import {expectTypeOf, test} from 'vitest';
import {contract} from '../../contract/index.ts';
import type {Image} from '../../contract/resources/images.ts';
import type {Volume} from '../../contract/resources/volumes.ts';
import type {Page} from '../../contract/schema/page.ts';
import type {Client} from '../index.ts';

declare const client: Client;

test('answers have the shape of the contract', () => {
  expectTypeOf(client.call(contract.volumes.list)).resolves.toEqualTypeOf<Page<Volume>>();
  expectTypeOf(client.call(contract.images.get, {params: {imageId: 'private/1'}})).resolves.toEqualTypeOf<Image>();
  expectTypeOf(client.call(contract.volumes.delete, {params: {volumeId: 1}})).resolves.toEqualTypeOf<
    Record<string, never>
  >();
});

test('a creation returns its object or undefined, and so do grants', () => {
  expectTypeOf(client.call(contract.volumes.create, {body: {label: 'a'}})).resolves.toEqualTypeOf<Volume | undefined>();
  expectTypeOf(client.call(contract.profile.grants.get)).resolves.extract<undefined>().toEqualTypeOf<undefined>();
});

test('parameters, bodies, queries and filters have the types of the endpoint', () => {
  // @ts-expect-error a path parameter is missing
  client.call(contract.volumes.get);
  // @ts-expect-error a path parameter of the wrong type
  client.call(contract.volumes.get, {params: {volumeId: 'x'}});
  // @ts-expect-error the body is missing
  client.call(contract.volumes.create);
  // @ts-expect-error a required field is missing
  client.call(contract.volumes.create, {body: {size: 20}});
  // @ts-expect-error no such field
  client.call(contract.volumes.create, {body: {label: 'a', colour: 'red'}});
  // @ts-expect-error the operation has no body
  client.call(contract.volumes.detach, {params: {volumeId: 1}, body: {}});
  // @ts-expect-error the query is missing
  client.call(contract.objectStorage.objects.acl.get, {params: {clusterId: 'a', bucket: 'b'}});
  // @ts-expect-error items of the list have no such field
  client.call(contract.volumes.list, {filter: {colour: 'red'}});
  // @ts-expect-error a single object can't be filtered
  client.call(contract.volumes.get, {params: {volumeId: 1}, filter: {label: 'a'}});
});

test('pages pass items, and only some operations accept files', () => {
  client.pages(contract.volumes.list, {onPage: items => expectTypeOf(items).toEqualTypeOf<readonly Volume[]>()});
  // @ts-expect-error the operation accepts no file
  client.upload(contract.volumes.detach, {params: {volumeId: 1}, source: {open: async function* () {}}});
});
