/** The overview as text: what there is, what is running, what is wrong. */
import type {Event} from '../contract/account/events.ts';
import {isProblem} from '../families/cells.ts';
import {type AnyRow, type Family, isCounted} from '../families/define.ts';
import {inProgress} from '../families/entities.ts';
import {families, familyOf} from '../families/registry.ts';
import {sentenceText} from '../families/sentence.ts';
import {clean} from '../platform/text/clean.ts';
import type {Account} from '../store/account.ts';
import {failureOf} from '../store/words.ts';
import type {Surroundings} from './account.ts';
import {consulting, createKnown, type Known} from './known.ts';
import {readRows} from './read.ts';
import {telling} from './telling.ts';

export interface Overview {
  readonly account: string;
  readonly families: readonly Line[];
  readonly running: readonly string[];
  readonly problems: readonly {readonly family: string; readonly label: string; readonly state: string}[];
}

interface Line {
  readonly family: string;
  readonly title: string;
  /** Undefined when it could not be read; `failure` says why. */
  readonly count: number | undefined;
  /** Words of the states with how many are in each. */
  readonly states: Readonly<Record<string, number>>;
  readonly failure?: string;
}

function lineOf(family: Family, rows: readonly AnyRow[], {look}: Known): Line {
  const states = new Map<string, number>();
  if (family.state) {
    for (const row of rows) {
      const word = clean(family.state(row, look, {}).word);
      states.set(word, (states.get(word) ?? 0) + 1);
    }
  }
  return {family: family.id, title: family.title, count: rows.length, states: Object.fromEntries(states)};
}

/** Reads all families side by side; one that cannot be read is said to be so, and hides no other. `say` tells what the API warns of. */
export async function readOverview(
  account: Account,
  now: () => number,
  say: (text: string) => void,
  around: Pick<Surroundings, 'progress'> = {},
): Promise<Overview> {
  const connection = await telling(account, say, around)();
  try {
    const known = createKnown(now, connection.identifiers);
    const events = familyOf('account.events');
    const shown = families.filter(isCounted);
    const settled = await Promise.allSettled([
      readRows(connection, events, {pagesAtMost: 1}),
      ...shown.map(family => readRows(connection, family)),
    ]);
    const [news, ...lists] = settled;
    // Reading the account failed altogether: that is the command's failure, not twelve lines of it.
    const failed = settled.find(result => result.status === 'rejected');
    if (failed?.status === 'rejected' && settled.every(result => result.status === 'rejected')) throw failed.reason;
    const happened = (news?.status === 'fulfilled' ? news.value.rows : []) as readonly (Event & AnyRow)[];
    known.hear(happened);
    for (const [index, family] of shown.entries()) {
      const result = lists[index];
      if (result?.status === 'fulfilled') known.add(family, result.value.rows);
    }
    const overview = (): Overview => {
      const lines = shown.map((family, index): Line => {
        const result = lists[index];
        if (result?.status === 'fulfilled') return lineOf(family, result.value.rows, known);
        return {
          family: family.id,
          title: family.title,
          count: undefined,
          states: {},
          failure: clean(failureOf(result?.reason).words),
        };
      });
      const problems = shown.flatMap((family, index) => {
        const result = lists[index];
        const {state} = family;
        if (result?.status !== 'fulfilled' || !state) return [];
        return result.value.rows.flatMap(row => {
          const found = state(row, known.look, {});
          return isProblem(found)
            ? [{family: family.one, label: clean(family.label(row)), state: clean(found.word)}]
            : [];
        });
      });
      return {
        account: account.profile.name,
        families: lines,
        running: happened.filter(inProgress).map(event => clean(sentenceText(event, known.look))),
        problems,
      };
    };
    return await consulting([{connection, known}], overview);
  } finally {
    await connection.close();
  }
}

const statesText = (states: Line['states']): string =>
  Object.entries(states)
    .toSorted(([left, a], [right, b]) => b - a || (left < right ? -1 : 1))
    .map(([word, count]) => `${count} ${word}`)
    .join(' · ');

export function overviewText({account, families: lines, running, problems}: Overview): string {
  const width = Math.max(...lines.map(({title}) => title.length));
  const block = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : ['', title, ...texts.map(text => `  ${text}`)];
  return [
    account,
    '',
    ...lines.map(({title, count, states, failure}) =>
      `${title.padEnd(width)}  ${String(count ?? '?').padStart(6)}   ${failure ?? statesText(states)}`.trimEnd(),
    ),
    ...block('Running', running),
    ...block(
      'Problems',
      problems.map(({family, label, state}) => `${family} ${label}: ${state}`),
    ),
    '',
  ].join('\n');
}
