import {expect, test} from 'vitest';
import {instances} from '../testing/test-families.ts';
import {foreignFilterHint} from './foreign-filter.ts';

test.each([
  ['web|db', '“|” isn’t an operator. Separate the values of a field with commas. Example: label:web,db'],
  ['status:running || status:offline', /Example: status:running,offline$/],
  ['region:us-east tag:web|db', /Example: tag:web,db$/],
  ['web or db', '“or” isn’t an operator. Separate the values of a field with commas. Example: label:web,db'],
  ['tag:web OR region:us-east', /Example: status:running,offline$/],
  ['tag:web and tag:prod', 'Rows must pass all terms without “and”. Example: tag:web tag:prod'],
  ['not web', '“not” isn’t an operator. Put ! before the term. Example: !web'],
  ['tag:prod NOT status:running', /Example: !status:running$/],
  ['web*', '“*” isn’t a wildcard. A term matches any part of a text. Example: web'],
  ['label=web*01', /Example: label:web label:01$/],
  ['.*web.*', /Example: web$/],
  ['label~web', '“~” isn’t an operator. “:” finds a part of a text. Example: label:web'],
  ['label=~web', /Example: label:web$/],
  ['label!~web', '“!~” isn’t an operator. Put ! before the term. Example: !label:web'],
  ['label==web-01', '“==” isn’t an operator. “=” compares the whole text. Example: label=web-01'],
  ['label=="my disk"', /Example: label="my disk"$/],
  ['region!:us-east', '“!:” isn’t an operator. Put ! before the term. Example: !region:us-east'],
  ['192.0.2.0/24', 'A range isn’t compared, because addresses match as text. Example: 192.0.2.'],
  ['ipv4:10.1.0.0/16', /Example: ipv4:10\.1\.$/],
  ['2001:db8::/32', /Example: 2001:db8:$/],
  ['created:yesterday', '“yesterday” isn’t a length of time or a date. Example: created<2d'],
  ['created>last_week', /Example: created<7d$/],
])('a filter of another tool gets one hint with the same condition: %s', (filter, hint) => {
  expect(foreignFilterHint(filter, instances)).toMatch(hint);
});

test.each([
  'web',
  'web-01 status:running',
  'label:"web|db"',
  '"not web"',
  'notes',
  'organic',
  'tag:today',
  '2001:db8::1',
  'a/b',
  '!web',
])('an ordinary filter that matches nothing gets no hint: %s', filter => {
  expect(foreignFilterHint(filter, instances)).toBeUndefined();
});
