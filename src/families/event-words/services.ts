/** What happens to StackScripts, tickets, Longview and Managed. */
import {passive, passiveOf, type Words} from './words.ts';

export const stackscriptEvents: Words<'stackscript'> = {
  stackscript_create: passive('created'),
  stackscript_delete: {...passive('deleted'), removes: true},
  stackscript_update: passive('updated'),
  stackscript_publicize: passive('made public'),
  stackscript_revise: passive('revised'),
};

export const ticketEvents: Words<'ticket'> = {
  ticket_attachment_upload: passiveOf('a file', 'attached', '[ to the ticket {entity}]'),
  ticket_create: {...passiveOf('the ticket[ {entity}]', 'opened'), refresh: ['support.tickets']},
  ticket_update: {
    ...passiveOf('the ticket[ {entity}]', 'updated'),
    refresh: ['support.tickets.replies', 'account.notifications'],
  },
};

export const longviewEvents: Words<'longviewclient'> = {
  longviewclient_create: passiveOf('the Longview client[ {entity}]', 'created'),
  longviewclient_delete: {...passiveOf('the Longview client[ {entity}]', 'deleted'), removes: true},
  longviewclient_update: passiveOf('the Longview client[ {entity}]', 'updated'),
};

export const managedEvents: Words<'managed'> = {
  managed_disabled: {
    doing: 'Managed is being switched off',
    done: 'Managed was switched off',
    failed: 'Managed could not be switched off',
    refresh: ['account.settings'],
  },
  managed_enabled: {
    doing: 'Managed is being switched on',
    done: 'Managed was switched on',
    failed: 'Managed could not be switched on',
    refresh: ['account.settings'],
  },
  managed_service_create: passiveOf('the Managed service[ {entity}]', 'created'),
  managed_service_delete: {...passiveOf('the Managed service[ {entity}]', 'deleted'), removes: true},
};
