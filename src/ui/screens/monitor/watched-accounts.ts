/**
 * The accounts of the wallboard: one or several, each watched separately, so that a failure in one hides no data of
 * another.
 */

import {formatNumber} from '../../../families/format/format.ts';
import {findFamily} from '../../../families/registry.ts';
import type {Family, FamilyId} from '../../../families/shape/define-family.ts';
import {defaultLayouts, type MonitorLayout} from '../../../profiles/monitor-layout.ts';
import {byWorst, isWatchable, StateWatch, type WatchedProblem} from '../../../store/watch/state-watch.ts';
import type {AccountPort, MergedAccountsPort, PageAccountPorts, SettingsPort, SkinPort} from '../../context/ports.ts';
import {span} from '../../widgets/spans.ts';
import {type PageAccount, type PageAccounts, pageAccounts} from '../shared/page-accounts.ts';
import {hasStopped} from './heartbeat.ts';

/** The provider's notifications, which have a separate section. */
export const noticeFamilies: readonly FamilyId[] = ['account.notifications', 'account.maintenance'];

/** An account on the wallboard. */
export interface WatchedAccount extends PageAccount {
  readonly watch: StateWatch;
}

export interface WallboardProblem extends WatchedProblem {
  readonly part: WatchedAccount;
}

export interface WatchedAccounts {
  readonly context: AccountPort & SkinPort;
  readonly all: readonly WatchedAccount[];
  readonly hasSeveral: boolean;
  /** The name and a gap, as a warning while no data arrives; empty for a single account. */
  readonly nameSpans: PageAccounts<WatchedAccount>['nameSpans'];
  /** The problems of all accounts, worst first, and newest first among equals. */
  problems(families: readonly Family[]): readonly WallboardProblem[];
}

export const layoutsOf = ({settings, accounts}: MergedAccountsPort & SettingsPort): readonly MonitorLayout[] =>
  settings.monitor ?? defaultLayouts(accounts !== undefined);

export function watchAccounts(context: MergedAccountsPort & PageAccountPorts & SettingsPort): WatchedAccounts {
  const {clock, accounts} = context;
  const {all, nameSpans} = pageAccounts(
    context,
    (own): WatchedAccount => ({
      context: own,
      watch: new StateWatch(own.session, watchedBy(own, layoutsOf(context)), clock.now),
    }),
  );
  return {
    context,
    all,
    hasSeveral: accounts !== undefined,
    nameSpans(part) {
      const spans = nameSpans(part);
      return hasStopped(part.context.session.account.getState().status)
        ? spans.map(one => (one.tone === 'accent' ? span(one.text, 'attention') : one))
        : spans;
    },
    problems(families) {
      const found = all.flatMap(part =>
        part.watch.problems(families).map((problem): WallboardProblem => ({part, ...problem})),
      );
      // Events of one account are in order; the clocks of several accounts may differ.
      return accounts
        ? found.sort((left, right) => byWorst(left.state, right.state) || ageOf(left) - ageOf(right))
        : found;
    },
  };
}

/** The age of a problem; a problem with an unknown start counts as the oldest. */
const ageOf = ({part, since = 0}: WallboardProblem): number => part.watch.now - since;

const notRead = 'not read';

/** The known part of an account's list as text; undefined if the list is complete. */
export function extentWords({context, watch}: WatchedAccount, family: FamilyId): string | undefined {
  const {isComplete, isFromSnapshot, rows, failure} = watch.collection(family).getState();
  if (isFromSnapshot) return 'from last time';
  if (isComplete) return undefined;
  if (rows.length > 0) return `${formatNumber(rows.length)} read so far`;
  return (failure ?? context.session.account.getState().status.failure) ? notRead : 'not read yet';
}

/** True if no part of a list is known and no account will load it. */
export const isUnavailable = ({all}: WatchedAccounts, family: FamilyId): boolean =>
  all.every(part => extentWords(part, family) === notRead);

/** The families of all layouts: all are followed, so that a change of the layout causes no reads. */
function watchedBy({families}: AccountPort, layouts: readonly MonitorLayout[]): readonly Family[] {
  const named = layouts.flatMap(layout => layout.families?.map(name => findFamily(name)?.id) ?? []);
  const all = layouts.some(layout => layout.families === undefined);
  return families.filter(
    family =>
      family.id === 'instances' ||
      noticeFamilies.includes(family.id) ||
      named.includes(family.id) ||
      (all && isWatchable(family)),
  );
}
