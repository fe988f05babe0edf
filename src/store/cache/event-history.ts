/** The events of one resource, including those before the shared list of events. */
import type {Event} from '../../contract/account/events.ts';
import {entityTypesFor, isEventAbout} from '../../families/events/event-entities.ts';
import type {EntityType, RowId} from '../../families/shape/define-family.ts';
import type {QuerySpec} from './query-spec.ts';

export interface EntityHistory {
  /** Newest first. */
  readonly events: readonly Event[];
  /** The number of events before these; undefined if unknown. */
  readonly older: number | undefined;
}

/** The API's largest page: years of events for most resources. */
const pageSize = 100;

/** The query for the events of one resource; undefined if events can't be filtered by its type's key. */
export function historyQuery(type: EntityType, id: RowId): QuerySpec | undefined {
  const types = entityTypesFor(type);
  if (types.length === 0) return undefined;
  const kinds = types.map(name => ({'entity.type': name}));
  const kind = kinds.length === 1 ? kinds[0] : {'+or': kinds};
  const filter = {'entity.id': id, ...kind, '+order_by': 'id', '+order': 'desc'};
  return {
    name: `history ${type} ${id}`,
    async fetch(connection, priority): Promise<EntityHistory> {
      const list = connection.operation('account.events.list');
      if (!list) throw new Error('the contract has no events');
      const {items, results} = await connection.page(list, {filter, size: pageSize, page: 1, priority});
      const events = (items as readonly Event[]).filter(event => isEventAbout(event, type, id));
      // A response with events of other resources shows that the API ignored the filter and returned the newest events
      // of all.
      const ignoresFilter = events.length < items.length;
      return {events, older: ignoresFilter || results === undefined ? undefined : Math.max(0, results - items.length)};
    },
    // The poller adds new events.
    isAbout: () => false,
    isOfFamily: family => family === 'account.events',
  };
}
