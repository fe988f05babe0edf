/** Completed transfers of instances, and two pending ones: one to and one from another account. */

import {days, formatTimestamp, hours, parseTimestamp} from '../../engine/time/clock.ts';
import {type TransferInstance, Transfers} from '../../families/account/account-kinds.ts';
import {expireTransfer, offerLifetimeMs} from '../../families/account/transfers/service-transfers.ts';
import {Instances} from '../../families/instances/instance-kinds.ts';
import type {SeedContext, Seeder} from '../core/seed-context.ts';

interface Sketch {
  readonly status: string;
  readonly hours: number;
  readonly isOwn: boolean;
  readonly computes: readonly number[];
  readonly parcels?: readonly TransferInstance[];
}

const gift: TransferInstance = {
  label: 'partner-gateway',
  region: 'eu-central',
  type: 'g6-nanode-1',
  image: 'compute/debian12',
};

function insertTransfer(context: SeedContext, {status, hours: age, isOwn, computes, parcels}: Sketch): void {
  const {db, now, secrets} = context;
  const createdAt = now - age * hours;
  const settledAt =
    status === 'pending' ? createdAt : status === 'stale' ? createdAt + offerLifetimeMs : createdAt + 2 * hours;
  const transfer = {
    token: secrets.uuid(),
    status,
    created: formatTimestamp(createdAt),
    updated: formatTimestamp(settledAt),
    expiry: formatTimestamp(createdAt + offerLifetimeMs),
    is_sender: isOwn,
    entities: {computes},
  };
  db.insert(Transfers, () => transfer, {hidden: parcels ? {parcels} : {}});
}

export const transfersSeed: Seeder = {
  demo(context) {
    const staging = context.db.byKey(Instances, 'staging-web')?.id;
    insertTransfer(context, {status: 'completed', hours: 9500, isOwn: true, computes: [64]});
    insertTransfer(context, {status: 'stale', hours: 2300, isOwn: true, computes: [71, 72]});
    insertTransfer(context, {status: 'cancelled', hours: 400, isOwn: true, computes: [88]});
    // The IDs are those of the other account until the transfer is accepted.
    insertTransfer(context, {status: 'pending', hours: 3, isOwn: false, computes: [50_411], parcels: [gift]});
    insertTransfer(context, {
      status: 'pending',
      hours: 5,
      isOwn: true,
      computes: staging === undefined ? [] : [staging],
    });
  },
  begin(work) {
    for (const {id, doc} of work.db.rows(Transfers))
      if (doc.status === 'pending')
        work.schedule(expireTransfer, {id}, Math.min(parseTimestamp(doc.expiry), work.now + days));
  },
};
