/** The check of the guard `never` for `skydeck config check` and `skydeck doctor`. */
import {isMutation} from '../../contract/schema/endpoint.ts';
import {type GuardRules, matchesOperation} from '../../profiles/guard-rules.ts';
import {objectDeletion} from '../../store/api/guards.ts';
import {operationNames} from '../../store/api/operation-names.ts';
import {operations} from '../args/action-names.ts';

/** The patterns that match no operation: they refuse every change. */
export function unknownPatterns({never}: GuardRules): readonly string[] {
  const changing = [...operations.values()].filter(isMutation).flatMap(({id}) => operationNames(id));
  const names = [...changing, objectDeletion];
  return never.filter(pattern => !names.some(name => matchesOperation(pattern, name)));
}

/** Guards with such a pattern have a problem, like guards that can't be read. */
export function withUnknownPattern(guards: GuardRules): GuardRules {
  const [pattern] = unknownPatterns(guards);
  return guards.problem !== undefined || pattern === undefined
    ? guards
    : {...guards, problem: `no operation matches never: ${pattern}`};
}
