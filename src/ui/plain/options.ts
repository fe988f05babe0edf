/** Choice of an option of a field: by number, by name, or by a part of its name. */
import type {FieldState, Option} from '../../store/changes/form/field-state.ts';
import {searchText} from '../models/change/option-picker.ts';
import {rankMatches} from '../widgets/fuzzy.ts';
import {MAX_LISTED, numberLines, type PlainContext, parseListNumber} from './plain-context.ts';
import {countWords, speechText} from './speech-text.ts';

export interface OptionReader {
  /** The option that was meant; undefined if that is ambiguous, after the options were read out. */
  find(typed: string): Option | undefined;
  /** Reads out the options. */
  readOut(): void;
}

export function createOptionReader(plain: PlainContext, field: () => FieldState | undefined): OptionReader {
  let listed: readonly Option[] = [];

  function read(options: readonly Option[]): void {
    // Available options come first; the others follow with the reason why they are disabled.
    listed = [...options.filter(one => !one.unless), ...options.filter(one => one.unless)].slice(0, MAX_LISTED);
    plain.say(...numberLines(listed.map(optionWords)));
    if (options.length > listed.length)
      plain.say(`${options.length - listed.length} more. Type a part of the name to narrow the list.`);
  }
  function able(option: Option): Option | undefined {
    if (option.unless === undefined) return option;
    plain.say(`${option.text} cannot be chosen: ${option.unless}.`);
    return undefined;
  }

  return {
    find(typed) {
      const {options = [], isLoading = false} = field() ?? {};
      const place = parseListNumber(typed, listed.length);
      const wanted = typed.toLowerCase();
      const exact = options.find(({text, value, typed = ''}) =>
        [text, String(value), typed].some(word => word.toLowerCase() === wanted),
      );
      const chosen = exact ?? (place === undefined ? undefined : listed[place]);
      if (chosen) return able(chosen);
      const close = rankMatches(typed, options, searchText);
      const [only] = close;
      if (only === undefined) plain.say(isLoading ? 'Still loading. Try again.' : `No match for ${typed}.`);
      else if (close.length === 1) return able(only);
      else {
        plain.say(`${countWords(close.length, 'choice fits', 'choices fit')}; choose by number:`);
        read(close);
      }
      return undefined;
    },
    readOut() {
      const {options = [], isLoading = false} = field() ?? {};
      if (options.length === 0) plain.say(isLoading ? 'Still loading.' : 'No options.');
      else read(options);
    },
  };
}

function optionWords({text, detail, unless}: Option): string {
  const about = speechText(detail);
  const label = about === '' || about === text ? text : `${text}, ${about}`;
  return unless === undefined ? label : `${label}; not now: ${unless}`;
}
