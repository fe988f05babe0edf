/** Plans of agents: a user approves them in the usual preview, or refuses them. */
import {age, utcTimestamp} from '../../../families/format/format.ts';
import {createLayer, type Layer} from '../../../keymap/layer.ts';
import {isWaiting} from '../../../store/plans/plan-paths.ts';
import type {WaitingPlan} from '../../../store/plans/waiting-plans.ts';
import type {ActionPorts, ClockPort, NavigationPort, NotificationPort, PagePorts} from '../../context/ports.ts';
import {cell, span} from '../../widgets/spans.ts';
import {approvePlan, refusePlan} from '../plans/approve-plan.ts';
import {type PageAccount, type PageAccounts, pageAccounts} from '../shared/page-accounts.ts';
import {planSubject} from '../shared/plan-text.ts';
import {LinePage} from './line-page.ts';
import {type PageLine, pageHeading, pageMore, pageText} from './page-lines.ts';

const MAX_DECIDED = 20;
/** The remaining time of a plan is shown in minutes. */
const REPAINT_MS = 60_000;
const STATE_CELLS = 10;

interface PlansAccount extends PageAccount {
  readonly context: ActionPorts & PagePorts;
}

interface PlanLine extends PageLine {
  readonly found?: FoundPlan;
}

interface FoundPlan {
  readonly part: PlansAccount;
  readonly plan: WaitingPlan;
}

export function createPlansPage(context: ActionPorts & PagePorts): LinePage<PlanLine> {
  const parts: PageAccounts<PlansAccount> = pageAccounts(context, own => ({context: own}));
  // The queue reads its index only now and then, and a user opens this page because an agent just wrote a plan.
  for (const {context: own} of parts.all) void own.session.plans?.refresh();
  return new LinePage<PlanLine>(context, {
    kind: 'plans',
    title: 'Approvals',
    content: columns => ({left: planLines(parts, columns)}),
    sources: () => parts.all.flatMap(({context: {session}}) => session.plans ?? []),
    isStop: ({found}) => found !== undefined,
    nextRepaintMs: () => REPAINT_MS,
    keys: page => plansLayer(context, page, parts),
  });
}

function plansLayer(
  context: ClockPort & NavigationPort & NotificationPort,
  page: LinePage<PlanLine>,
  parts: PageAccounts<PlansAccount>,
): Layer {
  const found = () => page.current()?.found;
  const unlessWaiting = (): string | undefined => {
    const plan = found()?.plan;
    if (plan === undefined) return 'no plan waits';
    return isWaiting(plan, context.clock.now()) ? undefined : `the plan is ${stateOf(plan)}`;
  };
  const withPlan = (run: (own: PlansAccount['context'], plan: WaitingPlan) => Promise<void>) => () => {
    const one = found();
    return one && run(one.part.context, one.plan);
  };
  return createLayer('plans', {
    approve: {run: withPlan(approvePlan), unless: unlessWaiting},
    refuse: {run: withPlan(refusePlan), unless: unlessWaiting},
    refresh: () => {
      for (const {context: own} of parts.all) void own.session.plans?.refresh();
    },
    back: () => void context.navigation.back(),
  });
}

function planLines(parts: PageAccounts<PlansAccount>, columns: number): readonly PlanLine[] {
  const now = parts.context.clock.now();
  const all = parts.all.flatMap(part => (part.context.session.plans?.getState() ?? []).map(plan => ({part, plan})));
  const waiting = all.filter(({plan}) => isWaiting(plan, now));
  const decided = all.filter(({plan}) => !isWaiting(plan, now));
  return [
    pageText([span('Approvals', 'strong'), span('  changes that agents planned. A person decides.', 'dim')]),
    pageText([]),
    ...(waiting.length === 0 ? [pageText([span('no plan waits', 'dim')])] : []),
    ...waiting.flatMap(one => waitingLines(parts, one, now)),
    ...(decided.length === 0 ? [] : pageHeading('Decided')),
    ...decided.slice(0, MAX_DECIDED).map(one => decidedLine(parts, one, columns)),
    ...pageMore(decided.length - MAX_DECIDED),
  ];
}

/** The change with the agent, and the purpose as the agent describes it. */
function waitingLines(parts: PageAccounts<PlansAccount>, found: FoundPlan, now: number): readonly PlanLine[] {
  const {part, plan} = found;
  const skin = parts.context.skin();
  return [
    {
      spans: [
        span(`${skin.glyph('attention')} `, 'attention'),
        ...parts.nameSpans(part),
        span(planSubject(plan), 'strong'),
        span(`  by agent ${plan.agent} · expires ${age(Date.parse(plan.expires), now)}`, 'dim'),
      ],
      found,
    },
    ...(plan.reason === '' ? [] : [pageText([span(`  The agent writes: ${plan.reason}`, 'dim')])]),
  ];
}

const stateOf = ({state}: WaitingPlan): string => (state === 'waiting' ? 'expired' : state);

const decidedLine = (parts: PageAccounts<PlansAccount>, found: FoundPlan, columns: number): PlanLine => {
  const {part, plan} = found;
  const {state, by, decided, words} = plan;
  const details = [decided && utcTimestamp(Date.parse(decided)), by && `by ${by}`, words].filter(Boolean).join(' · ');
  return {
    spans: [
      ...parts.nameSpans(part),
      span(cell(stateOf(plan), STATE_CELLS), state === 'failed' ? 'failed' : 'plain'),
      span(planSubject(plan)),
      span(cell(`  ${details}`, columns), 'dim'),
    ],
    found,
  };
};
