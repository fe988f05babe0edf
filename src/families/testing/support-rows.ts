/** For tests: one plausible row of every family of support and monitoring: tickets, Longview, Managed. */

import type {
  ManagedComputeSettings,
  ManagedContact,
  ManagedCredential,
  ManagedIssue,
  ManagedService,
} from '../../contract/monitoring/managed.ts';
import type {LongviewClient, LongviewSubscription} from '../../contract/resources/longview.ts';
import type {SupportTicket, SupportTicketReply} from '../../contract/resources/support.ts';
import type {LongviewPlan} from '../shape/derived-rows.ts';

export const ticket = (facts: Partial<SupportTicket> = {}): SupportTicket => ({
  id: 98304,
  attachments: ['iostat.txt'],
  closed: null,
  closable: true,
  description: 'Slow since Tuesday.',
  entity: {id: 101, label: 'web-01', type: 'compute', url: '/v4/compute/instances/101'},
  gravatar_id: '474a1b7373ae0be4132649e69c36ce30',
  opened: '2026-02-27T12:00:00',
  opened_by: 'wsmith',
  status: 'open',
  summary: 'web-01 is slow',
  updated: '2026-02-28T12:00:00',
  updated_by: 'support',
  ...facts,
});

export const reply = (facts: Partial<SupportTicketReply> = {}): SupportTicketReply => ({
  id: 410,
  created: '2026-02-28T12:00:00',
  created_by: 'support',
  description: 'We are looking\ninto it.',
  from_compute: true,
  gravatar_id: '474a1b7373ae0be4132649e69c36ce30',
  ...facts,
});

export const longviewClient = (facts: Partial<LongviewClient> = {}): LongviewClient => ({
  id: 790,
  label: 'web-01',
  api_key: 'BD1B4B54-D752-A76D-5A9BD8A17F39DB61',
  install_code: 'BD1B5605-BF5E-D385-BA07AD518BE7F321',
  apps: {apache: false, nginx: true, mysql: true},
  created: '2025-01-01T00:00:00',
  updated: '2025-01-01T00:00:00',
  ...facts,
});

export const longviewSubscription = (facts: Partial<LongviewSubscription> = {}): LongviewSubscription => ({
  id: 'longview-10',
  price: {hourly: 0.06, monthly: 40},
  label: 'Longview Pro 10 pack',
  clients_included: 10,
  ...facts,
});

export const longviewPlanRow = (facts: Partial<LongviewPlan> = {}): LongviewPlan => ({
  ...longviewSubscription(),
  longview_subscription: 'longview-10',
  ...facts,
});

export const managedService = (facts: Partial<ManagedService> = {}): ManagedService => ({
  id: 9944,
  status: 'problem',
  service_type: 'url',
  label: 'Shop front',
  address: 'https://acme.example/health',
  timeout: 15,
  body: 'OK',
  consultation_group: 'on-call',
  notes: 'Restart it first.',
  region: null,
  credentials: [9991],
  created: '2025-01-01T00:00:00',
  updated: '2026-02-28T12:00:00',
  ...facts,
});

export const managedIssue = (facts: Partial<ManagedIssue> = {}): ManagedIssue => ({
  id: 823,
  created: '2026-03-01T07:00:00',
  services: [9944],
  entity: {id: 98304, type: 'ticket', label: 'Shop front is not answering', url: '/v4/support/tickets/98304'},
  ...facts,
});

export const managedContact = (facts: Partial<ManagedContact> = {}): ManagedContact => ({
  id: 567,
  name: 'Ada Winter',
  email: 'ada@acme.example',
  phone: {primary: '+49 30 5550101', secondary: '+49 30 5550102'},
  group: 'on-call',
  updated: '2026-02-28T12:00:00',
  ...facts,
});

export const managedCredential = (facts: Partial<ManagedCredential> = {}): ManagedCredential => ({
  id: 9991,
  label: 'shop database',
  last_decrypted: '2026-02-28T12:00:00',
  ...facts,
});

export const managedAccess = (facts: Partial<ManagedComputeSettings> = {}): ManagedComputeSettings => ({
  id: 101,
  label: 'web-01',
  group: 'production',
  ssh: {access: true, user: 'root', ip: '192.0.2.10', port: 22},
  ...facts,
});
