/** Families with a single row, and rows built from a response, are read, edited and undone like all others. */
import {beforeEach, describe, expect, it, vi} from 'vitest';
import {familyOf} from '../../families/registry.ts';
import type {AnyRow, Family, FamilyId} from '../../families/shape/define-family.ts';
import {accountRow, paymentMethod, question, settingsRow} from '../../families/testing/account-rows.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {event, TestAccount} from '../testing/test-account.ts';
import {recordingAuditLog} from '../testing/test-changes.ts';
import {createTestSession} from '../testing/test-session.ts';
import type {AuditEntry} from './audit-log.ts';
import type {Change} from './change.ts';
import {memoryDraftStore} from './draft-store.ts';

let account: TestAccount;
let clock: ReturnType<typeof manualClock>;
let audited: AuditEntry[];
beforeEach(() => {
  account = new TestAccount();
  clock = manualClock();
  audited = [];
});

async function open(id: FamilyId, answers: Readonly<Record<string, () => unknown>>) {
  for (const [operation, response] of Object.entries(answers)) account.answers.set(operation, response);
  const drafts = memoryDraftStore();
  const put = vi.spyOn(drafts, 'put');
  const families: readonly Family[] = [familyOf(id)];
  const session = createTestSession({account, clock}, {families, drafts, auditLog: recordingAuditLog(audited)});
  const collection = session.collection(id);
  collection.subscribe(() => {});
  await clock.advance(1000);
  const preview = async (action: string, values: AnyRow, row = collection.getState().rows[0]): Promise<Change> => {
    const change = session.change({
      family: id,
      action,
      row: familyOf(id).actions[action]?.on === 'row' ? row : undefined,
    });
    change.subscribe(() => {});
    await clock.settle();
    for (const [path, value] of Object.entries(values)) change.set(path, value);
    change.toPreview();
    await clock.settle();
    return change;
  };
  return {session, collection, preview, forFiles: () => JSON.stringify(put.mock.calls.map(([, , forFile]) => forFile))};
}

const bodyOf = (change: Change): unknown => JSON.parse(change.getState().preview?.body ?? 'null');

describe('a resource type with a single row', () => {
  it('has the row of the answer', async () => {
    const {collection} = await open('account.settings', {'account.settings.get': () => settingsRow()});
    expect(collection.getState()).toMatchObject({rows: [settingsRow()], isComplete: true, total: 1});
  });

  it('has no row if the answer is empty', async () => {
    const {collection} = await open('profile', {'profile.get': () => undefined});
    expect(collection.getState()).toMatchObject({rows: [], isComplete: true, total: 0});
  });

  it('is edited like any row: only changed values are sent, and the answer is shown', async () => {
    let now = settingsRow();
    const {preview, collection, session} = await open('account.settings', {
      'account.settings.get': () => now,
      'account.settings.update': () => {
        now = settingsRow({backups_enabled: true});
        return now;
      },
    });
    const change = await preview('update', {backups_enabled: true});
    expect(bodyOf(change)).toEqual({backups_enabled: true});
    await change.send();
    expect(collection.getState().rows).toEqual([settingsRow({backups_enabled: true})]);
    const [back] = session.undo().changes;
    await back?.whenReady;
    await back?.toPreview();
    expect(back && bodyOf(back)).toEqual({backups_enabled: false});
  });

  it('is settled by an event without an entity', async () => {
    const {preview, session} = await open('account.settings', {
      'account.settings.get': () => settingsRow(),
      'account.settings.update': () => settingsRow({backups_enabled: true}),
    });
    session.account.subscribe(
      state => state.operations,
      () => {},
    );
    const change = await preview('update', {backups_enabled: true});
    await change.send();
    const reads = account.count('account.settings.get');
    account.events = [event({id: 9, action: 'account_settings_update', entity: null, status: 'notification'})];
    await clock.advance(3000);
    expect(account.count('account.settings.get')).toBeGreaterThan(reads);
  });

  it('asks for the full account name before the account is closed', async () => {
    const {preview} = await open('account', {'account.get': () => accountRow({balance: 12})});
    const change = await preview('cancel', {comments: 'moved'});
    expect(change.getState().confirmText).toBe('Acme Infrastructure');
    expect(change.getState().preview?.warnings).toContain(
      'The outstanding balance is charged immediately: about $53.50.',
    );
  });
});

describe('rows built from an answer', () => {
  it('can be set back to the value that the API answers as an empty object', async () => {
    let now: AnyRow = {id: 'longview-10', label: 'Ten', clients_included: 10, price: {hourly: 0.06, monthly: 40}};
    const {preview, collection} = await open('longview.plan', {
      'longview.plan.get': () => now,
      'longview.plan.update': () => {
        now = {};
        return now;
      },
    });
    expect(collection.getState().rows).toMatchObject([{longview_subscription: 'longview-10', clients_included: 10}]);
    const change = await preview('update', {longview_subscription: null});
    expect(bodyOf(change)).toEqual({longview_subscription: null});
    await change.send();
    expect(collection.getState().rows).toEqual([{longview_subscription: null}]);
  });
});

describe('sensitive input', () => {
  it('of a card is masked in the preview, and absent from drafts and the change log', async () => {
    const {preview, forFiles} = await open('account.paymentMethods', {
      'account.paymentMethods.create': () => paymentMethod(),
    });
    const card = {'data.card_number': '4111111111111111', 'data.cvv': '987', 'data.expiry_month': 11};
    const change = await preview('create', {...card, 'data.expiry_year': 2031});
    expect(change.getState().step).toBe('preview');
    expect(JSON.stringify(change.getState().preview)).not.toMatch(/4111|987/);
    await change.send();
    expect(account.calls.find(({operation}) => operation === 'account.paymentMethods.create')?.request.body).toEqual({
      type: 'credit_card',
      is_default: false,
      data: {card_number: '4111111111111111', cvv: '987', expiry_month: 11, expiry_year: 2031},
    });
    expect(JSON.stringify(audited)).not.toMatch(/4111|987/);
    expect(forFiles()).not.toMatch(/4111|987/);
  });

  it('of security answers is absent from the preview, drafts and the change log', async () => {
    const {preview, forFiles} = await open('profile.securityQuestions', {
      'profile.securityQuestions.get': () => ({security_questions: [question(), question({id: 3})]}),
      'profile.securityQuestions.answer': () => ({security_questions: []}),
    });
    const answers = [2, 3, 4].map(question_id => ({question_id, response: `Laika ${question_id}`}));
    const change = await preview('answer', {security_questions: answers});
    expect(change.getState().step).toBe('preview');
    expect(JSON.stringify(change.getState().preview)).not.toContain('Laika');
    await change.send();
    expect(JSON.stringify(audited)).not.toContain('Laika');
    expect(forFiles()).not.toContain('Laika');
  });
});
