import {expect, test} from 'vitest';
import {portRules} from './port-rules.ts';

const fields = (...options: Parameters<typeof portRules>) => portRules(...options).map(({field}) => field);

test('conflicting options of a config are reported by field', () => {
  expect(fields({protocol: 'http', stickiness: 'http_cookie'})).toEqual([]);
  expect(fields({protocol: 'tcp', stickiness: 'http_cookie'})).toEqual(['stickiness']);
  expect(fields({protocol: 'tcp'}, {protocol: 'http', stickiness: 'http_cookie'})).toEqual(['stickiness']);
  expect(fields({check: 'http_body'})).toEqual(['check_body']);
  expect(fields({check_interval: 3}, {check_timeout: 3})).toEqual(['check_interval']);
  expect(fields({check_timeout: 9}, {check_interval: 5})).toEqual(['check_timeout']);
});

test('HTTPS needs a certificate with its key, unless both are stored', () => {
  expect(fields({protocol: 'https'})).toEqual(['ssl_cert', 'ssl_key']);
  expect(fields({protocol: 'https', ssl_cert: 'c'})).toEqual(['ssl_key']);
  expect(fields({protocol: 'https', ssl_cert: 'c', ssl_key: 'k'})).toEqual([]);
  const stored = {protocol: 'https', ssl_cert: '<REDACTED>', ssl_key: '<REDACTED>'};
  expect(fields({check: 'none'}, stored)).toEqual([]);
  expect(fields({ssl_key: 'k'}, stored)).toEqual(['ssl_cert']);
});
