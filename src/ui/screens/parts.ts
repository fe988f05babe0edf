/** What a page tells of: the one account, or each of several, whose name its lines then begin with. */
import type {Ref} from '../../families/define.ts';
import type {Deck} from '../deck.ts';
import type {Destination} from '../place.ts';
import {cell, type Span, span} from '../widgets/spans.ts';

/** An account that a page tells of, as it has the screen to itself. */
export interface Part {
  readonly deck: Deck;
}

export interface Parts<P extends Part> {
  readonly all: readonly P[];
  /** Cells of a name with the gap behind it; none where there is one account. */
  readonly columns: number;
  /** The heading of the names. */
  readonly head: string;
  /** Its name, and the gap; nothing where there is one account. */
  whose(part: P): Span[];
  /** Where something of it is shown. */
  goal(part: P, ref: Ref): Destination;
}

const HEAD = 'PROFILE';
const GAP = 2;

export function partsOf<P extends Part>(deck: Deck, as: (own: Deck) => P): Parts<P> {
  const {accounts} = deck;
  const all = (accounts?.members.map(({profile}) => accounts.of(profile.name)) ?? [deck]).map(as);
  const widest = Math.max(HEAD.length, ...all.map(part => part.deck.profile.name.length));
  return {
    all,
    columns: accounts ? widest + GAP : 0,
    head: accounts ? cell(HEAD, widest + GAP) : '',
    whose({deck: {profile}}) {
      if (!accounts) return [];
      const name = cell(profile.name, widest);
      const style = profile.production ? deck.skin().danger : undefined;
      return [style ? {text: name, style} : span(name, 'accent'), span(' '.repeat(GAP))];
    },
    goal: (part, ref) => ({...ref, ...(accounts && {profile: part.deck.profile.name})}),
  };
}
