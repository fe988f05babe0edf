/** Choosing a field's value from what can be taken; what cannot stays visible with its reason. */

import type {FieldState, Option} from '../../../store/changes/types.ts';
import {equal} from '../../../store/equal.ts';
import type {Deck} from '../../deck.ts';
import {type Choice, openChooser} from '../../widgets/chooser.ts';
import {ranked} from '../../widgets/fuzzy.ts';

export interface PickContext {
  readonly deck: Deck;
  /** The field as it is now: its options may still be arriving. */
  readonly field: () => FieldState | undefined;
  readonly set: (value: unknown) => void;
  readonly done: () => void;
  readonly changed: (listener: () => void) => () => void;
}

/** Up to so many, what can be taken stands before what cannot. */
const SORTED = 500;

/** What a candidate is found by. */
export const searchText = ({text, detail, value, typed = ''}: Option): string =>
  typeof value === 'object'
    ? `${text} ${detail}`
    : `${text} ${detail} ${value} ${typed === String(value) ? '' : typed}`.trim();

function options(field: FieldState | undefined): readonly Option[] {
  const all = field?.options ?? [];
  // Reasons are looked up one by one: of very many candidates only those that show are asked.
  if (all.length > SORTED) return all;
  const reasons = all.map(option => ({option, off: option.unless !== undefined}));
  return [...reasons.filter(({off}) => !off), ...reasons.filter(({off}) => off)].map(({option}) => option);
}

const nothing = (field: FieldState | undefined, typed: string): string =>
  field?.loading === true ? 'loading…' : typed === '' ? 'there is nothing to choose from' : `nothing fits ${typed}`;

export function pickOne({deck, field, set, done, changed}: PickContext): void {
  const now = field();
  if (now === undefined) return;
  const take = (value: unknown) => () => {
    set(value);
    done();
  };
  // What is left out stays as it is: only null takes away what was there.
  const none = now.nullable === true ? null : undefined;
  const clear: Choice[] = now.required ? [] : [{text: 'none', tone: 'dim', run: take(none)}];
  // The plan it has cannot be chosen again and stands at the end: begin with what can.
  const first = options(now).findIndex(({value, unless}) => equal(value, now.value) && unless === undefined);
  const chooser = openChooser(deck, {
    title: now.title,
    prompt: ' ',
    at: 'centre',
    columns: 104,
    first: first < 0 ? 0 : first + (clear.length > 0 ? 1 : 0),
    choices: typed => [
      ...(typed === '' ? clear : []),
      ...ranked(typed, options(field()), searchText).map(({text, detail, cells, unless, value}) => ({
        text,
        detail,
        cells,
        unless,
        run: take(value),
      })),
    ],
    nothing: typed => nothing(field(), typed),
  });
  follow(
    deck,
    chooser.overlay,
    changed(() => (field() === undefined ? chooser.overlay.close() : chooser.renew())),
  );
}

export function pickMany({deck, field, set, done, changed}: PickContext): void {
  const now = field();
  if (now === undefined) return;
  const free = now.input === 'tags';
  const before: readonly (string | number)[] = Array.isArray(now.value) ? now.value : [];
  let chosen = before;
  const flip = (value: string | number): void => {
    chosen = chosen.includes(value) ? chosen.filter(other => other !== value) : [...chosen, value];
    set(chosen);
  };
  const all = (): readonly Option[] => {
    // What was chosen when it opened stands first: that is what there is to take away.
    const wasChosen = ({value}: Option): boolean => before.some(one => one === value);
    const offered = options(field());
    const known = [...offered.filter(wasChosen), ...offered.filter(option => !wasChosen(option))];
    const own = chosen
      .filter(value => !known.some(option => option.value === value))
      .map(value => ({value, text: String(now.spell?.(value) ?? value), detail: '', unless: undefined}));
    return [...own, ...known];
  };
  const chooser = openChooser(deck, {
    title: `${now.title}: tab adds or takes away, enter is done`,
    prompt: ' ',
    at: 'centre',
    choices(typed) {
      const fitting: Choice[] = ranked(typed, all(), searchText).flatMap(({text, detail, unless, value}) =>
        value === null || typeof value === 'object'
          ? []
          : [
              {
                text,
                detail: detail === text ? '' : detail,
                unless: chosen.includes(value) ? undefined : unless,
                on: chosen.includes(value),
                run: () => flip(value),
              },
            ],
      );
      const added = typed.trim();
      const isNew = free && added !== '' && !all().some(({value}) => value === added);
      return isNew ? [{text: added, detail: 'new', on: false, run: () => flip(added)}, ...fitting] : fitting;
    },
    nothing: typed => nothing(field(), typed),
    many: {
      accept() {
        const typed = chooser.typed().trim();
        if (free && typed !== '' && !chosen.includes(typed)) flip(typed);
        // None of them is an answer too, where one is needed.
        if (chosen === before && now.required && !Array.isArray(now.value)) set([]);
        done();
      },
      leave() {
        if (chosen !== before) set(before);
      },
    },
  });
  follow(
    deck,
    chooser.overlay,
    changed(() => (field() === undefined ? chooser.overlay.close() : chooser.renew())),
  );
}

/** Stops following when the chooser is gone, however it went. */
function follow(deck: Deck, overlay: unknown, stop: () => void): void {
  const {stack} = deck.overlays;
  const unsubscribe = stack.subscribe(() => {
    if (stack.get().some(other => other === overlay)) return;
    stop();
    unsubscribe();
  });
}
