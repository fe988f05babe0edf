/**
 * The provider's ID prefix: its spelling on each side of the wire, and the translation of a value in each position that
 * can contain the prefix. Three pairs are irregular: the scope and the grant are plural on the wire, and all names of
 * the Kubernetes product are built from a separate acronym.
 */
import type {WirePosition} from '../schema/field.ts';

/** Spellings on one side of the wire. */
interface Vocabulary {
  readonly word: string;
  readonly plural: string;
  /** Spelling for people, in capabilities. */
  readonly display: string;
  readonly scope: string;
  readonly grant: string;
  readonly kube: string;
}

const neutral: Vocabulary = {
  word: 'compute',
  plural: 'computes',
  display: 'Computes',
  scope: 'compute',
  grant: 'add_compute',
  kube: 'kube',
};

const brandVocabulary = (word: string, acronym: string): Vocabulary => ({
  word,
  plural: `${word}s`,
  display: `${word.charAt(0).toUpperCase()}${word.slice(1)}s`,
  scope: `${word}s`,
  grant: `add_${word}s`,
  kube: acronym,
});

export type Members = Readonly<Record<string, unknown>>;

/** Translation in one direction. */
export interface WordTranslator {
  /** The name of a member, also inside `errors[].field` and in a filter. */
  readonly key: (name: string) => string;
  /** A path or URL of the API; any other text is returned unchanged. */
  readonly path: (path: string) => string;
  readonly scopes: (text: string) => string;
  /** A text in a position; for some, other members of the same object decide. */
  readonly value: Readonly<Record<WirePosition, (text: string, siblings: Members) => string>>;
}

export interface TranslatorPair {
  readonly toWire: WordTranslator;
  readonly toNeutral: WordTranslator;
}

export function wordsFor(word: string, acronym: string | undefined, apiHost: string | undefined): TranslatorPair {
  const wire = brandVocabulary(word, acronym ?? neutral.kube);
  return {
    toWire: wordTranslator(neutral, wire, {apiHost, isReading: false}),
    toNeutral: wordTranslator(wire, neutral, {apiHost, isReading: true}),
  };
}

function wordTranslator(
  from: Vocabulary,
  to: Vocabulary,
  {apiHost, isReading}: {apiHost: string | undefined; isReading: boolean},
): WordTranslator {
  const keys = pairs(from, to, ({word, plural, grant, kube}) => [
    word,
    `${word}_id`,
    `${word}_label`,
    plural,
    grant,
    `from_${word}`,
    `${kube}cluster_id`,
    `${kube}_cluster_id`,
    `${kube}_cluster`,
    `${word}_interfaces`,
    `interfaces_for_new_${plural}`,
    `maximum_${plural}_per_pg`,
    `maximum_${plural}_per_flexible_pg`,
  ]);
  const services = pairs(from, to, ({word}) => [word, `${word}_disk`, `${word}_memory`]);
  const generations = pairs(from, to, ({word}) => [
    word,
    `${word}_only`,
    `${word}_default_but_legacy_config_allowed`,
    `legacy_config_default_but_${word}_allowed`,
  ]);
  const scopes = pairs(from, to, ({scope, kube}) => [scope, kube]);

  const id = (text: string) => swapPrefix(text, `${from.word}/`, `${to.word}/`);
  const path = (text: string) => translateUrl(text, from, to, apiHost);
  // A sample in the documents spells the type with a capital letter.
  const isWord = (text: string) => (isReading ? text.toLowerCase() : text) === from.word;
  const eachScope = (text: string) => text.replace(/[^\s,:]+(?=:)/g, area => scopes.get(area) ?? area);

  return {
    key: name => keys.get(name) ?? name,
    path,
    scopes: eachScope,
    value: {
      action: text =>
        text.startsWith(`${from.kube}_`)
          ? swapPrefix(text, `${from.kube}_`, `${to.kube}_`)
          : swapPrefix(text, `${from.word}_`, `${to.word}_`),
      // The type of a part of an instance, such as a config, starts with the word for an instance.
      'entity-type': text => {
        if (text === `${from.kube}cluster`) return `${to.kube}cluster`;
        return isWord(text) ? to.word : swapPrefix(text, `${from.word}_`, `${to.word}_`);
      },
      'entity-id': (text, {type}) => (type === 'image' ? id(text) : text),
      'service-type': text => services.get(text) ?? text,
      // A user may have the same name as the creator of public entries.
      'created-by': (text, {is_public}) => (is_public === true && text === from.word ? to.word : text),
      scopes: eachScope,
      capabilities: text =>
        text === from.display || text.endsWith(` ${from.display}`)
          ? text.slice(0, -from.display.length) + to.display
          : text,
      'image-or-kernel': id,
      'interface-generation': text => generations.get(text) ?? text,
      'kube-type': text => swapPrefix(text, `${from.kube}-`, `${to.kube}-`),
      policy: id,
      'api-url': path,
    },
  };
}

/** The same terms on both sides. */
function pairs(from: Vocabulary, to: Vocabulary, terms: (side: Vocabulary) => string[]): ReadonlyMap<string, string> {
  const targetTerms = terms(to);
  return new Map(terms(from).map((term, index) => [term, targetTerms[index] ?? term]));
}

const swapPrefix = (text: string, from: string, to: string) =>
  text.startsWith(from) ? to + text.slice(from.length) : text;

/** Scheme and host, the route, and the remaining text. */
const url = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)(.*)$/is;

function translateUrl(text: string, from: Vocabulary, to: Vocabulary, apiHost: string | undefined): string {
  const [, origin = '', route = '', rest = ''] = url.exec(text) ?? [];
  if (origin !== '' && origin.slice(origin.indexOf('//') + 2) !== apiHost) return text;
  return origin + translateRoute(route, from, to) + rest;
}

/** Translates whole segments at certain positions; a parameter only if it is the ID of an image or a kernel. */
function translateRoute(
  route: string,
  {word: from, kube: fromKube}: Vocabulary,
  {word: to, kube: toKube}: Vocabulary,
): string {
  const parts = route.split('/');
  // Empty parts, from slashes at the ends or two slashes in a row, don't count as segments.
  const [first, ...otherIndexes] = parts.flatMap((part, index) => (part === '' ? [] : [index]));
  const places =
    first !== undefined && /^v4(beta)?$/.test(parts[first] ?? '') ? otherIndexes : [first, ...otherIndexes];
  const at = (place: number) => parts[places[place] ?? -1];
  const put = (place: number, part: string) => {
    parts[places[place] ?? -1] = part;
  };
  const translateId = (place: number) => {
    const part = at(place) ?? '';
    // The ID has two segments when it is unencoded, and one when it is encoded.
    if (part === from && at(place + 1) !== undefined) put(place, to);
    else if (part.slice(0, from.length + 3).toLowerCase() === `${from}%2f`) put(place, to + part.slice(from.length));
  };

  if (at(0) === from) {
    put(0, to);
    if (at(1) === 'kernels') translateId(2);
  } else if (at(0) === 'managed' && at(1) === `${from}-settings`) {
    put(1, `${to}-settings`);
  } else if (at(0) === fromKube) {
    put(0, toKube);
  } else if (at(0) === 'images') {
    translateId(1);
  }
  return parts.join('/');
}
