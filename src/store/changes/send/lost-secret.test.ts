/** Changes whose response contains a secret, if the response is lost. */
import {expect, test} from 'vitest';
import {UnreachableError} from '../../../client/core/errors.ts';
import {oauthClients} from '../../../families/account/oauth-clients.ts';
import {tokens} from '../../../families/profile/tokens.ts';
import {manualClock} from '../../testing/manual-clock.ts';
import {event, TestAccount} from '../../testing/test-account.ts';
import {createTestSession} from '../../testing/test-session.ts';

const lost = () => new UnreachableError('reset', 'api.example.com closed the connection early.', {outcome: 'unknown'});

/** A token as its list has it, created at this time. */
const ci = (id: number, createdAt: number) => {
  const created = new Date(createdAt).toISOString().slice(0, 19);
  return {id, label: 'ci', scopes: 'volumes:read_only', token: '9337debbb7', created};
};

test('a token whose response was lost fails a command, because its secret can’t be read', async () => {
  const account = new TestAccount();
  const clock = manualClock();
  account.lists.set('profile.tokens.list', []);
  account.answers.set('profile.tokens.create', () => {
    account.lists.set('profile.tokens.list', [ci(5, clock.now())]);
    throw lost();
  });
  const session = createTestSession({account, clock}, {families: [tokens]});
  const change = session.change(
    {family: 'profile.tokens', action: 'create'},
    {presetValues: {label: 'ci', scopes: 'volumes:read_only'}},
  );
  await clock.settle();
  await change.toPreview();
  await change.send();
  await clock.advance(1000);
  await clock.settle();
  const {outcome} = change.getState();
  expect(outcome).toMatchObject({status: 'done', isSecretLost: true});
  expect(outcome?.message).toBe(
    'New token ci: no response, but a check found the change applied. The token was in the lost response and can’t be read again. Delete this one, and create another.',
  );
  // The API shows only the first characters of a token in its list.
  expect(outcome?.response).toBeUndefined();
});

test('bug: a token that was not created was reported as created, because an older one has its label', async () => {
  const account = new TestAccount();
  const clock = manualClock();
  account.lists.set('profile.tokens.list', [ci(4, clock.now() - 86_400_000)]);
  account.answers.set('profile.tokens.create', () => {
    throw lost();
  });
  const session = createTestSession({account, clock}, {families: [tokens]});
  const presetValues = {label: 'ci', scopes: 'volumes:read_only'};
  const change = session.change({family: 'profile.tokens', action: 'create'}, {presetValues});
  await clock.settle();
  await change.toPreview();
  await change.send();
  await clock.advance(60_000);
  expect(change.getState().outcome).toMatchObject({
    status: 'unknown',
    message: 'New token ci: the change may have been applied; check before you retry',
  });
});

test('the result names a new secret of an OAuth client that was lost with its response', async () => {
  const account = new TestAccount();
  const clock = manualClock();
  const client = {id: 'c1', label: 'app', redirect_uri: 'https://example.com', public: false, secret: '<REDACTED>'};
  account.lists.set('account.oauthClients.list', [client]);
  account.answers.set('account.oauthClients.resetSecret', () => {
    throw lost();
  });
  const session = createTestSession({account, clock}, {families: [oauthClients]});
  const row = {...client, status: 'active', thumbnail_url: null};
  const change = session.change({family: 'account.oauthClients', action: 'resetSecret', row});
  await clock.settle();
  await change.toPreview();
  await change.send();
  const entity = {id: 'c1', label: 'app', type: 'oauth_client', url: '/v4/account/oauth-clients/c1'};
  account.events = [event({action: 'oauth_client_secret_reset', entity, status: 'notification'})];
  await clock.advance(1000);
  await clock.settle();
  expect(change.getState().outcome?.message).toBe(
    'Reset secret app: no response, but a check found the change applied. The new secret was in the lost response and can’t be read again.',
  );
});

test('a token whose response is empty was created, but its secret is lost', async () => {
  const account = new TestAccount();
  const clock = manualClock();
  account.answers.set('profile.tokens.create', () => {
    throw new UnreachableError('reset', 'The response is empty.', {outcome: 'done'});
  });
  const session = createTestSession({account, clock}, {families: [tokens]});
  const presetValues = {label: 'ci', scopes: 'volumes:read_only'};
  const change = session.change({family: 'profile.tokens', action: 'create'}, {presetValues});
  await clock.settle();
  await change.toPreview();
  await change.send();
  expect(change.getState().outcome).toMatchObject({
    status: 'done',
    isSecretLost: true,
    message:
      'New token ci: done. The token was in the lost response and can’t be read again. Delete this one, and create another.',
  });
});
