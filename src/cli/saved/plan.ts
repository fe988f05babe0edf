/** `skydeck plan show|sign|apply FILE`: shows a plan file, signs it, or sends its requests. */
import {writeFile} from 'node:fs/promises';
import {readUserText} from '../../platform/files/user-files.ts';
import {expandHome, resolveTypedPath} from '../../platform/files/xdg-paths.ts';
import {findSigner, SignatureError, signText} from '../../platform/process/ssh-signature.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import {loadSettings} from '../../profiles/load-settings.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {changedValueText} from '../../store/changes/preview/preview-facts.ts';
import {realClock} from '../../store/core/clock.ts';
import {appliedRefusal} from '../../store/plans/applied-plans.ts';
import {PlanError} from '../../store/plans/plan-error.ts';
import {type Plan, type PlannedChange, parsePlan, timeProblem, timeText} from '../../store/plans/plan-file.ts';
import {actionName, allActions} from '../args/action-names.ts';
import {parseDoLine} from '../args/do-line.ts';
import {commandStateFiles} from '../change/change-session.ts';
import {runAction} from '../commands/do.ts';
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {writeJson} from '../io/print-rows.ts';
import {addressOf} from '../plan/write-plan.ts';

interface ReadPlan {
  readonly plan: Plan;
  /** The text of the file that is signed. */
  readonly text: string;
}

async function readPlan(path: string): Promise<ReadPlan> {
  const text = await readUserText(path);
  try {
    return {plan: parsePlan(text, path), text};
  } catch (error) {
    throw error instanceof PlanError ? new UsageError(error.message) : error;
  }
}

/** The path of a plan's signature. */
const signaturePath = (path: string): string => `${resolveTypedPath(path)}.sig`;

/**
 * Prints a plan, and who signed it.
 * @returns 0, or 1 if it can't be applied or its signature isn't valid
 */
export async function showPlan(path: string, isJson: boolean, context: CommandContext): Promise<number> {
  const {out, err, clock = realClock} = context;
  const {plan, text} = await readPlan(path);
  const signature = await checkSignature(path, text, context);
  if (isJson) out(writeJson({...plan, signer: signature.signer ?? null}));
  else out(`${planLines(plan, signature).join('\n')}\n`);
  const applied = await appliedRefusal(plan, commandStateFiles(context));
  const problems = [applied ?? timeProblem(plan, clock.now()), signature.problem].filter(one => one !== undefined);
  for (const problem of problems) err(`skydeck: ${sanitize(problem)}\n`);
  return problems.length > 0 ? exitCodes.failed : exitCodes.done;
}

/** The text about the signature of a plan. */
function signatureText({signer, isRequired}: Signature): string {
  if (signer !== undefined) return `signed by ${signer}`;
  return isRequired ? 'no valid signature' : 'no signature needed';
}

function planLines(plan: Plan, signature?: Signature): readonly string[] {
  const {title, family, action, profile, base_url, author, written, expires, secrets, changes, totals} = plan;
  return [
    `${title} (${family}.${action}) in ${profile}, ${base_url}`,
    `Written at ${timeText(written)} by ${author}, can be applied until ${timeText(expires)}${signature ? `, ${signatureText(signature)}` : ''}`,
    ...(secrets.length > 0 ? [`Needs these secrets to be applied: ${secrets.join(', ')}`] : []),
    ...changes.flatMap(changeLines),
    ...totals.map(total => `! ${total}`),
  ].map(line => sanitize(line));
}

const changeLines = ({method, path, label, changes, notes}: PlannedChange): readonly string[] => [
  [method, path, ...(label === null ? [] : [`(${label})`])].join(' '),
  ...changes.map(
    ({title, before, after}) => `  ${changedValueText({title, before, after, conditions: undefined}, '→')}`,
  ),
  ...notes.map(note => `  ! ${note}`),
];

interface Signature {
  readonly isRequired: boolean;
  /** The name of the signer, if it was verified. */
  readonly signer?: string;
  /** The reason why a required signature isn't valid. */
  readonly problem?: string;
}

/** The signature of the plan in a file. */
export async function checkSignature(
  path: string,
  text: string,
  {env}: Pick<CommandContext, 'env'>,
): Promise<Signature> {
  const {settings, mistakes} = await loadSettings(env);
  // The mistake may be in the setting that requires signatures.
  if (mistakes.length > 0) return {isRequired: true, problem: 'The settings have mistakes. Run skydeck config check'};
  if (settings.planSigners === undefined) return {isRequired: false};
  const signers = expandHome(settings.planSigners, env);
  try {
    await readUserText(signers);
    await readUserText(signaturePath(path)).catch(() => {
      throw new SignatureError(
        `The plan is not signed. A person in ${signers} signs it with skydeck plan sign ${path}`,
      );
    });
    return {isRequired: true, signer: await findSigner(text, signaturePath(path), signers)};
  } catch (error) {
    if (error instanceof Error) return {isRequired: true, problem: error.message};
    throw error;
  }
}

/** Shows a plan and writes its signature to `FILE.sig`. */
export async function signPlan(
  path: string,
  key: string,
  {out, err, env, clock = realClock}: CommandContext,
): Promise<number> {
  const {plan, text} = await readPlan(path);
  const problem = timeProblem(plan, clock.now());
  if (problem !== undefined) throw new UsageError(problem);
  err(`${planLines(plan).join('\n')}\n`);
  const signature = await signText(text, expandHome(key, env)).catch((error: unknown) => {
    throw error instanceof SignatureError ? new UsageError(error.message) : error;
  });
  await writeFile(signaturePath(path), signature);
  out(`${path}.sig\n`);
  return exitCodes.done;
}

/**
 * Sends the requests of a plan, if nothing changed since it was written.
 * @param flags flags of `do`: `--yes`, `--confirm`, `--wait`, and the secrets of the plan
 */
export async function applyPlan(
  account: OpenedAccount,
  path: string,
  flags: readonly string[],
  context: CommandContext,
): Promise<number> {
  const {clock = realClock} = context;
  const {plan, text} = await readPlan(path);
  const problem = timeProblem(plan, clock.now()) ?? (await checkSignature(path, text, context)).problem;
  if (problem !== undefined) throw new UsageError(problem);
  if (plan.base_url !== addressOf(account))
    throw new UsageError(
      `The plan is for ${plan.base_url} (profile ${plan.profile}), and this is ${addressOf(account)} (${account.profile.name})`,
    );
  const namedAction = allActions().find(({family, name}) => family.id === plan.family && name === plan.action);
  if (!namedAction)
    throw new UsageError(
      `${plan.family}.${plan.action} is of another version of Skydeck. Apply the plan with that version.`,
    );
  const line = parseDoLine([actionName(namedAction), ...flags], account.profile.identifiers);
  if ('help' in line) {
    context.out(line.help);
    return exitCodes.done;
  }
  if (line.ids.length > 0 || line.filter !== undefined || line.body !== undefined || line.plan !== undefined)
    throw new UsageError('plan apply takes no IDs, no --filter, no --body and no --plan: the plan has all of it');
  const secretFlags = [...line.fields.keys()];
  if (secretFlags.length > plan.secrets.length)
    throw new UsageError('plan apply takes no fields but the secrets of the plan');
  // The preview of a plan that can no longer be sent would be misleading.
  const refusal = line.dryRun ? undefined : await appliedRefusal(plan, commandStateFiles(context));
  if (refusal !== undefined) {
    context.err(`skydeck: ${refusal}\n`);
    return exitCodes.failed;
  }
  return runAction(account, line, context, {plan});
}
