/** Longview monitoring (D3 §4.3). */
import type {Contract} from '../../contract/index.ts';
import type {LongviewClient, LongviewSubscription} from '../../contract/resources/longview.ts';
import type {Actor} from '../engine/access/actors.ts';
import type {Handlers} from '../engine/call.ts';
import {FieldErrors, notFound} from '../engine/http/refusal.ts';
import {defineKind} from '../engine/storage/kind.ts';
import type {Store} from '../engine/storage/store.ts';
import {formatTimestamp} from '../engine/time/clock.ts';
import {getSettings, Settings, singletonId} from './account/account-kinds.ts';

export const LongviewClients = defineKind<LongviewClient>('longview', {
  grant: 'longview',
  firstId: 790,
  columns: {key: 'label'},
  hasUpdatedField: true,
});

/** The paid plans; the free plan is not in the list. */
export const subscriptions: readonly LongviewSubscription[] = [
  {id: 'longview-3', label: 'Longview Pro 3 pack', clients_included: 3, price: {hourly: 0.03, monthly: 20}},
  {id: 'longview-10', label: 'Longview Pro 10 pack', clients_included: 10, price: {hourly: 0.06, monthly: 40}},
  {id: 'longview-40', label: 'Longview Pro 40 pack', clients_included: 40, price: {hourly: 0.15, monthly: 100}},
  {id: 'longview-100', label: 'Longview Pro 100 pack', clients_included: 100, price: {hourly: 0.3, monthly: 200}},
];

/** A client as the entity of an event. */
export const longviewEntity = ({id, label}: Pick<LongviewClient, 'id' | 'label'>) => ({
  id,
  label,
  type: 'longview' as const,
  url: `/v4/longview/clients/${id}`,
});

/** Placeholder of the agent's key and install code, which only users who can change the client receive. */
const maskedSecret = '[REDACTED]';
interface ClientAccess {
  readonly actor: Actor;
  readonly canWrite: boolean;
}

function visibleClient(client: LongviewClient, {actor, canWrite}: ClientAccess): LongviewClient {
  return canWrite && actor.scopes.has('longview:read_write')
    ? client
    : {...client, api_key: maskedSecret, install_code: maskedSecret};
}

const uniqueLabel = (db: Store, fieldErrors: FieldErrors, label: string, ownId?: number): void => {
  const existing = db.byKey(LongviewClients, label);
  fieldErrors.addIf(!!existing && existing.id !== ownId, 'is taken by another Longview client', 'label');
};

/** The current plan; `{}` is the free one. */
const planOf = ({db}: {readonly db: Store}): LongviewSubscription | Record<string, never> =>
  subscriptions.find(({id}) => id === getSettings(db).longview_subscription) ?? {};

export const longview: Handlers<Contract['longview']> = {
  clients: {
    list: call =>
      call.page(LongviewClients, {
        revise: text => {
          const client = JSON.parse(text) as LongviewClient;
          return JSON.stringify(
            visibleClient(client, {actor: call.actor, canWrite: call.hasGrant('longview', client.id, 'read_write')}),
          );
        },
      }),

    create(call) {
      const {db, now, random} = call;
      // Without a label, the service generates one.
      const label = call.body.label ?? `longview${db.count(LongviewClients) + 1}`;
      const fieldErrors = new FieldErrors();
      uniqueLabel(db, fieldErrors, label);
      fieldErrors.throwIfAny();
      const client = db.insert(LongviewClients, id => ({
        id,
        label,
        api_key: random.uuid().toUpperCase(),
        install_code: random.uuid().toUpperCase(),
        apps: {apache: false, nginx: false, mysql: false},
        created: formatTimestamp(now),
        updated: formatTimestamp(now),
      }));
      call.grantToCaller('longview', client.id);
      call.emit({action: 'longviewclient_create', entity: longviewEntity(client)});
      return client;
    },

    get(call) {
      const client = call.find(LongviewClients, call.params.clientId);
      return visibleClient(client, {actor: call.actor, canWrite: call.hasGrant('longview', client.id, 'read_write')});
    },

    update(call) {
      const {db, body} = call;
      const before = call.find(LongviewClients, call.params.clientId);
      const {label = before.label} = body;
      const fieldErrors = new FieldErrors();
      uniqueLabel(db, fieldErrors, label, before.id);
      fieldErrors.throwIfAny();
      const client = db.update(LongviewClients, before.id, {label});
      call.emit({action: 'longviewclient_update', entity: longviewEntity(client)});
      return client;
    },

    delete(call) {
      const client = call.find(LongviewClients, call.params.clientId);
      call.db.remove(LongviewClients, client.id);
      call.emit({action: 'longviewclient_delete', entity: longviewEntity(client)});
      return {};
    },
  },

  plan: {
    get: planOf,
    update(call) {
      const {longview_subscription} = call.body;
      if (longview_subscription !== undefined) call.db.update(Settings, singletonId, {longview_subscription});
      call.emit({action: 'account_settings_update'});
      return planOf(call);
    },
  },

  types: {
    list: call =>
      call.pageOf(subscriptions.map(({id, label, price}) => ({id, label, price, region_prices: [], transfer: 0}))),
  },

  subscriptions: {
    list: call => call.pageOf(subscriptions),
    get(call) {
      const subscription = subscriptions.find(({id}) => id === call.params.subscriptionId);
      if (!subscription) throw notFound();
      return subscription;
    },
  },
};
