import {expect, test} from 'vitest';
import {shareGroup, shareMember, shareToken} from '../testing/image-sharing-rows.ts';
import {image} from '../testing/rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {images} from './index.ts';
import {shareGroups, unlessShareable} from './share-groups.ts';
import {shareMembers} from './share-members.ts';
import {shareTokens} from './share-tokens.ts';

const lookup = lookupFrom({});
const copied = image({
  size: 2048,
  regions: [
    {region: 'us-east', status: 'available'},
    {region: 'eu-central', status: 'replicating'},
  ],
});
const {replicate} = images.actions;

test('a region that a replication omits loses its copy', () => {
  const body = {regions: ['us-east', 'ap-south']};
  expect(replicate?.warnings?.({row: copied, lookup, params: {}, body})).toEqual([
    'The copy in eu-central will be deleted.',
    '2 copies of 2 GB will be billed.',
  ]);
  const {risk} = replicate ?? {};
  if (typeof risk !== 'function') throw new Error('the risk follows from the regions');
  expect(risk({row: copied, lookup, params: {}, body})).toBe('destroys');
  expect(risk({row: copied, lookup, params: {}, body: {regions: ['us-east', 'eu-central', 'ap-south']}})).toBe(
    'charges',
  );
  expect(replicate?.undo?.body?.(copied, body)).toEqual({regions: ['us-east', 'eu-central']});
});

test('a replication needs a region in which the image is available', () => {
  const problems = (...regions: string[]) =>
    replicate?.problems?.({row: copied, lookup, params: {}, body: {regions}}).map(({reason}) => reason);
  expect(problems()).toEqual(['needs at least one region']);
  expect(problems('eu-central')).toEqual(['needs a region in which the image is available']);
  expect(problems('us-east')).toEqual([]);
});

test('images that can’t be replicated or shared show a reason', () => {
  expect(replicate?.unless?.({row: image(), lookup, params: {}})).toMatch(/does not show its regions/);
  expect(replicate?.unless?.({row: {...copied, is_public: true}, lookup, params: {}})).toMatch(
    /belong to the platform/,
  );
  expect(replicate?.unless?.({row: {...copied, status: 'creating'}, lookup, params: {}})).toMatch(/not available/);
  expect(replicate?.unless?.({row: copied, lookup, params: {}})).toBeUndefined();
  expect(unlessShareable(copied)).toBeUndefined();
  expect(unlessShareable({...copied, is_public: true})).toMatch(/belong to the platform/);
  expect(unlessShareable({...copied, status: 'pending_upload'})).toMatch(/not available/);
});

test('a suspended group and a pending token need attention', () => {
  expect(shareGroups.state?.(shareGroup({is_suspended: true}), lookup, {})).toEqual({
    condition: 'attention',
    word: 'suspended',
  });
  expect(shareTokens.state?.(shareToken({status: 'pending'}), lookup, {})).toMatchObject({condition: 'attention'});
  expect(shareTokens.state?.(shareToken({status: 'expired'}), lookup, {})).toMatchObject({condition: 'off'});
});

test("a new token is revealed once, and its row doesn't contain it", () => {
  const response = {...shareToken({status: 'pending'}), token: 'the-token'};
  const {create} = shareTokens.actions;
  expect(create?.revealedValues?.({response, values: {}, row: undefined, params: {}})).toEqual([
    {title: 'Token', value: 'the-token', secret: true},
  ]);
  expect(JSON.stringify(create?.createdRow?.(response))).not.toContain('the-token');
});

test("leaving a group warns about the lost access, and a revoked member can't be revoked again", () => {
  const {delete: leave} = shareTokens.actions;
  expect(leave?.warnings?.({row: shareToken(), lookup, params: {}, body: undefined})).toEqual([
    'You leave the share group, and lose access to its images.',
  ]);
  const {delete: revoke} = shareMembers.actions;
  expect(revoke?.unless?.({row: shareMember({status: 'revoked'}), lookup, params: {}})).toBe('already revoked');
  expect(revoke?.unless?.({row: shareMember(), lookup, params: {}})).toBeUndefined();
});
