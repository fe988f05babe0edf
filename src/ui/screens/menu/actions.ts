/** Everything that can be done to this, dimmed with the reason where it cannot be done now. */
import {formatNumber} from '../../../families/format.ts';
import type {Deck} from '../../deck.ts';
import {openMenu} from '../../widgets/menu.ts';
import {type Offer, offersFor, standing} from '../change/offers.ts';
import {resolve, type Subject} from '../change/subject.ts';

export function openActions(deck: Deck, subject: Subject): void {
  const offers = () => offersFor(deck, subject);
  const {family, rows} = resolve(deck, subject);
  const [row] = rows;
  const what =
    rows.length > 1 ? `${formatNumber(rows.length)} ${family.title}` : row ? family.label(row) : family.title;
  if (offers().length === 0) {
    deck.say(`nothing can be done to ${what}`, 'attention');
    return;
  }
  openMenu(deck, {
    title: `Actions: ${what}`,
    named: true,
    items: () => {
      const all = offers();
      const keyOf = new Map([
        [standing(all, 'new'), 'n'],
        [standing(all, 'edit'), 'e'],
        [standing(all, 'delete'), 'x'],
      ]);
      // What has no key and is not about the row is the least likely to be meant.
      const isAside = (offer: Offer): boolean => offer.on === 'list' && (offer.key ?? keyOf.get(offer)) === undefined;
      return [...all.filter(offer => !isAside(offer)), ...all.filter(isAside)].map(offer => ({
        key: offer.key ?? keyOf.get(offer),
        text: offer.title,
        unless: offer.unless(),
        ...(offer.destroys && {tone: 'failed' as const}),
        run: () => offer.run(),
      }));
    },
  });
}
