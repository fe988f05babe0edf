/** Events of StackScripts, tickets, Longview and Managed. */
import {type EventWordsFor, passiveMeaning, passiveMeaningOf} from './event-wording.ts';

export const stackscriptEvents: EventWordsFor<'stackscript'> = {
  stackscript_create: passiveMeaning('created'),
  stackscript_delete: {...passiveMeaning('deleted'), isDeletion: true},
  stackscript_update: passiveMeaning('updated'),
  stackscript_publicize: passiveMeaning('made public'),
  stackscript_revise: passiveMeaning('revised'),
};

export const ticketEvents: EventWordsFor<'ticket'> = {
  ticket_attachment_upload: passiveMeaningOf('a file', 'attached', '[ to the ticket {entity}]'),
  ticket_create: {...passiveMeaningOf('the ticket[ {entity}]', 'opened'), invalidates: ['support.tickets']},
  ticket_update: {
    ...passiveMeaningOf('the ticket[ {entity}]', 'updated'),
    invalidates: ['support.tickets.replies', 'account.notifications'],
  },
};

export const longviewEvents: EventWordsFor<'longviewclient'> = {
  longviewclient_create: passiveMeaningOf('the Longview client[ {entity}]', 'created'),
  longviewclient_delete: {...passiveMeaningOf('the Longview client[ {entity}]', 'deleted'), isDeletion: true},
  longviewclient_update: passiveMeaningOf('the Longview client[ {entity}]', 'updated'),
};

export const managedEvents: EventWordsFor<'managed'> = {
  managed_disabled: {
    doing: 'Managed is being switched off',
    done: 'Managed was switched off',
    failed: 'Managed could not be switched off',
    invalidates: ['account.settings'],
  },
  managed_enabled: {
    doing: 'Managed is being switched on',
    done: 'Managed was switched on',
    failed: 'Managed could not be switched on',
    invalidates: ['account.settings'],
  },
  managed_service_create: passiveMeaningOf('the Managed service[ {entity}]', 'created'),
  managed_service_delete: {...passiveMeaningOf('the Managed service[ {entity}]', 'deleted'), isDeletion: true},
};
