/** Taking one of what a field offers: by number, by name, or by a part of its name. */
import type {FieldState, Option} from '../../store/changes/types.ts';
import {searchText} from '../screens/change/pick.ts';
import {ranked} from '../widgets/fuzzy.ts';
import {AT_ONCE, numbered, placeOf, type Talk} from './talk.ts';
import {counted, spoken} from './words.ts';

export interface Offering {
  /** The one that was meant; undefined when that is not clear, and what there is was said. */
  take(typed: string): Option | undefined;
  /** Reads out what can be taken. */
  list(): void;
}

export function offering(talk: Talk, field: () => FieldState | undefined): Offering {
  let listed: readonly Option[] = [];

  function read(options: readonly Option[]): void {
    // What can be taken comes first; the rest says why it cannot.
    listed = [...options.filter(one => !one.unless), ...options.filter(one => one.unless)].slice(0, AT_ONCE);
    talk.say(...numbered(listed.map(optionWords)));
    if (options.length > listed.length)
      talk.say(`${options.length - listed.length} more: type a part of the name to hear fewer.`);
  }
  function able(option: Option): Option | undefined {
    if (option.unless === undefined) return option;
    talk.say(`${option.text} cannot be chosen: ${option.unless}.`);
    return undefined;
  }

  return {
    take(typed) {
      const {options = [], loading = false} = field() ?? {};
      const place = placeOf(typed, listed.length);
      const wanted = typed.toLowerCase();
      const exact = options.find(({text, value, typed = ''}) =>
        [text, String(value), typed].some(word => word.toLowerCase() === wanted),
      );
      const chosen = exact ?? (place === undefined ? undefined : listed[place]);
      if (chosen) return able(chosen);
      const close = ranked(typed, options, searchText);
      const [only] = close;
      if (only === undefined) talk.say(loading ? 'Still being read: try again.' : `Nothing fits ${typed}.`);
      else if (close.length === 1) return able(only);
      else {
        talk.say(`${counted(close.length, 'choice fits', 'choices fit')}; choose by number:`);
        read(close);
      }
      return undefined;
    },
    list() {
      const {options = [], loading = false} = field() ?? {};
      if (options.length === 0) talk.say(loading ? 'Still being read.' : 'There is nothing to choose from.');
      else read(options);
    },
  };
}

function optionWords({text, detail, unless}: Option): string {
  const about = spoken(detail);
  const words = about === '' || about === text ? text : `${text}, ${about}`;
  return unless === undefined ? words : `${words}; not now: ${unless}`;
}
