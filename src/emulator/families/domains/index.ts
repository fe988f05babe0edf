/** DNS Domains (D2 §4.4). */

import {isIPv4} from 'node:net';
import type {Contract} from '../../../contract/index.ts';
import type {RequestBody} from '../../../contract/schema/endpoint.ts';
import {isPlainIPv6} from '../../../contract/schema/formats.ts';
import type {Handlers} from '../../engine/call.ts';
import {badRequest, FieldErrors} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';
import {addTags, tagErrors} from '../tags.ts';
import {Domains, domainEntity, Records, type StoredDomain} from './domain-kinds.ts';
import {isHostName, zoneNameProblem} from './host-names.ts';
import {records} from './records.ts';
import {roundUpTtl} from './ttl-values.ts';
import {zoneFile} from './zone-file.ts';

/** Names of zones in other accounts; zones are unique on the whole platform (D2 §2.9). */
const takenZones = new Set(['example.com', 'example.net', 'example.org']);

type DomainRequest = Partial<RequestBody<Contract['domains']['create']>>;

const normalizeZoneName = (name: string) => name.toLowerCase().replace(/\.$/, '');

function nameErrors(fieldErrors: FieldErrors, db: Store, name: string, ownId?: number): void {
  const problem = zoneNameProblem(name);
  if (problem) fieldErrors.add(problem, 'domain');
  const existing = db.byKey(Domains, normalizeZoneName(name));
  fieldErrors.addIf(
    (!!existing && existing.id !== ownId) || takenZones.has(normalizeZoneName(name)),
    'is taken already',
    'domain',
  );
}

/** Reports missing fields of a zone; for a change, pass the changed zone. */
function zoneErrors(fieldErrors: FieldErrors, zone: Pick<StoredDomain, 'type' | 'soa_email' | 'master_ips'>): void {
  fieldErrors.addIf(zone.type === 'master' && !zone.soa_email, 'is required for a master zone', 'soa_email');
  fieldErrors.addIf(
    zone.type === 'slave' && zone.master_ips.length === 0,
    'must hold at least one address for a slave zone',
    'master_ips',
  );
}

const times = ({expire_sec, refresh_sec, retry_sec, ttl_sec}: DomainRequest): Partial<StoredDomain> => ({
  ...(expire_sec === undefined ? {} : {expire_sec: roundUpTtl(expire_sec)}),
  ...(refresh_sec === undefined ? {} : {refresh_sec: roundUpTtl(refresh_sec)}),
  ...(retry_sec === undefined ? {} : {retry_sec: roundUpTtl(retry_sec)}),
  ...(ttl_sec === undefined ? {} : {ttl_sec: roundUpTtl(ttl_sec)}),
});

const zoneFrom = (id: number, request: DomainRequest, now: string): StoredDomain => ({
  id,
  type: request.type ?? 'master',
  domain: normalizeZoneName(request.domain ?? ''),
  group: request.group ?? null,
  status: request.status ?? 'active',
  description: request.description ?? null,
  soa_email: request.soa_email ?? '',
  retry_sec: 0,
  master_ips: [...(request.master_ips ?? [])],
  axfr_ips: [...(request.axfr_ips ?? [])],
  expire_sec: 0,
  refresh_sec: 0,
  ttl_sec: 0,
  ...times(request),
  tags: [...(request.tags ?? [])],
  created: now,
  updated: now,
});

export const domains: Handlers<Contract['domains']> = {
  list: call => call.page(Domains),

  create(call) {
    const {db, body, now} = call;
    const fieldErrors = new FieldErrors();
    nameErrors(fieldErrors, db, body.domain);
    zoneErrors(fieldErrors, zoneFrom(0, body, ''));
    tagErrors(fieldErrors, body.tags ?? []);
    fieldErrors.throwIfAny();
    const zone = db.insert(Domains, id => zoneFrom(id, body, formatTimestamp(now)));
    addTags(call, zone.tags);
    call.grantToCaller('domain', zone.id);
    call.emit({action: 'dns_zone_create', entity: domainEntity(zone)});
    return zone;
  },

  /**
   * The emulator makes no network requests. A name server whose name starts with `refused.` refuses the transfer; any
   * other provides a small zone.
   */
  import(call) {
    const {db, body, now} = call;
    const fieldErrors = new FieldErrors();
    nameErrors(fieldErrors, db, body.domain);
    const server = body.remote_nameserver;
    fieldErrors.addIf(
      !isHostName(server) && !isIPv4(server) && !isPlainIPv6(server),
      'is not a name server',
      'remote_nameserver',
    );
    fieldErrors.throwIfAny();
    if (server.startsWith('refused.'))
      throw badRequest(
        'The name server does not allow zone transfers from 96.126.114.97, 96.126.114.98, 2600:3c00::5e and 2600:3c00::5f.',
        'remote_nameserver',
      );
    const name = normalizeZoneName(body.domain);
    const zone = db.insert(Domains, id =>
      zoneFrom(id, {type: 'master', domain: name, soa_email: `hostmaster@${name}`}, formatTimestamp(now)),
    );
    const base = {
      weight: 0,
      port: 0,
      service: null,
      protocol: null,
      ttl_sec: 0,
      tag: null,
      created: formatTimestamp(now),
      updated: formatTimestamp(now),
    };
    for (const record of [
      {type: 'A', name: '', target: '198.51.100.17', priority: 0},
      {type: 'A', name: 'www', target: '198.51.100.17', priority: 0},
      {type: 'MX', name: '', target: `mail.${name}`, priority: 10},
    ] as const)
      db.insert(Records, id => ({id, ...record, ...base}), {parent: zone.id});
    call.grantToCaller('domain', zone.id);
    call.emit({action: 'dns_zone_import', entity: domainEntity(zone)});
    return zone;
  },

  get: call => call.json(Domains, call.params.domainId),

  update(call) {
    const {db, body} = call;
    const before = call.find(Domains, call.params.domainId);
    const {expire_sec: _, refresh_sec: __, retry_sec: ___, ttl_sec: ____, ...given} = body;
    const change = {
      ...given,
      ...times(body),
      ...(body.domain === undefined ? {} : {domain: normalizeZoneName(body.domain)}),
    } as Partial<StoredDomain>;
    const fieldErrors = new FieldErrors();
    if (body.domain !== undefined) nameErrors(fieldErrors, db, body.domain, before.id);
    zoneErrors(fieldErrors, {...before, ...change});
    tagErrors(fieldErrors, body.tags ?? []);
    fieldErrors.throwIfAny();
    addTags(call, body.tags ?? []);
    const zone = db.update(Domains, before.id, change);
    call.emit({action: 'dns_zone_update', entity: domainEntity(zone)});
    return zone;
  },

  delete(call) {
    const zone = call.find(Domains, call.params.domainId);
    call.db.removeAll(Records, zone.id);
    call.db.remove(Domains, zone.id);
    call.emit({action: 'dns_zone_delete', entity: domainEntity(zone)});
    return {};
  },

  clone(call) {
    const {db, body, now} = call;
    const source = call.find(Domains, call.params.domainId);
    const fieldErrors = new FieldErrors();
    nameErrors(fieldErrors, db, body.domain);
    fieldErrors.throwIfAny();
    const zone = db.insert(Domains, id => ({
      ...source,
      id,
      domain: normalizeZoneName(body.domain),
      created: formatTimestamp(now),
      updated: formatTimestamp(now),
    }));
    for (const record of db.all(Records, source.id)) db.insert(Records, id => ({...record, id}), {parent: zone.id});
    call.grantToCaller('domain', zone.id);
    call.emit({action: 'dns_zone_create', entity: domainEntity(zone)});
    return zone;
  },

  records,

  zoneFile: {
    get(call) {
      const zone = call.find(Domains, call.params.domainId);
      return {zone_file: zoneFile(zone, call.db.all(Records, zone.id))};
    },
  },
};
