/** Logins, maintenance and notifications (D3 §4.6). */
import {entityReference} from '../schema/blocks.ts';
import {get} from '../schema/endpoint.ts';
import {
  choice,
  dateTime,
  flag,
  integer,
  model,
  nullable,
  number,
  type Read,
  text,
  today,
  todayValues,
} from '../schema/field.ts';

export const notificationTypes = [
  'migration_scheduled',
  'migration_imminent',
  'migration_pending',
  'reboot_scheduled',
  'outage',
  'payment_due',
  'ticket_important',
  'ticket_abuse',
  'notice',
  'maintenance',
  'promotion',
] as const;

/** Types that the API of today has added. */
export const todayNotificationTypes = [
  'maintenance_scheduled',
  'security_reboot_maintenance_scheduled',
  'tax_id_verifying',
] as const;

/** A successful login of the last 90 days. */
export const Login = model('Login', {
  id: integer({readOnly: true}),
  datetime: dateTime({readOnly: true}),
  ip: text({format: 'ip', readOnly: true}),
  username: text({readOnly: true}),
  restricted: flag({readOnly: true}),
  status: today(choice(['successful', 'failed'], {readOnly: true})),
});
export type Login = Read<typeof Login>;

/** Work on a host that is planned or in progress. */
export const Maintenance = model('Maintenance', {
  type: todayValues(choice(['reboot', 'cold_migration', 'live_migration'], {filterable: true}), [
    'migrate',
    'power_off_on',
  ]),
  status: todayValues(choice(['pending', 'started'], {filterable: true}), [
    'scheduled',
    'in-progress',
    'completed',
    'canceled',
  ]),
  reason: text(),
  when: dateTime({filterable: true}),
  entity: entityReference(number()),
  not_before: today(nullable(dateTime())),
  start_time: today(nullable(dateTime())),
  complete_time: today(nullable(dateTime())),
  description: today(text()),
  maintenance_policy_set: today(text({wire: 'policy'})),
  source: today(choice(['platform', 'user'])),
});
export type Maintenance = Read<typeof Maintenance>;

/** A condition that needs attention; it has no ID and disappears when the condition ends. */
export const Notification = model('Notification', {
  entity: nullable(entityReference(integer(), {readOnly: true})),
  label: text({readOnly: true}),
  message: text({readOnly: true}),
  body: nullable(text({readOnly: true})),
  type: todayValues(choice(notificationTypes, {readOnly: true}), todayNotificationTypes),
  severity: choice(['minor', 'major', 'critical'], {readOnly: true}),
  when: nullable(dateTime({readOnly: true})),
  until: nullable(dateTime({readOnly: true})),
});
export type Notification = Read<typeof Notification>;

export const noticesEndpoints = {
  logins: {
    list: get('/account/logins', {scopes: ['account:read_only'], access: {level: 'unrestricted'}, page: Login}),
    get: get('/account/logins/{loginId}', {
      scopes: ['account:read_only'],
      access: {level: 'unrestricted'},
      responseModel: Login,
    }),
  },
  maintenance: {
    list: get('/account/maintenance', {root: 'v4beta', scopes: ['maintenance:read_only'], page: Maintenance}),
  },
  notifications: {
    list: get('/account/notifications', {scopes: ['account:read_only'], page: Notification}),
  },
};
