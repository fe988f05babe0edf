/** Messages about plans of agents that wait for a user. */
import {accountContexts} from '../../context/active-account.ts';
import type {ClockPort, MergedAccountsPort, NotificationPort, RepaintPort, SessionPort} from '../../context/ports.ts';
import {waitingPlansText} from '../shared/plan-text.ts';

/** The delay of the first read of the plans, after the first screen. Milliseconds. */
const FIRST_READ_DELAY_MS = 3000;

type PlanPorts = ClockPort & MergedAccountsPort & NotificationPort & RepaintPort & SessionPort;

/** Follows the plans of all accounts, and shows a message for each new one. Returns the function that stops it. */
export function followPlans(context: PlanPorts): () => void {
  const {clock} = context;
  const queues = accountContexts(context).flatMap(({session}) => session.plans ?? []);
  if (queues.length === 0) return () => {};
  const known = new Set<string>();
  const announce = (queue: (typeof queues)[number]): void => {
    const fresh = queue.waiting().filter(({name}) => !known.has(name));
    for (const {name} of fresh) known.add(name);
    const text = waitingPlansText(fresh);
    if (text !== undefined) context.say(`${text}. Type :approvals to read it.`, 'attention');
  };
  let stops: (() => void)[] = [];
  const stopDelay = clock.schedule(FIRST_READ_DELAY_MS, () => {
    stops = queues.map(queue =>
      queue.subscribe(() => {
        announce(queue);
        // The wallboard shows the key of the plans only while a plan waits.
        context.repaintFooter();
      }),
    );
  });
  return () => {
    stopDelay();
    for (const stop of stops) stop();
  };
}
