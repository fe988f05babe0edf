/** Tools for changes: one prepares a plan that a user approves, another sends a plan that a user signed. */

import {join} from 'node:path';
import {z} from 'zod';
import {currentAuthor, stateFolder} from '../../platform/files/xdg-paths.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import {demoProfileName} from '../../profiles/profile.ts';
import {type Plan, type PlannedChange, parsePlan} from '../../store/plans/plan-file.ts';
import {isWaiting, waitingPlanPath} from '../../store/plans/plan-paths.ts';
import {type WaitingPlan, type WaitingPlanFiles, waitingPlanFiles} from '../../store/plans/waiting-plans.ts';
import {lineFlagsOf} from '../args/action-flags.ts';
import {parseDoLine} from '../args/do-line.ts';
import {commandStateFiles} from '../change/change-session.ts';
import {runAction} from '../commands/do.ts';
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {applyPlan, checkSignature} from '../saved/plan.ts';
import {type AgentAccount, quietContext} from './agent-account.ts';
import {defineTool, wordInput} from './agent-tool.ts';
import {markUntrustedText} from './untrusted-text.ts';

/** The maximum length of a plan's fields as JSON, in code units. */
const maxFieldsLength = 20_000;
/** The time in which a user can approve a plan, in milliseconds. */
const validMs = 24 * 3600_000;
const maxShownChanges = 50;
/** The maximum lengths of the agent's name and of its purpose, as users read them. */
const maxAgentLength = 40;
const maxReasonLength = 200;

const nameInput = z.string().regex(/^[\w.-]{1,120}$/, 'a name such as instances.resize-1a2b3c4d');

const planFiles = (context: CommandContext, profile: string): WaitingPlanFiles =>
  waitingPlanFiles(commandStateFiles(context), profile);

export const planTool = defineTool({
  name: 'plan',
  title: 'Plan a change',
  description:
    'Prepares a change for a person, who approves or refuses it in the console. Sends nothing. Give action, ids and fields as explain_action names them, and a reason. With name alone, answers the state of an earlier plan: waiting, sending, applied, refused, failed or expired.',
  isReading: true,
  input: z.strictObject({
    name: nameInput.optional(),
    action: z
      .string()
      .max(100)
      .regex(/^[a-z][\w.]*$/i, 'an action such as instances.resize')
      .optional(),
    ids: z.array(wordInput).max(50).default([]).describe('IDs or labels, the parents first'),
    filter: z.string().min(1).max(500).optional().describe('Changes all resources that match, in place of IDs'),
    fields: z.record(z.string().max(100), z.unknown()).default({}),
    reason: z.string().max(maxReasonLength).default('').describe('The purpose in one sentence, for the person'),
  }),
  run: async ({name, action, ids, filter, fields, reason}, agent) => {
    if (name !== undefined) return planState(name, agent);
    if (action === undefined) throw new UsageError('plan needs an action, or the name of an earlier plan');
    if (ids.some(id => id.startsWith('-'))) throw new UsageError('An ID must not start with -');
    const body = JSON.stringify(fields);
    if (body.length > maxFieldsLength) throw new UsageError(`fields are longer than ${maxFieldsLength} characters`);
    return agent.plan(async account => {
      const line = parseDoLine([action, '--', ...ids], account.profile.identifiers);
      if ('help' in line) throw new UsageError('An ID must not start with -');
      const {namedAction} = line;
      if (lineFlagsOf(namedAction.endpoint, namedAction.action, namedAction.identifiers).some(({input}) => input))
        throw new UsageError('A change that sends or saves a file can’t be planned');
      const {context, notes} = quietContext(agent.context);
      let saved: {readonly plan: Plan; readonly entry: WaitingPlan} | undefined;
      const save = async (text: string): Promise<void> => {
        const plan = parsePlan(text, 'the plan');
        if (plan.secrets.length > 0)
          throw new UsageError(`This change needs a secret (${plan.secrets.join(', ')}), so a person must make it`);
        const facts = {agent: nameText(agent.name), reason: sanitize(reason), now: agent.clock.now()};
        saved = {plan, entry: await planFiles(context, account.profile.name).add({plan, text, ...facts})};
      };
      const target = {path: 'the plan', validMs, save};
      const hasBody = Object.keys(fields).length > 0;
      await runAction(account, {...line, filter, body: hasBody ? body : undefined, plan: target}, context);
      if (!saved) throw new UsageError(notes().join(' · ') || 'No plan was written');
      const {plan, entry} = saved;
      return {
        account: account.profile.name,
        ...entryData(entry, agent.clock.now()),
        changes: plan.changes.slice(0, maxShownChanges).map(changeData),
        left_out: Math.max(0, plan.changes.length - maxShownChanges),
        totals: plan.totals.map(total => markUntrustedText(total)),
        notes: notes().map(note => markUntrustedText(note)),
        file: join(stateFolder(context.env), waitingPlanPath(account.profile.name, entry.name)),
        next:
          account.profile.name === demoProfileName
            ? 'Nothing was sent. Plans for the demo account can’t be approved'
            : 'Nothing was sent. A person approves or refuses the plan in the console with :approvals',
      };
    });
  },
});

const nameText = (name: string): string => sanitize(name).slice(0, maxAgentLength).toWellFormed();

const planState = (name: string, agent: AgentAccount) =>
  agent.withAccount(async ({profile}) => {
    const entry = (await planFiles(agent.context, profile.name).list()).find(plan => plan.name === name);
    if (!entry) throw new UsageError(`No plan named "${name}"`);
    return {account: profile.name, ...entryData(entry, agent.clock.now())};
  });

const entryData = (entry: WaitingPlan, now: number) => {
  const {name, title, family, action, written, expires, state, by, decided, words} = entry;
  return {
    ...{name, title, action: `${family}.${action}`, written, expires},
    state: state === 'waiting' && !isWaiting(entry, now) ? 'expired' : state,
    ...(by !== undefined && {by: markUntrustedText(by)}),
    ...(decided !== undefined && {decided}),
    ...(words !== undefined && {words: markUntrustedText(words)}),
  };
};

const changeData = ({label, method, path, changes, notes}: PlannedChange) => ({
  label: label === null ? null : markUntrustedText(label),
  request: markUntrustedText(`${method} ${path}`),
  changes: changes.map(({title, before, after}) => ({
    title,
    ...(before !== undefined && {before: markUntrustedText(before)}),
    after: markUntrustedText(after),
  })),
  notes: notes.map(note => markUntrustedText(note)),
});

export const applySignedTool = defineTool({
  name: 'apply_signed',
  title: 'Send a signed plan',
  description:
    'Sends the requests of a plan that a person signed: the signer must be in the file that the setting plan_signers names. A plan without such a signature is refused, and so is one whose resources have changed.',
  isReading: false,
  input: z.strictObject({name: nameInput}),
  run: ({name}, agent) =>
    agent.withAccount(async account => {
      const {context, text, notes} = quietContext(agent.context);
      const files = planFiles(context, account.profile.name);
      const {plan, entry, text: planText} = await files.read(name);
      const path = join(stateFolder(context.env), waitingPlanPath(account.profile.name, name));
      const {signer, isRequired, problem} = await checkSignature(path, planText, context);
      if (!isRequired)
        throw new UsageError(
          'apply_signed needs plan_signers in the settings. A person can approve the plan in the console',
        );
      if (signer === undefined) throw new UsageError(problem ?? 'The plan is not signed');
      const {user, host} = currentAuthor();
      const decision = {
        by: `${signer} (signature), ${user}@${host}`,
        decided: new Date(agent.clock.now()).toISOString(),
      };
      if (!(await files.decide(name, ['waiting'], {state: 'sending', ...decision})))
        throw new UsageError(`The plan is ${entry.state} already`);
      const code = await applyPlan(account, path, ['--yes', ...confirmFlags(plan)], context).catch(
        async (error: unknown) => {
          await files.decide(name, ['sending'], {
            state: 'failed',
            words: sanitize(error instanceof Error ? error.message : String(error)),
          });
          throw error;
        },
      );
      const isDone = code === exitCodes.done;
      const message = [sanitize(text().trim()), ...notes()].filter(Boolean).join(' · ');
      await files.decide(name, ['sending'], {state: isDone ? 'applied' : 'failed', words: message});
      if (!isDone) throw new UsageError(message || 'The plan could not be applied');
      return {account: account.profile.name, name, state: 'applied', result: markUntrustedText(message)};
    }),
});

/** The text that a user would type to confirm the plan: the signature replaces typing it. */
function confirmFlags({changes}: Plan): readonly string[] {
  const [change] = changes;
  const text = changes.length === 1 ? change?.label : String(changes.length);
  return text ? [`--confirm=${text}`] : [];
}
