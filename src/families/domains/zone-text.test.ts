import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {DomainRecord} from '../../contract/resources/domains.ts';
import {ttlValues} from './ttl-choices.ts';
import {parseTtl} from './zone-parser.ts';
import {planZoneEdit, writeZone} from './zone-text.ts';
import {quotedText, tokenizeZone} from './zone-tokens.ts';

const zone = {domain: 'example.org', ttl_sec: 3600};
let next = 1;
const record = (facts: Partial<DomainRecord>): DomainRecord => ({
  id: next++,
  type: 'A',
  name: 'www',
  target: '192.0.2.1',
  priority: 0,
  weight: 0,
  port: 0,
  service: null,
  protocol: null,
  ttl_sec: 0,
  tag: null,
  created: '2026-01-01T00:00:00',
  updated: '2026-01-01T00:00:00',
  ...facts,
});
const rows = [
  record({name: ''}),
  record({}),
  record({type: 'AAAA', target: '2001:db8::1'}),
  record({type: 'CNAME', name: 'shop', target: 'www.example.org', ttl_sec: 300}),
  record({type: 'MX', name: '', target: 'mail.example.org', priority: 10}),
  record({type: 'TXT', name: '', target: 'v=spf1 "quoted" \\ -all'}),
  record({
    type: 'SRV',
    name: '_sip._tcp',
    service: '_sip.',
    protocol: '_tcp',
    target: 'sip.example.org',
    priority: 5,
    weight: 50,
    port: 5060,
  }),
  record({type: 'CAA', name: '', tag: 'issue', target: 'letsencrypt.org'}),
];
const text = writeZone(rows, zone);
const plan = (editedText: string, from = rows) => planZoneEdit(editedText, from, zone);
const steps = (editedText: string, from = rows) =>
  plan(editedText, from).steps.map(({action, label, values}) => ({action, label, ...values}));
const mistakesIn = (line: string) =>
  plan(`${text}${line}
`).mistakes.map(({message}) => message);

/** A row from an API that does not check its values. */
const arbitraryRow = fc.record({
  type: fc.constantFrom('A', 'AAAA', 'NS', 'MX', 'CNAME', 'TXT', 'SRV', 'PTR', 'CAA'),
  name: fc.oneof(
    fc.constantFrom('', '@', 'www', 'WWW', '*.a', 'www.example.org', '_sip._tcp'),
    fc.domain(),
    fc.string({unit: 'binary'}),
  ),
  target: fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.domain(),
    fc.constantFrom('', '.', 'mail', 'mail.example.org.', 'example.org'),
    fc.string({unit: 'binary'}),
  ),
  priority: fc.integer(),
  weight: fc.nat(65535),
  port: fc.nat(70000),
  service: fc.option(fc.constantFrom('sip', '_sip.', 'x y')),
  protocol: fc.option(fc.constantFrom('tcp', '_udp', '')),
  ttl_sec: fc.oneof(fc.constantFrom(0, ...ttlValues), fc.integer()),
  tag: fc.option(fc.constantFrom('issue', 'iodef', 'other')),
});

describe('a zone file', () => {
  it('parses back into the same records without any step', () => {
    fc.assert(
      fc.property(fc.array(arbitraryRow, {maxLength: 12}), entries => {
        const all = entries.map(facts => record(facts as Partial<DomainRecord>));
        const written = writeZone(all, zone);
        const {steps, mistakes, notes} = planZoneEdit(written, all, zone);
        expect({steps, mistakes, notes}).toEqual({steps: [], mistakes: [], notes: []});
        expect(written).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
      }),
      {numRuns: 500},
    );
  });

  it('quotes any text so that it parses back unchanged', () => {
    fc.assert(
      fc.property(fc.string({unit: 'binary'}), message => {
        const {lines, mistakes} = tokenizeZone(`x ${quotedText(message)}`);
        expect(mistakes).toEqual([]);
        const text =
          lines[0]?.words
            .slice(1)
            .map(word => word.text)
            .join('') ?? '';
        // A lone surrogate can't be encoded as bytes.
        expect(text.toWellFormed()).toBe(message.toWellFormed());
      }),
    );
  });

  it('never throws for invalid text, and every mistake has its line', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\n',
        ' ',
        '\t',
        '(',
        ')',
        '"',
        ';',
        '\\',
        '\\999',
        '$TTL ',
        '$ORIGIN ',
        ' IN ',
        ' MX 10 ',
        ' TXT ',
        '@',
        '3600',
      ),
      fc.string({unit: 'binary', maxLength: 8}),
    );
    fc.assert(
      fc.property(fc.nat(text.length), fc.array(piece, {maxLength: 8}), (at, pieces) => {
        const editedText = text.slice(0, at) + pieces.join('') + text.slice(at);
        for (const {line, message} of plan(editedText).mistakes) {
          expect(line).toBeGreaterThan(0);
          expect(line).toBeLessThanOrEqual(editedText.split('\n').length);
          expect(message).not.toBe('');
        }
      }),
      {numRuns: 500},
    );
  });

  it('leads to the records of the text, after any edit', () => {
    const lines = text.split('\n');
    const isRecord = (line: string): boolean => / IN /.test(line);
    fc.assert(
      fc.property(fc.subarray(lines.filter(isRecord)), fc.array(fc.nat(250), {maxLength: 5}), (keptLines, added) => {
        const fresh = [...new Set(added)].map(byte => `new${byte} IN A 192.0.2.${byte}`);
        const editedText = [...keptLines, ...fresh].join('\n');
        let now = [...rows];
        for (const {action, row, values} of plan(editedText).steps) {
          if (action === 'create') now.push(record(values as Partial<DomainRecord>));
          else if (action === 'delete') now = now.filter(entry => entry.id !== row?.id);
          else
            now = now.map(entry => (entry.id === row?.id ? {...entry, ...(values as Partial<DomainRecord>)} : entry));
        }
        expect(plan(editedText, now).steps).toEqual([]);
        expect(now).toHaveLength(keptLines.length + fresh.length);
      }),
    );
  });
});

describe('an edited zone', () => {
  it('updates the TTL, the data or the name of a record before it creates a new one', () => {
    expect(steps(text.replace('192.0.2.1', '192.0.2.9'))).toEqual([
      {action: 'update', label: 'A @', target: '192.0.2.9'},
    ]);
    expect(steps(text.replace(/^(shop +)300 /m, '$13600'))).toEqual([
      {action: 'update', label: 'CNAME shop', ttl_sec: 3600},
    ]);
    expect(steps(text.replace(/^shop/m, 'store'))).toEqual([
      {action: 'update', label: 'CNAME shop, now store', name: 'store'},
    ]);
    expect(steps(text.replace('10 mail', '20 mail'))).toEqual([{action: 'update', label: 'MX @', priority: 20}]);
    expect(steps(text.replace(/_sip\._tcp/, '_sip._udp'))).toMatchObject([{action: 'update', protocol: 'udp'}]);
    expect(steps(`${text}\nblog 1h IN CNAME hosted.example.net.\n`)).toEqual([
      {action: 'create', label: 'CNAME blog', type: 'CNAME', name: 'blog', target: 'hosted.example.net', ttl_sec: 3600},
    ]);
    expect(steps(text.replace(/^@.*CAA.*\n/m, ''))).toEqual([{action: 'delete', label: 'CAA @'}]);
  });

  it('accepts the common syntax of zone files', () => {
    const pasted = `$TTL 2h
$ORIGIN sub.example.org.
@ IN SOA ns1.example.net. hostmaster.example.org. (
    2026010101 ; serial
    3600 900 1209600 300 )
a     A 192.0.2.7 ; a comment
      AAAA 2001:db8::7
      IN 300 TXT ( "two"
                   "parts" )
b 1d2h CNAME a
`;
    const {notes, mistakes} = plan(pasted, []);
    expect(mistakes).toEqual([]);
    expect(notes).toEqual([
      {line: 3, message: 'The service creates the SOA record; the line is skipped'},
      {line: 10, message: 'a TTL of 93600 seconds is kept as 1 day'},
    ]);
    expect(steps(pasted, [])).toEqual([
      {action: 'create', label: 'A a.sub', type: 'A', name: 'a.sub', target: '192.0.2.7', ttl_sec: 7200},
      {action: 'create', label: 'AAAA a.sub', type: 'AAAA', name: 'a.sub', target: '2001:db8::7', ttl_sec: 7200},
      {action: 'create', label: 'TXT a.sub', type: 'TXT', name: 'a.sub', target: 'twoparts', ttl_sec: 300},
      {
        action: 'create',
        label: 'CNAME b.sub',
        type: 'CNAME',
        name: 'b.sub',
        target: 'a.sub.example.org',
        ttl_sec: 86400,
      },
    ]);
  });

  it('creates before it deletes, except for a CNAME, which must be alone on its name', () => {
    const moved = text.replace(/^www .*A +192.*\n/m, 'www2 IN A 192.0.2.5\n').replace(/^www .*AAAA.*\n/m, '');
    expect(steps(moved).map(({action, label}) => `${action} ${label}`)).toEqual([
      'create A www2',
      'delete A www',
      'delete AAAA www',
    ]);
    const cnameText = text
      .replace(/^www .*A +192.*\n/m, 'www IN CNAME elsewhere.example.net.\n')
      .replace(/^www .*AAAA.*\n/m, '');
    expect(steps(cnameText).map(({action, label}) => `${action} ${label}`)).toEqual([
      'delete A www',
      'delete AAAA www',
      'create CNAME www',
    ]);
  });

  it('explains each mistake in plain words', () => {
    expect(mistakesIn('x A 192.0.2.300')).toEqual(['192.0.2.300 is not an IPv4 address']);
    expect(mistakesIn('x AAAA fe80::1%eth0')).toEqual(['fe80::1%eth0 is not an IPv6 address']);
    expect(mistakesIn('x A')).toEqual(['A is written like www A 192.0.2.1']);
    expect(mistakesIn('x SSHFP 1 1 aa')).toEqual([expect.stringContaining('SSHFP isn’t a supported record type')]);
    expect(mistakesIn('x CNAME www.example.org')).toEqual([
      'www.example.org lacks the period at its end: it would mean www.example.org.example.org.',
    ]);
    expect(mistakesIn('x TXT v=spf1 -all')).toEqual([
      'put the text between quotation marks: without them its words are joined',
    ]);
    expect(mistakesIn('x TXT "open')).toEqual(['a quotation mark is not closed']);
    expect(mistakesIn('www CNAME shop')[0]).toMatch(/a CNAME must be alone on its name: see$/);
    expect(mistakesIn('@ CNAME shop')[0]).toBe('the zone itself can be no CNAME');
    expect(mistakesIn('@ MX 0 .')[0]).toMatch(/an MX without a server must be the only one/);
    expect(mistakesIn('www A 192.0.2.1')).toEqual(['repeats']);
    expect(mistakesIn('other.net. A 192.0.2.1')).toEqual(['other.net. is not below example.org.']);
    expect(mistakesIn('$INCLUDE file')).toEqual(['$INCLUDE isn’t supported: write the records themselves']);
    expect(plan('\n\n  A 192.0.2.1', []).mistakes).toEqual([
      {line: 3, message: 'starts with blanks, but no record before it has a name to reuse'},
    ]);
  });
});

it('times can be written in seconds or with units', () => {
  expect(['300', '5m', '1h', '1w2d', '1H30M', 'h', '-1', ''].map(parseTtl)).toEqual([
    300,
    300,
    3600,
    777600,
    5400,
    undefined,
    undefined,
    undefined,
  ]);
});

it('writes comments that fit in a terminal of 80 columns', () => {
  const comments = writeZone(rows, {...zone, domain: 'api-gateway.example'})
    .split('\n')
    .filter(line => line.startsWith(';'));
  expect(comments.filter(line => line.length > 79)).toEqual([]);
});
