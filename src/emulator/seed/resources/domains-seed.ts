/** The demo account's zones: those of a small company, with every type of record, a slave zone and a disabled one. */
import type {DomainRecord} from '../../../contract/resources/domains.ts';
import {days} from '../../engine/time/clock.ts';
import {Domains, Records, type StoredDomain} from '../../families/domains/domain-kinds.ts';
import {beforeNow, type SeedContext, type Seeder} from '../core/seed-context.ts';

type RecordSketch = Pick<DomainRecord, 'type' | 'name' | 'target'> & Partial<DomainRecord>;

const address = (index: number) => `192.0.2.${index}`;

const main: readonly RecordSketch[] = [
  {type: 'A', name: '', target: address(10)},
  {type: 'A', name: 'www', target: address(10), ttl_sec: 300},
  {type: 'A', name: 'api', target: address(11), ttl_sec: 300},
  {type: 'AAAA', name: 'www', target: '2001:db8::10'},
  {type: 'NS', name: 'lab', target: 'ns1.lab.acme-infra.example'},
  {type: 'MX', name: '', target: 'mail1.acme-infra.example', priority: 10},
  {type: 'MX', name: '', target: 'mail2.acme-infra.example', priority: 20},
  {type: 'CNAME', name: 'docs', target: 'www.acme-infra.example'},
  {type: 'CNAME', name: 'status', target: 'status-page.example'},
  {type: 'TXT', name: '', target: 'v=spf1 mx -all'},
  {type: 'TXT', name: 'k1._domainkey', target: `v=DKIM1; k=rsa; p=${'MIIBIjANBgkqhkiG9w0BAQEFAAOC'.repeat(12)}`},
  {
    type: 'SRV',
    name: '_sip._tcp',
    target: 'sip.acme-infra.example',
    service: '_sip.',
    protocol: '_tcp',
    priority: 5,
    weight: 50,
    port: 5060,
  },
  {type: 'CAA', name: '', target: 'ca.example', tag: 'issue'},
  {type: 'CAA', name: '', target: 'mailto:security@acme-infra.example', tag: 'iodef'},
];

const site = (index: number): readonly RecordSketch[] => [
  {type: 'A', name: '', target: address(10 + (index % 12))},
  {type: 'CNAME', name: 'www', target: 'www.acme-infra.example'},
  {type: 'MX', name: '', target: 'mail1.acme-infra.example', priority: 10},
];

const sites = [
  ['acme-infra.dev', ['staging'], 'Where things are tried'],
  ['acme-cdn.example', ['prod'], ''],
  ['acme.shop', ['prod', 'shop'], 'The shop'],
  ['acme.store', ['prod', 'shop'], 'Redirects to the shop'],
  ['getacme.example', ['marketing'], ''],
  ['acme-events.example', ['marketing'], 'Event pages; ends in autumn'],
  ['xn--bcher-kva.example', ['marketing'], 'bücher – the book campaign 📚'],
  ['xn--fsqu00a.example', ['prod', 'apac'], '例子 – 亚太站点'],
  ['acme-il.example', ['prod'], 'אתר ישראל'],
  ['api-gateway.example', ['prod'], ''],
  ['acme-mail.example', ['prod', 'mail'], ''],
  ['acme-labs.example', ['staging'], ''],
  ['old-acme.example', [], 'Kept for its name'],
] as const;

interface SeededZone {
  readonly name: string;
  /** Days. */
  readonly age: number;
  /** The values that differ from those of a new zone. */
  readonly changes?: Partial<StoredDomain>;
  readonly records: readonly RecordSketch[];
}

function addZone(context: SeedContext, {name, age, changes, records}: SeededZone): void {
  const {db} = context;
  const createdAt = beforeNow(context, age * days);
  const inserted = db.insert(Domains, id => ({
    id,
    type: 'master',
    domain: name,
    group: null,
    status: 'active',
    description: null,
    soa_email: 'hostmaster@acme-infra.example',
    retry_sec: 0,
    master_ips: [],
    axfr_ips: [],
    expire_sec: 0,
    refresh_sec: 0,
    ttl_sec: 0,
    tags: [],
    ...changes,
    created: createdAt,
    updated: beforeNow(context, Math.min(age, context.random.int(0, 59)) * days),
  }));
  for (const sketch of records)
    db.insert(
      Records,
      id => ({
        id,
        priority: 0,
        weight: 0,
        port: 0,
        service: null,
        protocol: null,
        ttl_sec: 0,
        tag: null,
        created: createdAt,
        updated: createdAt,
        ...sketch,
      }),
      {parent: inserted.id},
    );
}

export const domainsSeed: Seeder = {
  demo(context) {
    addZone(context, {
      name: 'acme-infra.example',
      age: 900,
      changes: {tags: ['prod'], description: 'The main zone', axfr_ips: ['198.51.100.53'], ttl_sec: 3600},
      records: main,
    });
    for (const [index, [name, tags, description]] of sites.entries())
      addZone(context, {
        name,
        age: 700 - index * 40,
        changes: {tags: [...tags], description: description || null},
        records: site(index),
      });
    for (let index = 1; index <= 8; index++)
      addZone(context, {
        name: `customer-${index}.example`,
        age: 300 - index * 20,
        changes: {tags: ['customers'], group: 'customers'},
        records: site(index),
      });
    addZone(context, {
      name: 'partner.example',
      age: 210,
      changes: {type: 'slave', soa_email: '', master_ips: ['203.0.113.53', '2001:db8:53::1']},
      records: [],
    });
    addZone(context, {name: 'parked.example', age: 400, changes: {status: 'disabled'}, records: site(3)});
  },
  many(context, instances) {
    const zones = Math.max(1, Math.min(2000, Math.ceil(instances / 50)));
    for (let index = 0; index < zones; index++)
      addZone(context, {
        name: `zone-${String(index).padStart(5, '0')}.example`,
        age: 30 + (index % 300),
        records: site(index),
      });
  },
};
