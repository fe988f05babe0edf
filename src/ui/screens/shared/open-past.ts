/** Opens the pages of the history from the command bar. */
import {parseInstant} from '../../../store/history/parse-instant.ts';
import type {ClockPort, NavigationPort, NotificationPort, SessionPort} from '../../context/ports.ts';

type PastPorts = ClockPort & NavigationPort & NotificationPort & SessionPort;

/** The instant that was typed; undefined after a message. */
function instantFrom(context: PastPorts, text: string): number | undefined {
  const at = parseInstant(text, context.clock.now());
  if (typeof at === 'number') return at;
  context.say(at.refused, 'attention');
  return undefined;
}

export function openSince(context: PastPorts, text: string): void {
  const at = instantFrom(context, text);
  if (at !== undefined) context.navigation.go({page: 'since', past: {at}});
}

export function openPast(context: PastPorts, text: string): void {
  const at = instantFrom(context, text);
  const place = context.navigation.current.getState()?.destination;
  if (at === undefined || place === undefined) return;
  if ('page' in place) {
    // The user asks for another time of the same list.
    if (place.page === 'past' && place.past) context.navigation.go({page: 'past', past: {...place.past, at}});
    else context.say('Open a list or a resource first: :at shows it as it was.', 'attention');
    return;
  }
  const {family, params} = place;
  const id = 'id' in place ? place.id : undefined;
  context.navigation.go({page: 'past', past: {at, family, ...(params && {params}), ...(id !== undefined && {id})}});
}

export function returnToNow(context: PastPorts): void {
  const place = context.navigation.current.getState()?.destination;
  const past = place && 'page' in place && place.page === 'past' ? place.past : undefined;
  if (past?.family === undefined) context.say('The present is on screen.', 'attention');
  else context.navigation.go({family: past.family, ...(past.params && {params: past.params})});
}
