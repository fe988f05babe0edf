/** The overview as text: counts, running operations, problems. */
import type {Event} from '../../contract/account/events.ts';
import {isInProgress} from '../../families/events/event-entities.ts';
import {sentenceText} from '../../families/events/event-sentence.ts';
import {isProblem} from '../../families/format/cells.ts';
import {formatNumber} from '../../families/format/format.ts';
import {families, familyOf} from '../../families/registry.ts';
import {type AnyRow, type Family, isCounted} from '../../families/shape/define-family.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {clientFailure, toFailure} from '../../store/api/failure-text.ts';
import {connectWithWarnings} from '../io/api-warnings.ts';
import type {CommandContext} from '../io/command-context.ts';
import {createRowCache, type RowCache, resolveLookups} from '../read/command-lookup.ts';
import {type LoadedRows, readRows, UnsupportedTypeError} from '../read/read-lists.ts';

export interface Overview {
  readonly account: string;
  readonly families: readonly FamilySummary[];
  readonly running: readonly string[];
  readonly problems: readonly {readonly family: string; readonly label: string; readonly state: string}[];
}

interface FamilySummary {
  readonly family: string;
  readonly title: string;
  /** Undefined if the list could not be read; `failure` has the reason. */
  readonly count: number | undefined;
  /**
   * The number of rows that were read from the start of a long list; states and problems are those of these rows.
   * Absent if the whole list was read.
   */
  readonly read?: number;
  /** The number of rows by the word of their state. */
  readonly states: Readonly<Record<string, number>>;
  readonly failure?: string;
  /** The advice at the end of `failure`. */
  readonly advice?: string;
}

/**
 * The maximum number of pages per list, unless the user requests all. Reading the states of 100,000 instances would use
 * up a rate limit of several minutes, and an overview should be quick.
 */
const maxPages = 10;

function familySummary(family: Family, {rows, total}: LoadedRows, {lookup}: RowCache): FamilySummary {
  const states = new Map<string, number>();
  if (family.state) {
    for (const row of rows) {
      const word = sanitize(family.state(row, lookup, {}).word);
      states.set(word, (states.get(word) ?? 0) + 1);
    }
  }
  const isPart = rows.length < total;
  return {
    family: family.id,
    title: family.title,
    count: isPart ? total : rows.length,
    ...(isPart && {read: rows.length}),
    states: Object.fromEntries(states),
  };
}

/** True if no data of the account can be read: its API doesn't respond, or rejects the token. */
function isAccountFailure(error: unknown): boolean {
  const failure = clientFailure(error);
  return failure?.code === 'unreachable' || (failure?.code === 'unauthorized' && failure.kind === 'token');
}

/**
 * Reads all families in parallel; a family that can't be read is reported, and hides no other. `say` prints the API's
 * warnings.
 * @param isWhole true to read long lists completely
 */
export async function readOverview(
  account: OpenedAccount,
  now: () => number,
  print: (text: string) => void,
  {isWhole = false, ...around}: Pick<CommandContext, 'progress'> & {readonly isWhole?: boolean} = {},
): Promise<Overview> {
  const connection = await connectWithWarnings(account, print, around)();
  try {
    const cache = createRowCache(connection, now);
    const events = familyOf('account.events');
    const countedFamilies = families.filter(isCounted);
    // The events are read first and alone: if the API can't be reached, thirty lists need not retry four times each.
    const [eventsResult] = await Promise.allSettled([readRows(connection, events, {pagesAtMost: 1})]);
    if (eventsResult.status === 'rejected' && isAccountFailure(eventsResult.reason)) throw eventsResult.reason;
    const pageLimit = isWhole ? undefined : maxPages;
    const lists = await Promise.allSettled(
      countedFamilies.map(family => readRows(connection, family, {pagesAtMost: pageLimit})),
    );
    // If the account can't be read at all, the command fails once, not in twelve lines.
    const failure = lists.find(result => result.status === 'rejected');
    if (failure?.status === 'rejected' && lists.every(result => result.status === 'rejected')) throw failure.reason;
    const recentEvents = (eventsResult.status === 'fulfilled' ? eventsResult.value.rows : []) as readonly (Event &
      AnyRow)[];
    cache.setEvents(recentEvents);
    for (const [index, family] of countedFamilies.entries()) {
      const result = lists[index];
      if (result?.status !== 'fulfilled') continue;
      const {rows, total} = result.value;
      if (rows.length < total) cache.addPartial(family, rows);
      else cache.add(family, rows);
    }
    const overview = (): Overview => {
      const lines = countedFamilies.flatMap((family, index): FamilySummary[] => {
        const result = lists[index];
        if (result?.status === 'fulfilled') return [familySummary(family, result.value, cache)];
        if (result?.reason instanceof UnsupportedTypeError) return [];
        const {message, advice} = toFailure(result?.reason);
        return [
          {
            ...{family: family.id, title: family.title, count: undefined, states: {}, failure: sanitize(message)},
            ...(advice !== undefined && {advice: sanitize(advice)}),
          },
        ];
      });
      const problems = countedFamilies.flatMap((family, index) => {
        const result = lists[index];
        const {state} = family;
        if (result?.status !== 'fulfilled' || !state) return [];
        return result.value.rows.flatMap(row => {
          const rowState = state(row, cache.lookup, {});
          return isProblem(rowState)
            ? [{family: family.one, label: sanitize(family.label(row)), state: sanitize(rowState.word)}]
            : [];
        });
      });
      return {
        account: account.profile.name,
        families: lines,
        running: recentEvents.filter(isInProgress).map(event => sanitize(sentenceText(event, cache.lookup))),
        problems,
      };
    };
    return await resolveLookups([{connection, cache}], overview);
  } finally {
    await connection.close();
  }
}

const statesText = (states: FamilySummary['states']): string =>
  Object.entries(states)
    .toSorted(([left, a], [right, b]) => b - a || (left < right ? -1 : 1))
    .map(([word, count]) => `${count} ${word}`)
    .join(' · ');

const withoutAdvice = (failure: string, advice: string | undefined): string =>
  advice !== undefined && failure.endsWith(` ${advice}`) ? failure.slice(0, -advice.length - 1) : failure;

export function overviewText({account, families: lines, running, problems}: Overview): string {
  const width = Math.max(...lines.map(({title}) => title.length));
  const block = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : ['', title, ...texts.map(text => `  ${text}`)];
  return [
    account,
    '',
    ...lines.map(({title, count, read, states, failure, advice}) => {
      const part = read === undefined ? '' : `of the first ${formatNumber(read)}: `;
      const text = failure === undefined ? statesText(states) : withoutAdvice(failure, advice);
      return `${title.padEnd(width)}  ${String(count ?? '?').padStart(6)}   ${text && part}${text}`.trimEnd();
    }),
    // The advice is the same for many lists.
    ...block('Lists that could not be read', [...new Set(lines.flatMap(({advice}) => advice ?? []))]),
    ...block('Running', running),
    ...block(
      lines.some(({read}) => read !== undefined) ? 'Problems in the rows that were read (--all reads all)' : 'Problems',
      problems.map(({family, label, state}) => `${family} ${label}: ${state}`),
    ),
    '',
  ].join('\n');
}
