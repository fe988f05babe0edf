import {expect, test} from 'vitest';
import {nounInSentence} from '../../../families/format/nouns.ts';
import {changeButton, changeQuestion} from './change-question.ts';

const plan = (title: string, count = 1, family = {one: 'firewall', title: 'Firewalls'}) => ({
  title,
  about: undefined,
  steps: undefined,
  changes: Array.from({length: count}),
  family: family as never,
  lead: {row: {}},
});

test('bug: the title of a preview lacked a question, and its button lacked the object', () => {
  expect(changeQuestion(plan('Delete'), 'web-fw')).toBe('Delete firewall web-fw?');
  expect(changeButton(plan('Delete'), 'web-fw')).toBe('Delete web-fw');
  expect(changeQuestion(plan('Shut down', 3, {one: 'instance', title: 'Instances'}), undefined)).toBe(
    'Shut down 3 instances?',
  );
  expect(changeButton(plan('Shut down', 3, {one: 'instance', title: 'Instances'}), undefined)).toBe(
    'Shut down 3 instances',
  );
  expect(changeQuestion(plan('New volume…', 1, {one: 'Volume', title: 'Volumes'}), undefined)).toBe('Create volume?');
  expect(changeButton(plan('New volume…', 1, {one: 'Volume', title: 'Volumes'}), undefined)).toBe('Create volume');
});

test('a title with an object keeps it, and a label that is a sentence is quoted', () => {
  expect(changeQuestion(plan('Reset the root password…'), 'web-01')).toBe('Reset the root password: web-01?');
  expect(changeButton(plan('Reset the root password…'), 'web-01')).toBe('Reset the root password');
  const ticket = {one: 'ticket', title: 'Tickets'};
  expect(changeQuestion(plan('Reply…', 1, ticket), 'Mail')).toBe('Reply to ticket Mail?');
  expect(changeButton(plan('Reply…', 1, ticket), 'Mail')).toBe('Reply');
  expect(changeQuestion(plan('Close', 1, ticket), 'Mail is late')).toBe('Close ticket “Mail is late”?');
});

test('bug: the question about a resource without a label repeated its noun', () => {
  const pool = {one: 'node pool', title: 'Node pools'};
  expect(changeQuestion(plan('Edit…', 1, pool), 'pool 3404')).toBe('Edit node pool 3404?');
  expect(changeQuestion(plan('Edit…', 1, pool), 'web')).toBe('Edit node pool web?');
  expect(changeQuestion(plan('Delete', 1, {one: 'Volume', title: 'Volumes'}), 'volume 7')).toBe('Delete volume 7?');
  expect(changeQuestion(plan('Delete', 1, {one: 'Volume', title: 'Volumes'}), 'volume')).toBe('Delete volume volume?');
});

test('bug: a preview of an upload asked about an object with the name of its folder', () => {
  const upload = {...plan('Upload…', 1, {one: 'object', title: 'Objects'}), lead: {row: undefined}};
  expect(changeQuestion(upload, 'acme-uploads/')).toBe('Upload object to “acme-uploads/”?');
});

test('resource nouns are lower case, and names of products keep their capitals', () => {
  expect(
    ['Volumes', 'Image', 'NodeBalancers', 'StackScript', 'VLANs', 'SSH key', 'Managed service'].map(nounInSentence),
  ).toEqual(['volumes', 'image', 'NodeBalancers', 'StackScript', 'VLANs', 'SSH key', 'Managed service']);
});
