/** OAuth clients: programs that users can allow to act on their behalf (D3 §4.6 r4). */
import type {OAuthClient, OAuthClientUpdate} from '../../contract/account/oauth-clients.ts';
import type {Write} from '../../contract/schema/field.ts';
import {oauthClientEvents} from '../event-words/account-events.ts';
import {defineStates, type State, yesNoCell} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {maxUploadBytes} from '../format/upload-limit.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';
import {revealSecret, shownOnceLine, shownOnceWarning} from '../shape/shown-once.ts';
import * as standard from '../shape/standard.ts';
import {sentFields} from '../shape/undo-body.ts';

type Spec = FamilySpec<'account.oauthClients', 'oauth'>;
type Update = Write<typeof OAuthClientUpdate>;

const condition = defineStates<OAuthClient['status']>({
  active: {condition: 'ok', word: 'active'},
  disabled: {condition: 'off', word: 'disabled'},
  // The provider suspended the client, and no user can log in with it.
  suspended: {condition: 'failed', word: 'suspended'},
});
const stateOf = (row: OAuthClient): State => condition(row.status);

const columns: Spec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 16},
  {field: 'status', title: 'Status', state: true, width: 12},
  {field: 'public', title: 'Public', priority: 2, format: yesNoCell},
  {field: 'redirect_uri', title: 'Redirect URI', priority: 2, width: 20, max: 60},
  {field: 'id', title: 'ID', priority: 3, max: 24},
  {field: 'thumbnail_url', title: 'Picture', optional: true, max: 60},
];

const rowParams = (row: OAuthClient) => ({clientId: row.id});

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'OAuth client',
        lines: [
          standard.labelLine,
          {title: 'ID', value: row => row.id},
          shownOnceLine('Secret', 'shown once, after you create or reset it'),
          {title: 'Redirect URI', value: row => row.redirect_uri},
          {title: 'Public', value: row => yesNoCell(row.public)},
          {title: 'Picture', value: row => row.thumbnail_url},
        ],
      },
    ],
  },
  {
    title: 'Picture',
    view: 'picture',
    unless: row => (row.thumbnail_url === null ? 'No picture. Press I to upload a PNG file.' : undefined),
    requests: [{operation: 'account.oauthClients.thumbnail.get', params: rowParams, refreshSeconds: 3600}],
  },
  standard.eventsTab('oauth_client'),
];

const revealClient = ({response}: {readonly response: OAuthClient}) => [
  {title: 'ID', value: response.id},
  revealSecret('Secret', response.secret),
];

const form = {
  label: {...standard.labelInput, help: 'Name shown on the consent page'},
  redirect_uri: {title: 'Redirect URI', help: 'URL that receives the exchange code after a login', input: 'text'},
  public: {
    title: 'Public',
    help: 'for programs that cannot keep a secret: in browsers and on other people’s machines',
    input: 'toggle',
  },
} as const;

const actions: Spec['actions'] = {
  create: {
    title: 'New OAuth client…',
    undo: {action: 'delete'},
    eventActions: ['oauth_client_create'],
    warnings: () => [shownOnceWarning('secret')],
    secretName: 'secret',
    revealedValues: revealClient,
    form,
  },
  update: {
    title: 'Edit…',
    rowParams,
    eventActions: ['oauth_client_update'],
    expectedFields: ({body}) => body,
    warnings: ({row, body}) =>
      body.redirect_uri !== undefined && body.redirect_uri !== row.redirect_uri
        ? ['Logins that use the old redirect URI are rejected.']
        : [],
    undo: {
      action: 'update',
      body: sentFields<Update>('label', 'redirect_uri', 'public'),
    },
    form,
  },
  resetSecret: {
    title: 'Reset secret',
    risk: 'interrupts',
    key: 'W',
    rowParams,
    confirm: {typing: 'label'},
    eventActions: ['oauth_client_secret_reset'],
    warnings: () => [
      'The old secret stops working immediately. Users can’t log in through this app until it has the new secret.',
      shownOnceWarning('new secret'),
    ],
    secretName: 'new secret',
    revealedValues: revealClient,
  },
  'thumbnail.update': {
    title: 'Change picture…',
    key: 'I',
    rowParams,
    eventActions: ['oauth_client_update'],
    warnings: () => ['Anyone can see the picture, even without logging in.'],
    form: {
      file: {
        title: 'Picture',
        help: 'the path of a PNG file on this machine',
        input: 'file',
        endings: ['.png'],
        maxBytes: maxUploadBytes,
        fileType: 'png',
      },
    },
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    eventActions: ['oauth_client_delete'],
    warnings: ({row}) => [
      `The client ID, the secret and every token issued to ${row.label || 'this app'} stop working.`,
    ],
  },
};

export const oauthClients = defineFamily('account.oauthClients', {
  title: 'OAuth clients',
  one: 'OAuth client',
  group: 'account',
  aliases: ['oauth', 'clients'],
  entity: 'oauth_client',
  events: ['oauth'],
  onEvent: oauthClientEvents,
  label: row => row.label,
  state: stateOf,
  stateWords: condition.words,
  sort: 'label',
  columns,
  detail,
  actions,
  summary: row => joinParts(row.redirect_uri),
  search: row => `${row.id} ${row.redirect_uri ?? ''}`,
});
