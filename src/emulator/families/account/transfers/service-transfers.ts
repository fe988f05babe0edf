/** Transfers of instances to other accounts (D3 §4.6). Entity transfers are the older name of service transfers. */
import type {ServiceTransfer} from '../../../../contract/account/transfers.ts';
import type {Contract} from '../../../../contract/index.ts';
import type {Call, Handlers} from '../../../engine/call.ts';
import {badRequest, FieldErrors, notFound} from '../../../engine/http/refusal.ts';
import type {Store} from '../../../engine/storage/store.ts';
import {days, formatTimestamp, seconds} from '../../../engine/time/clock.ts';
import {defineJob} from '../../../engine/time/jobs.ts';
import {Instances} from '../../instances/instance-kinds.ts';
import {Transfers} from '../account-kinds.ts';
import {receiveInstance} from './receive-instance.ts';
import {transferObstacle} from './transfer-obstacles.ts';

type Parts = Pick<Contract['account'], 'entityTransfers' | 'serviceTransfers'>;

/** Lifetime of a token, in milliseconds. */
export const offerLifetimeMs = days;

const transferEntity = ({token}: Pick<ServiceTransfer, 'token'>) => ({
  id: token,
  label: token,
  type: 'entity_transfer' as const,
  url: `/v4/account/service-transfers/${token}`,
});

export const expireTransfer = defineJob<{readonly id: number}>('transfer.expired', (work, {id}) => {
  const transfer = work.db.get(Transfers, id);
  if (transfer?.status !== 'pending') return undefined;
  work.db.update(Transfers, id, {status: 'stale'});
  work.emit({action: 'entity_transfer_stale', entity: transferEntity(transfer)});
  return undefined;
});

const completed = defineJob<{readonly id: number}>('transfer.completed', (work, {id}) => {
  const row = work.db.row(Transfers, id);
  if (row?.doc.status !== 'accepted') return undefined;
  const computes = (row.hidden.parcels ?? []).map(content => receiveInstance(work, content));
  work.db.update(Transfers, id, {status: 'completed', entities: {computes}});
  return undefined;
});

/** Duration of a transfer, in milliseconds. */
const transferDurationMs = 60 * seconds;

function transferRow(db: Store, token: string) {
  const row = db.byKey(Transfers, token);
  if (!row) throw notFound();
  return row;
}

/** Instances in a pending or accepted transfer. */
const instancesInTransfer = (db: Store): Set<number> =>
  new Set(
    db
      .where(Transfers, {
        sql: `json_extract(doc, '$.status')='pending' AND json_extract(doc, '$.is_sender')`,
        values: [],
      })
      .flatMap(({doc}) => doc.entities.computes),
  );

function create(call: Call<Parts[keyof Parts]['create']>): ServiceTransfer {
  const {db, now, random} = call;
  const computes = call.body.entities.computes ?? [];
  const takenIds = instancesInTransfer(db);
  const fieldErrors = new FieldErrors();
  fieldErrors.addIf(computes.length === 0, 'must name at least one instance', 'entities.computes');
  for (const [index, id] of computes.entries()) {
    const field = `entities.computes.${index}`;
    const instance = db.get(Instances, id);
    fieldErrors.addIf(!instance, 'is not on this account', field);
    fieldErrors.addIf(computes.indexOf(id) < index, 'is named twice', field);
    fieldErrors.addIf(takenIds.has(id), 'is part of another transfer already', field);
    const ties = instance ? transferObstacle(db, instance) : [];
    fieldErrors.addIf(ties.length > 0, `is not free to move: it is tied to ${ties.join(', ')}`, field);
  }
  fieldErrors.throwIfAny();
  const id = db.nextId(Transfers);
  const transfer: ServiceTransfer = {
    token: random.uuid(),
    status: 'pending',
    created: formatTimestamp(now),
    updated: formatTimestamp(now),
    expiry: formatTimestamp(now + offerLifetimeMs),
    is_sender: true,
    entities: {computes},
  };
  db.insertWithId(Transfers, id, transfer);
  call.schedule(expireTransfer, {id}, now + offerLifetimeMs);
  call.emit({action: 'entity_transfer_create', entity: transferEntity(transfer)});
  return transfer;
}

/** The pending transfer of a token: other transfers can't be canceled or accepted. */
function pending(db: Store, token: string) {
  const row = transferRow(db, token);
  if (row.doc.status !== 'pending') throw badRequest(`The transfer isn’t pending. Its status is ${row.doc.status}.`);
  return row;
}

const handlers: Handlers<Parts['serviceTransfers']> & Handlers<Parts['entityTransfers']> = {
  list: call => call.page(Transfers),
  create,
  get: call => transferRow(call.db, call.params.token).doc,

  delete(call) {
    const {id, doc} = pending(call.db, call.params.token);
    if (!doc.is_sender) throw badRequest('Only the account that created the transfer can cancel it.');
    call.db.update(Transfers, id, {status: 'cancelled'});
    call.emit({action: 'entity_transfer_cancel', entity: transferEntity(doc)});
    return {};
  },

  accept(call) {
    const {id, doc} = pending(call.db, call.params.token);
    if (doc.is_sender) throw badRequest('A transfer cannot be accepted by the account that created it.');
    call.db.update(Transfers, id, {status: 'accepted'});
    call.emit({action: 'entity_transfer_accept', entity: transferEntity(doc)});
    call.schedule(completed, {id}, call.now + transferDurationMs);
    return {};
  },
};

export const transfers: Handlers<Parts> = {entityTransfers: handlers, serviceTransfers: handlers};
