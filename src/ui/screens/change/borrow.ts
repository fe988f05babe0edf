/** Actions that a family lends to another's list: "Attach a Volume…" among the Volumes of an instance. */
import type {AnyBorrowed, AnyRow, PathParams} from '../../../families/define.ts';
import type {Deck} from '../../deck.ts';
import {openChooser} from '../../widgets/chooser.ts';
import {ranked} from '../../widgets/fuzzy.ts';
import {startChange} from './start.ts';

export function startBorrowed(deck: Deck, borrowed: AnyBorrowed, row: AnyRow | undefined, params: PathParams): void {
  const {look} = deck.session;
  const family = deck.family(borrowed.family);
  const fills = borrowed.fills(row, look, params);
  const begin = (target: AnyRow | undefined): void =>
    startChange(deck, {family, name: borrowed.action, rows: [target], params: {}, fills, title: borrowed.title});
  const {pick} = borrowed;
  if (pick === undefined) {
    const id = borrowed.target?.(row, look, params);
    const target = id === undefined ? undefined : deck.session.collection(family.id).get().byId.get(id);
    if (id !== undefined && target === undefined) deck.say(`${family.one} ${id} is not read yet`, 'attention');
    else begin(target);
    return;
  }
  const collection = deck.session.collection(family.id);
  const candidates = () =>
    collection
      .get()
      .rows.map(candidate => ({
        candidate,
        text: family.label(candidate),
        unless: pick.unless?.(candidate, look, params),
      }))
      // What can be taken comes first; the rest stays visible with its reason.
      .sort((a, b) => Number(a.unless !== undefined) - Number(b.unless !== undefined));
  const chooser = openChooser(deck, {
    title: pick.title,
    prompt: ' ',
    choices: typed =>
      ranked(typed, candidates(), ({text}) => text).map(({candidate, text, unless}) => ({
        text,
        detail: family.summary?.(candidate, look) ?? String(family.key(candidate)),
        unless,
        run: () => begin(candidate),
      })),
    nothing: typed =>
      typed !== ''
        ? `no ${family.one} fits ${typed}`
        : collection.get().complete
          ? `there are no ${family.title}`
          : 'loading…',
    at: 'centre',
  });
  const stop = collection.subscribe(() => chooser.renew());
  const unwatch = deck.overlays.stack.subscribe(() => {
    if (deck.overlays.stack.get().includes(chooser.overlay)) return;
    stop();
    unwatch();
  });
}
