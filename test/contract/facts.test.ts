/**
 * The code against the facts of API version 4.130.0, one by one and in both directions.
 *
 * The facts were written down once and do not change with the code. Where the code departs from them on purpose, the
 * departure is listed below with its reason; one that no longer exists fails the test as well.
 */
import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {contract} from '../../src/contract/index.ts';
import {endpointsOf} from '../../src/contract/schema/family.ts';
import {type Description, describeEndpoint, describeFields, flatten, modelsIn} from './describe.ts';

interface Facts {
  readonly operations: Readonly<Record<string, Description>>;
  readonly models: Readonly<Record<string, Description>>;
}

const facts = JSON.parse(readFileSync(new URL('../data/facts.json', import.meta.url), 'utf8')) as Facts;

/** Places where code and facts differ on purpose; a place includes all places below it. */
const departures: Readonly<Record<string, string>> = {
  'operations.databases.mongodb.backups.delete.access':
    'the documents ask for databases:read_write and no more (D3 §4.1)',
  'operations.databases.mysql.backups.delete.access': 'as for the document engine, which the documents describe',
  'operations.databases.postgresql.backups.delete.access': 'as for the document engine, which the documents describe',
  'operations.nodebalancers.configs.rebuild.access':
    'the documents ask for nodebalancers:read_write and no more (D3 §4.2)',
  'models.PageEnvelope': 'the envelope is the type Page, which is generic',
  'models.ErrorBody': 'refusals are read by problemsIn, which takes any body',
  'models.ErrorItem': 'refusals are read by problemsIn, which takes any body',
  'models.Empty': 'an empty answer has no fields to describe',
  'models.Warnings': 'warnings come beside the usual body of an answer and are not read',
  'models.Warning': 'warnings come beside the usual body of an answer and are not read',
  'models.WalletPaymentStaged': 'the answer of an endpoint that is disabled',
  'models.ConfigDevices': 'providers answer null for an empty slot',
  'models.RescueDevices': 'providers answer null for an empty slot',
  'models.ConfigInterface.label':
    'empty on a public interface, so that neither length nor characters have a lower bound',
  'models.FirewallRule.addresses': 'the mask is described in words, without a format',
  'models.Event.time_remaining': 'providers write seconds as a number, or hours, minutes and seconds as text',
  'models.NodeBalancerNode.address.format': 'providers write the address with its port',
  'operations.nodebalancers.create.body.fields.configs.items.fields.nodes.items.fields.address.format':
    'providers write the address with its port',
  'operations.nodebalancers.configs.rebuild.body.fields.nodes.items.fields.address.format':
    'providers write the address with its port',
  'operations.nodebalancers.configs.nodes.create.body.fields.address.format':
    'providers write the address with its port',
  'operations.nodebalancers.configs.nodes.update.body.fields.address.format':
    'providers write the address with its port',
  'operations.networking.ips.update.body.fields.rdns.nullable': 'null gives the default name back (supplement)',
  'operations.instances.ips.update.body.fields.rdns.nullable': 'null gives the default name back (supplement)',
  'operations.networking.ips.share.body.fields.ips.items.format': 'a range may be sent with its prefix length',
  'operations.networking.ipv4.share.body.fields.ips.items.format': 'a range may be sent with its prefix length',
  'operations.objectStorage.keys.create.body.fields.bucket_access.nullable': 'null opens every bucket',
  'models.ObjectStorageKey.bucket_access.nullable': 'providers answer null for a key that opens every bucket',
  'models.InstanceIps.ipv6.fields.global': 'providers list the ranges of an instance',
  'operations.domains.clone.params.domainId': 'published as a string, but an integer in every other call',
  'operations.domains.zoneFile.get.params.domainId': 'published as a string, but an integer in every other call',
  'operations.volumes.create.body.fields.label.hint': 'accepts a label of one letter, as the API does',
  'operations.instances.create.body.fields.swap_size.min': 'the documents give no minimum, and no size is negative',
  'operations.instances.disks.create.body.fields.size.min': 'the documents give the minimum for the resize only',
  'operations.volumes.create.body.fields.size.min': 'the documents give no minimum, and the API refuses less than 1 GB',
  'operations.volumes.create.body.fields.size.hintMax': 'the documents give the maximum for the answer only',
  'operations.volumes.update.body.fields.label.hint': 'accepts a label of one letter, as the API does',
  'operations.volumes.clone.body.fields.label.hint': 'accepts a label of one letter, as the API does',
  'models.FirewallRule.ports.format': 'refuses texts that the API refuses as ports',
  'models.Volume.label.hint': 'accepts a label of one letter, as the API does',
};

const endpoints = [...endpointsOf(contract)].filter(({spec}) => !spec.undocumented && !spec.today);
const inAnswers = modelsIn(endpoints.flatMap(({spec}) => [spec.page, spec.responseModel]));
const inBodies = modelsIn(endpoints.map(({spec}) => spec.body));

describe('the contract against the facts', () => {
  it('has every operation, and no other', () => {
    expect(endpoints.map(({id}) => id).sort()).toEqual(Object.keys(facts.operations).sort());
    expect(endpoints).toHaveLength(328);
  });

  it('agrees in every fact', () => {
    const code = {
      operations: Object.fromEntries(endpoints.map(endpoint => [endpoint.id, describeEndpoint(endpoint)])),
      models: Object.fromEntries(
        [...inAnswers, ...[...inBodies].filter(([name]) => name in facts.models)].map(([name, {fields}]) => [
          name,
          describeFields(fields),
        ]),
      ),
    };
    const stated = flatten(comparable(facts));
    const written = flatten(comparable(code));
    expect(stated.size).toBeGreaterThan(6000);

    const differences = [...new Set([...stated.keys(), ...written.keys()])]
      .filter(view => stated.get(view) !== written.get(view))
      .map(view => ({place: view, facts: stated.get(view), code: written.get(view)}));
    const isBelow = (place: string, departure: string) => place === departure || place.startsWith(`${departure}.`);
    const known = Object.keys(departures);
    expect(differences.filter(({place: view}) => !known.some(departure => isBelow(view, departure)))).toEqual([]);
    expect(known.filter(departure => !differences.some(({place: view}) => isBelow(view, departure)))).toEqual([]);
  });

  it('gives every model one name', () => {
    const byName = new Map<string, unknown>();
    for (const model of endpoints.flatMap(({spec}) => [spec.page, spec.responseModel, spec.body])) {
      if (model?.kind !== 'object' || model.name === undefined) continue;
      expect(byName.get(model.name) ?? model, model.name).toBe(model);
      byName.set(model.name, model);
    }
  });
});

/** Leaves out facts that the code does not have, and defaults. */
function comparable({operations, models}: Facts) {
  return {
    operations: Object.fromEntries(
      Object.entries(operations).map(([id, {rules, access, body, ...operation}]) => [
        id,
        without(
          {
            ...operation,
            ...(isUsual(operation.method, access) ? {} : {access}),
            // Filtering is a fact of lists; bodies only repeat it.
            ...(body === undefined ? {} : {body: without(body, name => name === 'filterable')}),
          },
          (name, value) => name === 'from' && typeof value === 'string',
        ),
      ]),
    ),
    models: without(models, (name, value) => name === 'from' && typeof value === 'string'),
  };
}

/** The default scopes: read_only for reading, and read_write for changes. */
const isUsual = (method: unknown, access: unknown) =>
  access === undefined ||
  JSON.stringify(access) === JSON.stringify({level: method === 'GET' ? 'read_only' : 'read_write'});

function without(value: unknown, isLeftOut: (name: string, value: unknown) => boolean): unknown {
  if (Array.isArray(value)) return value.map(inner => without(inner, isLeftOut));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => !isLeftOut(name, inner))
      .map(([name, inner]) => [name, without(inner, isLeftOut)]),
  );
}
