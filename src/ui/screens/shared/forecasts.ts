/**
 * The forecasts of the invoice on pages: the cost with last month's forecast, and the first forecast of each month,
 * which is stored.
 */
import {type CostReport, costReport} from '../../../store/cost/cost-report.ts';
import type {PageAccount} from './page-accounts.ts';
import type {TrackedLookup} from './tracked-families.ts';

export interface CostAccount extends PageAccount {
  readonly trackedLookup: TrackedLookup;
}

export const reportOf = ({trackedLookup, context: {session}}: CostAccount): CostReport =>
  costReport(trackedLookup.lookup, session.forecasts.getState());

/** Follows the lists of the report, and stores the first complete forecast of the month. */
export function followCost(account: CostAccount, changed: () => void): () => void {
  const {session} = account.context;
  const {forecasts} = session;
  const keep = (): void => {
    const {forecast, unread} = reportOf(account);
    if (forecast && unread.length === 0) void forecasts.storeFirstOfMonth(forecast, account.trackedLookup.lookup.now);
  };
  const stops = [
    account.trackedLookup.subscribe(session, () => {
      changed();
      keep();
    }),
    forecasts.subscribe(changed),
  ];
  void forecasts.load().then(keep);
  return () => {
    for (const stop of stops) stop();
  };
}
