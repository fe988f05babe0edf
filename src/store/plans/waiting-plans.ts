/**
 * Plans that an agent wrote and that wait for a user. Each plan is a file beside an index of all plans, readable only
 * by the user, in the state folder of this machine. The index contains the author of each plan, the purpose and the
 * state.
 */
import {z} from 'zod';
import type {StateFiles} from '../../platform/files/state-files.ts';
import {appliedTimes} from './applied-plans.ts';
import {PlanError} from './plan-error.ts';
import {type Plan, parsePlan} from './plan-file.ts';
import {isWaiting, waitingPlanPath, waitingPlansPath} from './plan-paths.ts';

/** The states of a plan: `sending` is written before the first request. */
const states = ['waiting', 'sending', 'applied', 'refused', 'failed'] as const;
export type WaitingPlanState = (typeof states)[number];

const WaitingPlan = z.strictObject({
  name: z.string(),
  /** The name that the agent's client reports. */
  agent: z.string(),
  /** The purpose as the agent describes it. */
  reason: z.string(),
  title: z.string(),
  family: z.string(),
  action: z.string(),
  /** Labels of the resources that the plan lists. */
  labels: z.array(z.string()),
  changes: z.int(),
  /** The digest of the plan's file. */
  digest: z.string(),
  written: z.string(),
  expires: z.string(),
  state: z.enum(states),
  /** The user who decided, and the time. */
  by: z.string().optional(),
  decided: z.string().optional(),
  /** The result as text. */
  words: z.string().optional(),
});
export type WaitingPlan = Readonly<z.infer<typeof WaitingPlan>>;
const WaitingPlans = z.array(WaitingPlan);

/** The maximum number of plans that wait at a time: a user should read each of them. */
export const maxWaitingPlans = 20;
/** The maximum number of decided or expired plans that are kept, so that the agent can read the result. */
const maxOtherPlans = 50;
const maxLabels = 5;

interface NewPlan {
  readonly plan: Plan;
  /** The text of the plan's file. */
  readonly text: string;
  readonly agent: string;
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The plans of one profile. */
export interface WaitingPlanFiles {
  /** Newest first. A damaged index is set aside. */
  list(): Promise<readonly WaitingPlan[]>;
  /** @throws PlanError if too many plans wait */
  add(plan: NewPlan): Promise<WaitingPlan>;
  /**
   * The plan with the text of its file.
   * @throws PlanError if the plan doesn't exist, or was changed
   */
  read(name: string): Promise<{readonly plan: Plan; readonly text: string; readonly entry: WaitingPlan}>;
  /**
   * Changes the state of a plan.
   * @returns false if the plan was in none of the states `from`, so that only the first of two decisions counts
   */
  decide(name: string, from: readonly WaitingPlanState[], decision: Decision): Promise<boolean>;
}

export type Decision = Pick<WaitingPlan, 'state' | 'by' | 'decided' | 'words'>;

export function waitingPlanFiles(files: StateFiles, profile: string): WaitingPlanFiles {
  const index = waitingPlansPath(profile);
  /** A damaged index is set aside. */
  const readIndex = async (): Promise<readonly WaitingPlan[]> => {
    const text = await files.read(index);
    const plans = text === undefined ? [] : parseIndex(text);
    if (plans) return plans;
    await files.quarantineDamaged(index);
    return [];
  };
  const list = async () => withApplied(await readIndex(), await appliedTimes(files));
  /** Changes the index; a damaged index that could not be set aside stays unchanged. */
  const updateIndex = (change: (plans: readonly WaitingPlan[]) => readonly WaitingPlan[]): Promise<void> =>
    files.update(index, before => {
      const plans = before === undefined ? [] : parseIndex(before);
      if (!plans) throw new PlanError(`The index of plans is damaged (${index})`);
      return indexText(change(plans));
    });
  return {
    list,
    async add({plan, text, agent, reason, now}) {
      const entry: WaitingPlan = {
        name: `${plan.family}.${plan.action}-${plan.digest.slice(-8)}`.replaceAll(/[^\w.-]/g, '-'),
        ...{agent, reason, title: plan.title, family: plan.family, action: plan.action},
        labels: plan.changes.flatMap(({label}) => label ?? []).slice(0, maxLabels),
        changes: plan.changes.length,
        digest: plan.digest,
        ...{written: plan.written, expires: plan.expires, state: 'waiting'},
      };
      const isKnown = (await readIndex()).some(({name}) => name === entry.name);
      // The file is written first, so that an entry never names a missing file.
      await files.write(waitingPlanPath(profile, entry.name), text);
      let dropped: readonly WaitingPlan[] = [];
      try {
        await updateIndex(before => {
          const plans = before.filter(({name}) => name !== entry.name);
          if (plans.filter(other => isWaiting(other, now)).length >= maxWaitingPlans)
            throw new PlanError(
              `${maxWaitingPlans} plans wait already. A person must approve or refuse some of them first`,
            );
          dropped = plans.filter(other => !isWaiting(other, now)).slice(maxOtherPlans);
          return [entry, ...plans.filter(other => !dropped.includes(other))];
        });
      } catch (error) {
        if (!isKnown) await files.remove(waitingPlanPath(profile, entry.name));
        throw error;
      }
      for (const {name} of dropped) {
        await files.remove(waitingPlanPath(profile, name));
        await files.remove(`${waitingPlanPath(profile, name)}.sig`);
      }
      return entry;
    },
    async read(name) {
      const entry = (await list()).find(plan => plan.name === name);
      const text = entry && (await files.read(waitingPlanPath(profile, name)));
      if (!entry || text === undefined) throw new PlanError(`No plan named "${name}"`);
      const plan = parsePlan(text, name);
      // The list shows the entry, but the requests come from the file.
      if (plan.digest !== entry.digest) throw new PlanError(`${name} is not the plan of its entry in the list`);
      return {entry, text, plan};
    },
    async decide(name, from, decision) {
      let isDecided = false;
      await readIndex();
      await updateIndex(plans =>
        plans.map(plan => {
          if (plan.name !== name || !from.includes(plan.state)) return plan;
          isDecided = true;
          return {...plan, ...decision};
        }),
      );
      return isDecided;
    },
  };
}

/** Adds plans that were applied as a file, by `skydeck plan apply`. */
const withApplied = (plans: readonly WaitingPlan[], applied: ReadonlyMap<string, string>): readonly WaitingPlan[] =>
  plans.map(plan => {
    const decided = plan.state === 'waiting' ? applied.get(plan.digest) : undefined;
    return decided === undefined ? plan : {...plan, state: 'applied', decided};
  });

const indexText = (plans: readonly WaitingPlan[]): string => `${JSON.stringify(plans, null, 1)}\n`;

/** Undefined for a damaged index. */
function parseIndex(text: string): readonly WaitingPlan[] | undefined {
  try {
    return WaitingPlans.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
