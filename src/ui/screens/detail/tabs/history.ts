/** A tab with the events of the resource as sentences, newest first. */
import type {Event} from '../../../../contract/account/events.ts';
import {isEventAbout} from '../../../../families/events/event-entities.ts';
import {countText} from '../../../../families/format/format.ts';
import type {AnyRow, AnyTab, Family, PathParams} from '../../../../families/shape/define-family.ts';
import type {EntityHistory} from '../../../../store/cache/event-history.ts';
import type {SessionPort, SkinPort} from '../../../context/ports.ts';
import {type DetailLine, loadingLine, messageLines, spansLine, type TabContent} from '../../shared/detail-lines.ts';
import {eventLines} from '../../shared/event-line.ts';
import {createFieldChanges} from './field-changes.ts';

type EventsTab = Extract<AnyTab, {events: unknown}>;

export function eventsTab(
  context: SessionPort & SkinPort,
  family: Family,
  tab: EventsTab,
  {row, params}: {row: AnyRow; params: PathParams},
): TabContent {
  const {session} = context;
  const {type, id} = tab.events(row, params);
  const source = session.history(type, id);
  const fieldChanges = createFieldChanges(context, family, row, params);

  /** Events of the shared list are newer than the requested history. */
  function eventsNow(history: EntityHistory | undefined): readonly Event[] {
    const events = session.account.getState().events.filter(event => isEventAbout(event, type, id));
    const byId = new Map([...(history?.events ?? []), ...events].map(event => [event.id, event]));
    return [...byId.values()].sort((left, right) => right.id - left.id);
  }

  /** A line with the number of events that aren't shown, if known. */
  function olderEventLines(history: EntityHistory | undefined, isAny: boolean, columns: number): readonly DetailLine[] {
    const skin = context.skin();
    const {failure} = source?.getState() ?? {};
    const textLines = (text: string, tone: 'dim' | 'failed' = 'dim') => messageLines(skin, text, tone, columns);
    if (failure !== undefined) return textLines(`Couldn’t read older events: ${failure.message}`, 'failed');
    if (source !== undefined && history === undefined) return [loadingLine(skin, 'reading its events…')];
    const {older} = history ?? {};
    if (older === undefined) return isAny ? [] : textLines('No event about it among those read so far.');
    if (older > 0) return textLines(`Not shown: ${countText(older, 'older event')}.`);
    return isAny ? [] : textLines('No event about it.');
  }

  return {
    lines(columns) {
      const skin = context.skin();
      const history = source?.getState().value as EntityHistory | undefined;
      const events = eventsNow(history).flatMap(event =>
        eventLines(context, event, columns - 1).map(spans =>
          spansLine(skin, spans, () => ({family: 'account.events', id: event.id})),
        ),
      );
      return [...fieldChanges.lines(), ...events, ...olderEventLines(history, events.length > 0, columns)];
    },
    subscribe(changed) {
      fieldChanges.load(changed);
      const stops = [
        session.account.subscribe(state => state.events, changed),
        ...(source ? [source.subscribe(changed)] : []),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
