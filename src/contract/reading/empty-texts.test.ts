import {describe, expect, it} from 'vitest';
import {contract} from '../index.ts';
import {Domain, DomainRecordUpdate, DomainUpdate} from '../resources/domains.ts';
import {applyDialect, dialects, normalizeResponse} from '../wire/dialect.ts';
import {checkBody} from './check-body.ts';
import {read} from './reader.ts';

const {domains, tags, volumes} = contract;
const {documents, provider} = dialects;
const page = (...data: object[]) => ({data, page: 1, pages: 1, results: data.length});

describe('an empty text', () => {
  const record = {id: 1, type: 'A', name: '', target: '192.0.2.1', tag: null};
  const {name: _, ...bare} = record;

  it('is sent in the dialect `provider`, and left out in `documents`: the name of a record at the apex', () => {
    expect(applyDialect(domains.records.list, page(record), provider)).toEqual(page(record));
    expect(applyDialect(domains.records.list, page(record), documents)).toEqual(page(bare));
    expect(applyDialect(domains.records.get, {...bare, name: 'www'}, documents)).toEqual({...bare, name: 'www'});
  });

  it('is null in the dialect `documents` if the field can be null', () => {
    const zone = {id: 7, group: '', description: null, soa_email: ''};
    expect(applyDialect(domains.get, zone, documents)).toEqual({id: 7, group: null, description: null});
    expect(applyDialect(domains.get, zone, provider)).toEqual({...zone, description: '', errors: ''});
  });

  it('is converted by the shape of its object if an answer has several shapes', () => {
    const instance = {label: 'web-01', specs: {}, ipv4: [], group: ''};
    const zone = {domain: 'example.org', soa_email: 'a@example.org', axfr_ips: [], group: ''};
    const tagged = page({type: 'compute', data: instance}, {type: 'domain', data: zone});
    const result = applyDialect(tags.objects.list, tagged, documents);
    expect(result).toMatchObject({data: [{data: {group: ''}}, {data: {group: null}}]});
  });

  it('is read as empty, whether it was sent as an empty text, as null or not at all', () => {
    expect(normalizeResponse(domains.records.list, page(bare))).toEqual(page({...bare, name: ''}));
    expect(normalizeResponse(domains.records.update, {...bare, name: null})).toEqual({...bare, name: ''});
    const unchanged = page(record);
    expect(normalizeResponse(domains.records.list, unchanged)).toBe(unchanged);
    expect(normalizeResponse(volumes.get, {label: ''})).toEqual({label: ''});
    expect(read(Domain, normalizeResponse(domains.get, {id: 7, domain: 'example.org'})).value).toMatchObject({
      soa_email: '',
    });
  });

  it('is accepted in a body, unless `emptyTexts` is `refuse`', () => {
    const zone = {soa_email: '', description: '', group: ''};
    expect(checkBody(DomainUpdate, zone)).toEqual({value: zone, fieldErrors: []});
    expect(checkBody(DomainUpdate, zone, {emptyTexts: 'refuse'}).fieldErrors).toEqual([
      {field: 'group', reason: 'must be 1 to 50 characters, or left out'},
      {field: 'description', reason: 'must be 1 to 255 characters, or left out'},
      {field: 'soa_email', reason: 'must be an email address, or left out'},
    ]);
    expect(checkBody(DomainRecordUpdate, {name: 'x'.repeat(101)}).fieldErrors).toHaveLength(1);
  });
});
