/** The words of every known event action: the families' own and those whose family has no screen of its own. */
import type {EventMeaning, KnownAction} from '../define.ts';
import {accountEvents, oauthClientEvents, tagEvents, userEvents} from './account.ts';
import {databaseEvents} from './databases.ts';
import {backupEvents, computeEvents, diskEvents, hostEvents} from './instances.ts';
import {addressEvents, domainEvents, firewallEvents, nodebalancerEvents} from './network.ts';
import {longviewEvents, managedEvents, stackscriptEvents, ticketEvents} from './services.ts';
import {imageEvents, volumeEvents} from './storage.ts';

/** Total: an action of the contract without words does not compile. */
export const eventWords: Readonly<Record<KnownAction, EventMeaning>> = {
  ...computeEvents,
  ...diskEvents,
  ...backupEvents,
  ...hostEvents,
  ...volumeEvents,
  ...imageEvents,
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

/** The words of an action; undefined for one that nobody told us about. */
export const eventMeaning = (action: string): EventMeaning | undefined =>
  Object.hasOwn(eventWords, action) ? eventWords[action as KnownAction] : undefined;
