/**
 * The plans of agents as the console shows them. While the queue has subscribers, it reads the index at an interval;
 * the parser is loaded only if the index exists.
 */
import type {StateFiles} from '../../platform/files/state-files.ts';
import {currentAuthor} from '../../platform/files/xdg-paths.ts';
import type {Clock} from '../core/clock.ts';
import {jsonEqual} from '../core/json-equal.ts';
import {createTracedStore, type ReadonlyStore} from '../core/traced-store.ts';
import {PlanError} from './plan-error.ts';
import type {Plan} from './plan-file.ts';
import {isWaiting, waitingPlansPath} from './plan-paths.ts';
import type {WaitingPlan} from './waiting-plans.ts';

/** Milliseconds between two reads of the index. */
const pollMs = 10_000;

/** The result of an approved plan. */
export interface PlanResult {
  readonly isDone: boolean;
  readonly message: string;
}

/** The plans of one profile, newest first. */
export interface PlanQueue extends ReadonlyStore<readonly WaitingPlan[]> {
  /** The plans that a user can decide on now. */
  waiting(): readonly WaitingPlan[];
  refresh(): Promise<void>;
  /**
   * The plan in a file.
   * @throws PlanError if the plan can't be applied now on this machine
   */
  read(name: string): Promise<Plan>;
  /**
   * Refuses a plan.
   * @returns false if it was already decided
   */
  refuse(name: string): Promise<boolean>;
  /**
   * Records that a plan is about to be sent.
   * @returns the reason why it must not be sent
   */
  begin(name: string, plan: Plan): Promise<string | undefined>;
  /** Records the result of a plan that was sent, or of a retry of its failed changes. */
  end(name: string, result: PlanResult): Promise<void>;
}

export interface PlanQueueHost {
  readonly files: StateFiles;
  readonly profile: string;
  /** The URL of the profile's API, as plan files contain it. */
  readonly address: string;
  readonly clock: Pick<Clock, 'now' | 'schedule'>;
  /** Called if the files can't be read. */
  readonly onFailure: (error: unknown) => void;
}

export function openPlanQueue({files, profile, address, clock, onFailure}: PlanQueueHost): PlanQueue {
  const load = async () => (await import('./waiting-plans.ts')).waitingPlanFiles(files, profile);
  const refresh = async (): Promise<void> => {
    try {
      const exists = (await files.read(waitingPlansPath(profile))) !== undefined;
      const plans = exists ? await (await load()).list() : [];
      if (!jsonEqual(plans, store.getState())) store.update('loadPlans', plans);
    } catch (error) {
      onFailure(error);
    }
  };
  const store = createTracedStore<readonly WaitingPlan[]>('plans', [], {
    activate() {
      let stop = (): void => {};
      let isActive = true;
      const poll = async (): Promise<void> => {
        await refresh();
        if (isActive) stop = clock.schedule(pollMs, () => void poll());
      };
      void poll();
      return () => {
        isActive = false;
        stop();
      };
    },
  });
  const {getState, getInitialState, subscribe} = store;
  const decision = () => {
    const {user, host} = currentAuthor();
    return {by: `${user}@${host}`, decided: new Date(clock.now()).toISOString()};
  };
  return {
    ...{getState, getInitialState, subscribe, refresh},
    waiting: () => getState().filter(plan => isWaiting(plan, clock.now())),
    async read(name) {
      const [{timeProblem}, plans] = await Promise.all([import('./plan-file.ts'), load()]);
      const {plan} = await plans.read(name);
      const problem = timeProblem(plan, clock.now());
      if (problem !== undefined) throw new PlanError(problem);
      if (plan.base_url !== address) throw new PlanError(`The plan is for ${plan.base_url}, and this is ${address}`);
      return plan;
    },
    async refuse(name) {
      const isDecided = await (await load()).decide(name, ['waiting'], {state: 'refused', ...decision()});
      await refresh();
      return isDecided;
    },
    async begin(name, plan) {
      const [{timeProblem}, {noteApplied}, plans] = await Promise.all([
        import('./plan-file.ts'),
        import('./applied-plans.ts'),
        load(),
      ]);
      const problem = timeProblem(plan, clock.now());
      if (problem !== undefined) return problem;
      if (!(await plans.decide(name, ['waiting'], {state: 'sending', ...decision()})))
        return 'Someone else has decided about the plan';
      const release = () => plans.decide(name, ['sending'], {state: 'waiting', by: undefined, decided: undefined});
      try {
        const refusal = await noteApplied(plan, clock.now(), files);
        if (refusal !== undefined) await release();
        return refusal;
      } catch (error) {
        await release();
        throw error;
      }
    },
    async end(name, {isDone, message}) {
      const state = isDone ? 'applied' : 'failed';
      await (await load()).decide(name, ['sending', 'failed'], {state, words: message});
      await refresh();
    },
  };
}
