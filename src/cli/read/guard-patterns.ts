/** The check of the guard `never` for `skydeck config check` and `skydeck doctor`. */
import {isMutation} from '../../contract/schema/endpoint.ts';
import type {GuardRules} from '../../profiles/guard-rules.ts';
import {changingOperations, unmatchedText} from '../../store/api/guards.ts';
import {unmatchedPatterns} from '../../store/api/operation-names.ts';
import {operations} from '../args/action-names.ts';

/** The reasons why patterns of `never` refuse every change: they match no operation. */
export const patternProblems = ({never}: GuardRules): readonly string[] =>
  unmatchedPatterns(never, changingOperations([...operations.values()].filter(isMutation))).map(unmatchedText);

/** Guards with such a pattern have a problem, like guards that can't be read. */
export function withPatternProblem(guards: GuardRules): GuardRules {
  const [problem] = patternProblems(guards);
  return guards.problem !== undefined || problem === undefined ? guards : {...guards, problem};
}
