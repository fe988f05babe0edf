/** The risk of a change, which makes Cancel the default button. */
import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import {monthlyIncrease} from '../../../families/cost/price-changes.ts';
import type {Risk} from '../../../families/shape/actions.ts';
import type {AnyAction, AnyRow, Lookup, PathParams} from '../../../families/shape/define-family.ts';
import {leastCost} from '../../cost/change-cost.ts';
import {isDeletion} from './presigned.ts';

interface RiskInput {
  readonly endpoint: Endpoint;
  readonly action: AnyAction;
  readonly parts: readonly {
    readonly row: AnyRow | undefined;
    readonly body: Readonly<Record<string, unknown>> | undefined;
  }[];
  readonly params: PathParams;
  readonly lookup: Lookup;
  readonly prices: Lookup;
}

/** The risk of the first row that has one; undefined for a harmless change. */
export function changeRisk({endpoint, action, parts, lookup, prices, params}: RiskInput): Risk | undefined {
  if (isDeletion(action, endpoint)) return 'destroys';
  if (endpoint.spec.charges) return 'charges';
  const {risk, operation} = action;
  const declared =
    typeof risk === 'function'
      ? parts.map(({row, body}) => risk({row, lookup, params, body})).find(found => found !== undefined)
      : risk;
  if (declared !== undefined) return declared;
  const increases = parts.map(part => monthlyIncrease(operation, {...part, params, lookup: prices}) ?? 0);
  return increases.some(increase => increase >= leastCost) ? 'charges' : undefined;
}
