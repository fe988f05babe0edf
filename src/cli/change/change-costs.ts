/** The costs of the changes of a command. */
import {costDifference, isBilled} from '../../families/cost/price-changes.ts';
import {
  containsPrice,
  containsUnknownPrice,
  costIncreaseText,
  totalCostText,
  unknownCostText,
} from '../../store/cost/change-cost.ts';
import type {DoLine} from '../args/do-line.ts';
import {resolveLookups} from '../read/command-lookup.ts';
import type {ChangeCosts} from './confirm.ts';
import type {ReadyChange} from './prepare-change.ts';
import type {SendOptions} from './send-change.ts';

/** The costs of the requests, each and in total; reads the price lists that this needs. */
export async function readCosts(
  {namedAction, source}: SendOptions,
  ready: readonly ReadyChange[],
  line: DoLine,
): Promise<ChangeCosts> {
  const parts = ready.map(({row, change}) => ({row, body: change.getState().draft?.body, params: change.params}));
  const {operation} = namedAction.action;
  const [only] = ready;
  // A single request that is already confirmed is sent without reading prices, unless it is billed.
  const isPriced = only?.preview.hasCharge === true && !containsPrice(only.preview);
  // The note of the preview is printed already.
  const isNoted = only?.preview.cost !== undefined || (only !== undefined && containsUnknownPrice(only.preview));
  const isShown = line.dryRun || !line.yes || parts.length > 1 || isPriced;
  if (!isBilled(operation) || !isShown) return {totals: [], differences: undefined};
  const {lookup, failureOf} = source.cache;
  return resolveLookups([source], () => {
    const [part] = parts;
    const cost = only && part && !isNoted ? costIncreaseText(operation, {...part, lookup}, only.preview) : undefined;
    const unknown = isPriced && part && !isNoted ? unknownCostText(operation, {...part, lookup}, failureOf) : undefined;
    const single = cost === undefined ? unknown : `Cost: ${cost}.`;
    const total = parts.length > 1 ? totalCostText(operation, parts, lookup) : single;
    const differences = parts.map(part => costDifference(operation, {...part, lookup}));
    return {totals: total === undefined ? [] : [total], differences};
  });
}
