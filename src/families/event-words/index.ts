/** The texts of every known event action, including those of entities without a screen. */
import type {EventMeaning, KnownAction} from '../shape/define-family.ts';
import {accountEvents, oauthClientEvents, tagEvents, userEvents} from './account-events.ts';
import {interfaceEvents, kubeEvents, placementEvents, vpcEvents} from './cluster-events.ts';
import {databaseEvents} from './database-events.ts';
import {backupEvents, computeEvents, diskEvents, hostEvents} from './instance-events.ts';
import {addressEvents, domainEvents, firewallEvents, nodebalancerEvents} from './network-events.ts';
import {longviewEvents, managedEvents, stackscriptEvents, ticketEvents} from './service-events.ts';
import {accessKeyEvents, imageEvents, volumeEvents} from './storage-events.ts';

/** Complete: an action of the contract without texts is a type error. */
export const eventWords: Readonly<Record<KnownAction, EventMeaning>> = {
  ...computeEvents,
  ...diskEvents,
  ...backupEvents,
  ...hostEvents,
  ...interfaceEvents,
  ...vpcEvents,
  ...placementEvents,
  ...kubeEvents,
  ...volumeEvents,
  ...imageEvents,
  ...accessKeyEvents,
  ...databaseEvents,
  ...domainEvents,
  ...nodebalancerEvents,
  ...firewallEvents,
  ...addressEvents,
  ...accountEvents,
  ...oauthClientEvents,
  ...userEvents,
  ...tagEvents,
  ...stackscriptEvents,
  ...ticketEvents,
  ...longviewEvents,
  ...managedEvents,
};

/** The texts of an action; undefined for an action that the contract doesn't have. */
export const eventMeaning = (action: string): EventMeaning | undefined =>
  Object.hasOwn(eventWords, action) ? eventWords[action as KnownAction] : undefined;
