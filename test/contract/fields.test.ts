/** Rules for all fields of the contract. */
import {describe, expect, it} from 'vitest';
import {contract} from '../../src/contract/index.ts';
import {endpointsOf} from '../../src/contract/schema/family.ts';
import type {Field} from '../../src/contract/schema/field.ts';

interface Place {
  readonly path: string;
  readonly field: Field;
}

/** Every field, once for each model that it stands in. */
function* fieldsOf(field: Field, path: string): Generator<Place> {
  yield {path, field};
  if (field.kind === 'list') yield* fieldsOf(field.item, `${path}[]`);
  if (field.kind === 'either') for (const option of field.options) yield* fieldsOf(option, path);
  if (field.kind !== 'object') return;
  for (const [name, inner] of Object.entries(field.fields)) yield* fieldsOf(inner, `${field.name ?? path}.${name}`);
}

const navigation = [...endpointsOf(contract)].flatMap(({id, spec}) =>
  [spec.page, spec.returns, spec.body].flatMap(model => (model ? [...fieldsOf(model, id)] : [])),
);

describe('the fields of the contract', () => {
  it('say their character rules in words', () => {
    const silent = navigation.filter(({field}) => {
      if (field.kind !== 'text') return false;
      const {pattern, hint, words} = field.facts;
      return (pattern ?? hint) !== undefined && words === undefined;
    });
    expect(silent.map(({path}) => path)).toEqual([]);
  });

  it('have defaults that they would accept', () => {
    for (const {path, field} of navigation) {
      if (field.kind === 'choice' && field.facts.default !== undefined)
        expect(field.values, path).toContain(field.facts.default);
      if (field.kind === 'integer' && typeof field.facts.default === 'number') {
        expect(field.facts.default, path).toBeGreaterThanOrEqual(field.facts.min ?? 0);
        expect(field.facts.default, path).toBeLessThanOrEqual(field.facts.max ?? Number.MAX_SAFE_INTEGER);
      }
    }
  });

  it('have no names with the brand word beside those that are translated', () => {
    const names = navigation.map(({path}) => path.slice(path.lastIndexOf('.') + 1).replaceAll('[]', ''));
    expect([...new Set(names.filter(name => /compute|kube/.test(name)))].sort()).toEqual([
      'add_compute',
      'compute',
      'compute_id',
      'compute_label',
      'computes',
      'from_compute',
      'kubecluster_id',
    ]);
  });

  it('are those of the documents, and few that providers have besides', () => {
    const beyond = navigation.filter(({field}) => field.facts.undocumented);
    // Lists and objects have to be there for a reading without repairs: only a short list may do without.
    const structures = beyond.filter(({field}) => field.kind === 'list' || field.kind === 'object');
    expect([...new Set(structures.map(({path}) => path))].sort()).toEqual([
      'InstanceType.addons.backups.region_prices',
      'InstanceType.region_prices',
    ]);
    expect([...new Set(beyond.map(({path}) => path))].sort()).toMatchInlineSnapshot(`
      [
        "Account.billing_source",
        "Bucket.region",
        "BucketCreate.region",
        "Domain.created",
        "Domain.errors",
        "Domain.updated",
        "Instance.backups.available",
        "Instance.host_uuid",
        "Instance.specs.gpus",
        "InstanceConfig.created",
        "InstanceConfig.initrd",
        "InstanceConfig.updated",
        "InstanceType.addons.backups.region_prices",
        "InstanceType.region_prices",
        "KeyCreate.bucket_access[].region",
        "ObjectStorageKey.bucket_access[].region",
        "Region.label",
        "StackScript.logo_url",
        "StackScript.ordinal",
      ]
    `);
    const operations = [...endpointsOf(contract)].filter(({spec}) => spec.undocumented);
    expect(operations.map(({id}) => id)).toMatchInlineSnapshot(`
      [
        "objectStorage.buckets.access.get",
      ]
    `);
  });

  it('mark every place where the brand word may stand', () => {
    const marked = navigation.flatMap(({path, field}) => (field.facts.wire ? [`${path}: ${field.facts.wire}`] : []));
    expect([...new Set(marked)].sort()).toMatchInlineSnapshot(`
      [
        "Account.billing_source: service-type",
        "Account.capabilities[]: capabilities",
        "AuthorizedApp.scopes: scopes",
        "AuthorizedApp.thumbnail_url: api-url",
        "Database.instance_uri: api-url",
        "Event.action: action",
        "Event.entity.id: entity-id",
        "Event.entity.type: entity-type",
        "Event.entity.url: api-url",
        "Event.secondary_entity.id: entity-id",
        "Event.secondary_entity.type: entity-type",
        "Event.secondary_entity.url: api-url",
        "FirewallDevice.entity.type: entity-type",
        "FirewallDevice.entity.url: api-url",
        "FirewallDeviceCreate.type: entity-type",
        "Image.created_by: created-by",
        "Image.id: image-or-kernel",
        "Instance.image: image-or-kernel",
        "InstanceConfig.kernel: image-or-kernel",
        "InstanceConfigCreate.kernel: image-or-kernel",
        "InstanceConfigUpdate.kernel: image-or-kernel",
        "InstanceCreate.image: image-or-kernel",
        "InstanceDiskCreate.image: image-or-kernel",
        "InstanceRebuild.image: image-or-kernel",
        "Kernel.id: image-or-kernel",
        "Maintenance.entity.type: entity-type",
        "Maintenance.entity.url: api-url",
        "ManagedIssue.entity.url: api-url",
        "Notification.entity.type: entity-type",
        "Notification.entity.url: api-url",
        "OAuthClient.thumbnail_url: api-url",
        "PersonalAccessToken.scopes: scopes",
        "Promotion.service_type: service-type",
        "Region.capabilities[]: capabilities",
        "StackScript.images[]: image-or-kernel",
        "StackScriptCreate.images[]: image-or-kernel",
        "StackScriptUpdate.images[]: image-or-kernel",
        "SupportTicket.entity.type: entity-type",
        "SupportTicket.entity.url: api-url",
        "TaggedObject.type: entity-type",
        "TokenCreate.scopes: scopes",
      ]
    `);
  });
});
