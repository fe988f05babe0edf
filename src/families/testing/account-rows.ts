/** For tests: one plausible row of every family of the account and the profile. */
import type {Invoice, InvoiceItem, Payment, PaymentMethod} from '../../contract/account/billing.ts';
import type {Account, AccountSettings} from '../../contract/account/index.ts';
import type {Login, Maintenance, Notification} from '../../contract/account/notices.ts';
import type {OAuthClient} from '../../contract/account/oauth-clients.ts';
import type {ServiceTransfer} from '../../contract/account/transfers.ts';
import type {Grants, User} from '../../contract/account/users.ts';
import type {Profile} from '../../contract/profile/index.ts';
import type {TrustedDevice} from '../../contract/profile/security.ts';
import type {SshKey} from '../../contract/profile/ssh-keys.ts';
import type {AuthorizedApp, PersonalAccessToken} from '../../contract/profile/tokens.ts';
import type {DerivedRows} from '../shape/derived-rows.ts';

export const accountRow = (facts: Partial<Account> = {}): Account => ({
  active_promotions: [
    {
      credit_monthly_cap: '10.00',
      credit_remaining: '50.00',
      description: '$50 for new accounts',
      expire_dt: '2026-06-01T00:00:00',
      image_url: 'https://www.example.com/promotion.png',
      summary: '$50 for 60 days',
      this_month_credit_remaining: '10.00',
      service_type: 'all',
    },
  ],
  active_since: '2022-03-01T00:00:00',
  address_1: '12 Harbour Street',
  address_2: 'Floor 3',
  balance: 0,
  balance_uninvoiced: 41.5,
  capabilities: ['Computes', 'Block Storage'],
  city: 'Philadelphia',
  credit_card: {last_four: '1881', expiry: '11/2029'},
  company: 'Acme Infrastructure',
  country: 'US',
  email: 'ops@acme.example',
  first_name: 'Alex',
  last_name: 'Meyer',
  phone: '+1 215 555 0143',
  state: 'PA',
  tax_id: 'US-1234',
  euuid: 'E1AF5EEC-526F-487D-B317EBEB34C87D71',
  zip: '19106',
  ...facts,
});

export const settingsRow = (facts: Partial<AccountSettings> = {}): AccountSettings => ({
  managed: false,
  longview_subscription: 'longview-10',
  network_helper: true,
  backups_enabled: false,
  object_storage: 'active',
  ...facts,
});

export const notification = (facts: Partial<Notification> = {}): Notification => ({
  entity: {id: 101, label: 'web-01', type: 'compute', url: '/v4/compute/instances/101'},
  label: 'Maintenance scheduled',
  message: 'web-01 is rebooted on Tuesday.',
  body: 'The host needs a security update.',
  type: 'maintenance',
  severity: 'major',
  when: '2026-03-03T02:00:00',
  until: '2026-03-03T04:00:00',
  ...facts,
});

export const maintenanceRow = (facts: Partial<Maintenance> = {}): Maintenance => ({
  type: 'reboot',
  status: 'pending',
  reason: 'The host needs a security update.',
  when: '2026-03-03T02:00:00',
  entity: {id: 101, label: 'web-01', type: 'compute', url: '/v4/compute/instances/101'},
  ...facts,
});

export const invoice = (facts: Partial<Invoice> = {}): Invoice => ({
  id: 7001,
  date: '2026-02-01T05:00:00',
  label: 'Invoice #7001',
  subtotal: 120,
  tax: 12.25,
  tax_summary: [{name: 'PA STATE TAX', tax: 12.25}],
  total: 132.25,
  ...facts,
});

export const invoiceItem = (facts: Partial<InvoiceItem> = {}): InvoiceItem => ({
  amount: 24,
  tax: 2,
  total: 26,
  from: '2026-01-01T00:00:00',
  label: 'Standard 4 GB - web-01 (101)',
  quantity: 672,
  to: '2026-01-31T23:59:59',
  type: 'hourly',
  unit_price: '0.036',
  ...facts,
});

export const payment = (facts: Partial<Payment> = {}): Payment => ({
  id: 801,
  date: '2026-02-01T09:00:00',
  usd: 132.25,
  ...facts,
});

export const paymentMethod = (facts: Partial<PaymentMethod> = {}): PaymentMethod => ({
  id: 31,
  type: 'credit_card',
  is_default: true,
  created: '2025-01-01T00:00:00',
  data: {card_type: 'Visa', last_four: '1881', expiry: '11/2029'},
  ...facts,
});

export const user = (facts: Partial<User> = {}): User => ({
  username: 'wsmith',
  email: 'w.smith@acme.example',
  restricted: true,
  ssh_keys: ['laptop'],
  tfa_enabled: false,
  ...facts,
});

export const grantsRow = (facts: Partial<Grants> = {}): Grants => ({
  global: {
    add_compute: true,
    add_longview: false,
    longview_subscription: false,
    account_access: 'read_only',
    cancel_account: false,
    add_domains: false,
    add_stackscripts: false,
    add_nodebalancers: false,
    add_images: false,
    add_volumes: true,
    add_firewalls: false,
    add_databases: false,
  },
  compute: [
    {id: 101, permissions: 'read_write', label: 'web-01'},
    {id: 102, permissions: null, label: 'web-02'},
  ],
  domain: [],
  nodebalancer: [],
  image: [],
  longview: [],
  stackscript: [],
  volume: [{id: 4411, permissions: 'read_only', label: 'vol-db'}],
  ...facts,
});

export const oauthClient = (facts: Partial<OAuthClient> = {}): OAuthClient => ({
  id: '2737bf16b39ab5d7b4a1',
  redirect_uri: 'https://deploy.acme.example/callback',
  label: 'Deploy bot',
  status: 'active',
  secret: '<REDACTED>',
  thumbnail_url: null,
  public: false,
  ...facts,
});

export const login = (facts: Partial<Login> = {}): Login => ({
  id: 901,
  datetime: '2026-03-01T09:00:00',
  ip: '203.0.113.24',
  username: 'wsmith',
  restricted: true,
  ...facts,
});

export const transfer = (facts: Partial<ServiceTransfer> = {}): ServiceTransfer => ({
  token: '123E4567-E89B-12D3-A456-426614174000',
  status: 'pending',
  created: '2026-03-01T09:00:00',
  updated: '2026-03-01T09:00:00',
  is_sender: true,
  expiry: '2026-03-02T09:00:00',
  entities: {computes: [101]},
  ...facts,
});

export const profileRow = (facts: Partial<Profile> = {}): Profile => ({
  uid: 1,
  username: 'acme',
  email: 'ops@acme.example',
  verified_phone_number: '+12155550143',
  timezone: 'UTC',
  email_notifications: true,
  referrals: {
    code: '871be32f',
    url: 'https://www.example.com/?r=871be32f',
    total: 3,
    completed: 1,
    pending: 2,
    credit: 20,
  },
  ip_whitelist_enabled: false,
  lish_auth_method: 'keys_only',
  authorized_keys: ['ssh-ed25519 AAAAC3 ops@acme'],
  two_factor_auth: true,
  restricted: false,
  authentication_type: 'password',
  ...facts,
});

export const token = (facts: Partial<PersonalAccessToken> = {}): PersonalAccessToken => ({
  id: 61,
  scopes: 'compute:read_write volumes:read_only',
  created: '2026-01-01T00:00:00',
  label: 'terraform',
  token: 'abcdef0123456789',
  expiry: '2026-12-31T00:00:00',
  ...facts,
});

export const sshKey = (facts: Partial<SshKey> = {}): SshKey => ({
  id: 71,
  label: 'workstation',
  ssh_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIG9wcw ops@acme',
  created: '2026-01-01T00:00:00',
  ...facts,
});

export const app = (facts: Partial<AuthorizedApp> = {}): AuthorizedApp => ({
  id: 81,
  label: 'Status page',
  thumbnail_url: null,
  scopes: 'compute:read_only',
  created: '2026-01-01T00:00:00',
  expiry: null,
  website: 'https://status.acme.example',
  ...facts,
});

export const device = (facts: Partial<TrustedDevice> = {}): TrustedDevice => ({
  id: 91,
  created: '2026-02-01T00:00:00',
  expiry: '2026-03-03T00:00:00',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  last_authenticated: '2026-02-28T12:00:00',
  last_remote_addr: '203.0.113.24',
  ...facts,
});

export const question = (
  facts: Partial<DerivedRows['profile.securityQuestions']> = {},
): DerivedRows['profile.securityQuestions'] => ({
  id: 2,
  question: 'What was the name of your first pet?',
  response: 'Laika',
  ...facts,
});
