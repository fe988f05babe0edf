/** Rules for all fields of the contract. */
import {describe, expect, it} from 'vitest';
import {contract} from '../../src/contract/index.ts';
import {checkField} from '../../src/contract/reading/check-body.ts';
import type {Endpoint} from '../../src/contract/schema/endpoint.ts';
import {endpointsOf} from '../../src/contract/schema/family.ts';
import type {Field} from '../../src/contract/schema/field.ts';
import {withoutToday} from '../../src/contract/schema/without-today.ts';

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

const endpoints = [...endpointsOf(contract)];
const placesIn = (all: readonly Endpoint[]): readonly Place[] =>
  all.flatMap(({id, spec}) =>
    [spec.page, spec.responseModel, spec.body].flatMap(model => (model ? [...fieldsOf(model, id)] : [])),
  );
const navigation = placesIn(endpoints);

describe('the fields of the contract', () => {
  it('describe their character rules in words', () => {
    const silent = navigation.filter(({field}) => {
      if (field.kind !== 'text') return false;
      const {pattern, hint, requirement} = field.facts;
      return (pattern ?? hint) !== undefined && requirement === undefined;
    });
    expect(silent.map(({path}) => path)).toEqual([]);
  });

  it('have valid defaults', () => {
    const defaults = navigation.filter(({field}) => field.facts.default !== undefined);
    expect(defaults.length).toBeGreaterThan(50);
    for (const {path, field} of defaults) expect(checkField(field, field.facts.default), path).toEqual([]);
  });

  it('have names with `compute` or `kube` only among those that are translated', () => {
    const names = navigation.map(({path}) => path.slice(path.lastIndexOf('.') + 1).replaceAll('[]', ''));
    expect([...new Set(names.filter(name => /compute|kube(?!config$)/.test(name)))].sort()).toEqual([
      'add_compute',
      'compute',
      'compute_id',
      'compute_interfaces',
      'compute_label',
      'computes',
      'from_compute',
      'interfaces_for_new_computes',
      'kube_cluster',
      'kube_cluster_id',
      'kubecluster_id',
      'maximum_computes_per_flexible_pg',
      'maximum_computes_per_pg',
    ]);
  });

  it('are those of the documents, except for a few that providers add', () => {
    const beyond = navigation.filter(({field}) => field.facts.undocumented && !field.facts.today);
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
    const operations = endpoints.filter(({spec}) => spec.undocumented);
    expect(operations.map(({id}) => id)).toMatchInlineSnapshot(`
      [
        "objectStorage.buckets.access.get",
      ]
    `);
  });

  it('of today’s API are optional in bodies, and missing from the contract of older servers', () => {
    const added = navigation.filter(({field}) => field.facts.today);
    expect(added.length).toBeGreaterThan(100);
    expect(added.filter(({field}) => field.facts.required || !field.facts.undocumented)).toEqual([]);
    const older = [...endpointsOf(withoutToday(contract))];
    const known = endpoints.filter(({spec}) => !spec.today);
    expect(older.map(({id}) => id)).toEqual(known.map(({id}) => id));
    const olderPlaces = placesIn(older);
    expect(olderPlaces.filter(({field}) => field.facts.today ?? 'todayValues' in field.facts)).toEqual([]);
    const paths = (places: readonly Place[]) => [...new Set(places.map(({path}) => path))];
    const kept = placesIn(known).filter(
      ({path}) => !added.some(one => path === one.path || path.startsWith(`${one.path}.`)),
    );
    expect(paths(kept).filter(path => !paths(olderPlaces).includes(path) && !path.includes('[]'))).toEqual([]);
  });

  it('mark every place where the ID prefix can occur', () => {
    const marked = navigation.flatMap(({path, field}) => (field.facts.wire ? [`${path}: ${field.facts.wire}`] : []));
    expect([...new Set(marked)].sort()).toMatchInlineSnapshot(`
      [
        "Account.billing_source: service-type",
        "Account.capabilities[]: capabilities",
        "AccountAvailability.available[]: capabilities",
        "AccountAvailability.unavailable[]: capabilities",
        "AccountSettings.interfaces_for_new_computes: interface-generation",
        "AccountSettings.maintenance_policy: policy",
        "AlertChannel.alerts[].url: api-url",
        "AlertDefinition.alert_channels[].url: api-url",
        "AuthorizedApp.scopes: scopes",
        "AuthorizedApp.thumbnail_url: api-url",
        "ChildAccount.billing_source: service-type",
        "ChildAccount.capabilities[]: capabilities",
        "Database.instance_uri: api-url",
        "Event.action: action",
        "Event.details.maintenance_policy_set: policy",
        "Event.entity.id: entity-id",
        "Event.entity.type: entity-type",
        "Event.entity.url: api-url",
        "Event.secondary_entity.id: entity-id",
        "Event.secondary_entity.type: entity-type",
        "Event.secondary_entity.url: api-url",
        "Firewall.entities[].parent_entity.type: entity-type",
        "Firewall.entities[].parent_entity.url: api-url",
        "Firewall.entities[].type: entity-type",
        "Firewall.entities[].url: api-url",
        "FirewallDevice.entity.parent_entity.type: entity-type",
        "FirewallDevice.entity.parent_entity.url: api-url",
        "FirewallDevice.entity.type: entity-type",
        "FirewallDevice.entity.url: api-url",
        "FirewallDeviceCreate.type: entity-type",
        "Image.created_by: created-by",
        "Image.id: image-or-kernel",
        "Image.image_sharing.shared_with.sharegroup_list_url: api-url",
        "Instance.image: image-or-kernel",
        "Instance.interface_generation: interface-generation",
        "Instance.maintenance_policy: policy",
        "InstanceClone.maintenance_policy: policy",
        "InstanceConfig.kernel: image-or-kernel",
        "InstanceConfigCreate.kernel: image-or-kernel",
        "InstanceConfigUpdate.kernel: image-or-kernel",
        "InstanceCreate.image: image-or-kernel",
        "InstanceCreate.maintenance_policy: policy",
        "InstanceDiskCreate.image: image-or-kernel",
        "InstanceRebuild.image: image-or-kernel",
        "InstanceRebuild.maintenance_policy: policy",
        "InstanceUpdate.maintenance_policy: policy",
        "Invoice.billing_source: service-type",
        "Kernel.id: image-or-kernel",
        "KubeType.id: kube-type",
        "Maintenance.entity.type: entity-type",
        "Maintenance.entity.url: api-url",
        "Maintenance.maintenance_policy_set: policy",
        "MaintenancePolicy.slug: policy",
        "ManagedIssue.entity.url: api-url",
        "NodeBalancer.kube_cluster.type: entity-type",
        "NodeBalancer.kube_cluster.url: api-url",
        "Notification.entity.type: entity-type",
        "Notification.entity.url: api-url",
        "OAuthClient.thumbnail_url: api-url",
        "PersonalAccessToken.scopes: scopes",
        "Promotion.service_type: service-type",
        "ProxyUserToken.scopes: scopes",
        "Region.capabilities[]: capabilities",
        "SettingsUpdate.interfaces_for_new_computes: interface-generation",
        "SettingsUpdate.maintenance_policy: policy",
        "ShareGroupCreate.images[].id: image-or-kernel",
        "ShareGroupImages.images[].id: image-or-kernel",
        "SharedImage.created_by: created-by",
        "SharedImage.id: image-or-kernel",
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
