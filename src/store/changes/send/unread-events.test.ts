/** A reboot that got no response, on an account whose events can't be read. */
import {describe, expect, it} from 'vitest';
import {UnauthorizedError, UnreachableError} from '../../../client/core/errors.ts';
import {instances} from '../../../families/instances/index.ts';
import {manualClock} from '../../testing/manual-clock.ts';
import {event, instanceEntity, offlineError, TestAccount} from '../../testing/test-account.ts';
import {recordingAuditLog} from '../../testing/test-changes.ts';
import {instance} from '../../testing/test-families.ts';
import {createTestSession} from '../../testing/test-session.ts';
import type {AuditEntry} from '../audit-log.ts';

const forbidden = new UnauthorizedError('grant', 'Your user may not do this.', {status: 403});

/** Sends the reboot; the API carries it out, and its response is lost. */
async function rebootWithoutResponse() {
  const account = new TestAccount();
  const clock = manualClock();
  const audited: AuditEntry[] = [];
  account.lists.set('instances.list', [instance(7)]);
  let eventsFailure: Error | undefined;
  let holding: Promise<void> | undefined;
  account.beforeAnswer = async ({operation}) => {
    if (operation !== 'account.events.list') return;
    await holding;
    if (eventsFailure) throw eventsFailure;
  };
  const session = createTestSession({account, clock}, {families: [instances], auditLog: recordingAuditLog(audited)});
  const collection = session.collection('instances');
  collection.subscribe(() => {});
  await clock.advance(1000);
  account.answers.set('instances.reboot', () => {
    const created = new Date(clock.now()).toISOString().slice(0, 19);
    account.events.push(event({action: 'compute_reboot', entity: instanceEntity(7), created}));
    throw new UnreachableError('reset', 'api.example.com closed the connection early.', {outcome: 'unknown'});
  });
  const change = session.change({family: 'instances', action: 'reboot', row: collection.getState().byId.get(7)});
  change.subscribe(() => {});
  await clock.settle();
  change.toPreview();
  await clock.settle();
  return {
    account,
    clock,
    change,
    failEvents: (failure: Error | undefined) => (eventsFailure = failure),
    holdEvents: (until: Promise<void>) => (holding = until),
    outcome: () => change.getState().outcome,
    outcomes: () => audited.map(entry => entry.outcome),
  };
}

describe('a reboot without a response', () => {
  it('bug: was reported as not applied while this token could not read events', async () => {
    const {change, clock, failEvents, outcome, outcomes} = await rebootWithoutResponse();
    failEvents(forbidden);
    await change.send();
    expect(outcome()).toMatchObject({status: 'unknown', isChecking: true});
    await clock.advance(60_000);
    expect(outcome()).toMatchObject({
      status: 'unknown',
      message: 'Reboot web-7: the change may have been applied; check before you retry',
    });
    // A command waits only while the outcome is being looked for.
    expect(outcome()).not.toHaveProperty('isChecking');
    expect(outcomes()).toEqual(['unknown']);
  });

  it('bug: was reported as not applied while reads of events failed, until one of them showed it', async () => {
    const {change, clock, failEvents, outcome, outcomes} = await rebootWithoutResponse();
    failEvents(offlineError());
    await change.send();
    await clock.advance(300_000);
    expect(outcome()?.message).toMatch(/checking whether it was applied$/);
    failEvents(undefined);
    await clock.advance(120_000);
    expect(outcome()).toMatchObject({
      status: 'done',
      message: 'Reboot web-7: no response, but a check found the change applied',
    });
    expect(outcomes()).toEqual(['unknown', 'found done']);
  });

  it('bug: was checked without a read of events while another one was under way', async () => {
    const {account, change, clock, holdEvents, outcome} = await rebootWithoutResponse();
    const {promise, resolve} = Promise.withResolvers<void>();
    holdEvents(promise);
    await clock.advance(15_000);
    await change.send();
    account.calls.length = 0;
    await clock.advance(60_000);
    expect(account.count('instances.get')).toBe(0);
    expect(outcome()?.message).toMatch(/checking whether it was applied$/);
    resolve();
    await clock.advance(1000);
    expect(outcome()).toMatchObject({
      status: 'done',
      message: 'Reboot web-7: no response, but a check found the change applied',
    });
  });
});
