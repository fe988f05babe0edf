/** Guards: limits of the settings or of a team file that refuse changes. A guard can only refuse, never allow. */

import {type FreezeWindow, freezeText} from './freeze-window.ts';

/** The guards that apply to one account. */
export interface GuardRules {
  /** Resources with one of these tags can't be changed or deleted. */
  readonly protectedTags: readonly string[];
  /** Patterns of operations that are never sent: `instances.delete`, `*.delete`. */
  readonly never: readonly string[];
  /** Windows of time without changes. */
  readonly freeze: readonly FreezeWindow[];
  /** The number of resources that one change may have. */
  readonly maxResources?: number | undefined;
  /** US dollars that one change may add to the costs of a month. */
  readonly maxMonthlyIncrease?: number | undefined;
  /** The reason why no change is allowed: the guards couldn't be read. */
  readonly problem?: string | undefined;
}

export const noGuards: GuardRules = {protectedTags: [], never: [], freeze: []};

/** Guards that could not be read refuse every change. */
export const unreadableGuards = (problem: string): GuardRules => ({...noGuards, problem});

/** All of these guards together: the strictest limit applies. */
export function mergeGuards(...all: readonly (GuardRules | undefined)[]): GuardRules {
  const rules = all.filter(one => one !== undefined);
  const problem = rules.map(one => one.problem).find(message => message !== undefined);
  return {
    protectedTags: distinct(rules.flatMap(({protectedTags}) => protectedTags)),
    never: distinct(rules.flatMap(({never}) => never)),
    freeze: rules.flatMap(({freeze}) => freeze),
    ...least('maxResources', rules),
    ...least('maxMonthlyIncrease', rules),
    ...(problem !== undefined && {problem}),
  };
}

function least<K extends 'maxResources' | 'maxMonthlyIncrease'>(
  name: K,
  rules: readonly GuardRules[],
): {[N in K]?: number} {
  const limits = rules.flatMap(one => one[name] ?? []);
  return limits.length === 0 ? {} : ({[name]: Math.min(...limits)} as {[N in K]?: number});
}

const distinct = (words: readonly string[]): readonly string[] => [...new Set(words)];

/** True if a pattern names this operation; `*` stands for any text, and upper and lower case are the same. */
export const matchesOperation = (pattern: string, operation: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map(part => part.replace(/[.\\^$+?()[\]{}|]/g, '\\$&'))
      .join('.*')}$`,
    'i',
  ).test(operation);

/** The guards in words, one for each line; empty without guards. */
export function guardLines(rules: GuardRules): readonly string[] {
  const {problem, protectedTags, freeze, never, maxResources, maxMonthlyIncrease} = rules;
  return [
    ...(problem === undefined ? [] : [`changes are refused: ${problem}`]),
    ...(protectedTags.length > 0 ? [`protected tags: ${protectedTags.join(', ')}`] : []),
    ...freeze.map(window => `no changes ${freezeText(window)}`),
    ...(maxResources === undefined ? [] : [`at most ${maxResources} resources per change`]),
    ...(maxMonthlyIncrease === undefined ? [] : [`at most $${maxMonthlyIncrease.toFixed(2)}/mo more per change`]),
    ...(never.length > 0 ? [`never: ${never.join(', ')}`] : []),
  ];
}
