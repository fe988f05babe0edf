/** A tab of the events that are about the resource, as sentences, the newest first. */
import type {AnyRow, AnyTab, PathParams} from '../../../families/define.ts';
import {concerns} from '../../../families/entities.ts';
import type {Deck} from '../../deck.ts';
import {span} from '../../widgets/spans.ts';
import {eventSpans} from '../events/spans.ts';
import {spansLine, type TabContent} from './lines.ts';

type EventsTab = Extract<AnyTab, {events: unknown}>;

export function eventsTab(deck: Deck, tab: EventsTab, row: AnyRow, at: PathParams): TabContent {
  const entity = tab.events(row, at);
  return {
    lines() {
      const skin = deck.skin();
      const events = deck.session.events.get().filter(event => concerns(event, entity.type, entity.id));
      if (events.length === 0) {
        return [spansLine(skin, [span('No event about it among those read so far.', 'dim')])];
      }
      return events.map(event =>
        spansLine(skin, eventSpans(deck, event), () => ({family: 'account.events', id: event.id})),
      );
    },
    awake: changed => deck.session.events.subscribe(changed),
  };
}
