/** Sends one change of a line, and reports its result. */
import {sanitize} from '../../platform/text/sanitize.ts';
import {isSuccess} from '../../store/core/change-status.ts';
import type {CommandContext} from '../io/command-context.ts';
import {until} from '../io/deadline.ts';
import {type FileStaging, transferEnded, withProgress} from './file-staging.ts';
import {outcomeSentence} from './outcome-sentence.ts';
import type {PrepareInput, PrepareResult, ReadyChange} from './prepare-change.ts';
import {outcomeText, problemLines, refusalText} from './refusal-text.ts';

/** The maximum time to find the outcome of a request without a response, in milliseconds. */
const maxUnknownMs = 60_000;

/** Options with the source and target of files. */
export interface SendOptions extends PrepareInput {
  readonly staging: FileStaging;
  readonly context: CommandContext;
  /** The batch of the change, for the change log and for reads that its changes share. */
  readonly batchId?: string | undefined;
}

export interface SendResult {
  readonly subject: PrepareResult;
  /** Lines about the change for stdout. */
  readonly lines: readonly string[];
  /** The response of the API. */
  readonly response: unknown;
  /** The response with the provider's identifiers. */
  readonly spelledResponse: unknown;
  /** The reason why the change failed; undefined after a success. */
  readonly refusal: string | undefined;
  /** True if a file was transferred after the request. */
  readonly hasFileArrived: boolean;
  /** True if the user interrupted the change. */
  readonly isInterrupted?: true;
}

/** @param print prints the progress */
export async function sendChange(
  options: SendOptions,
  ready: ReadyChange,
  print: (text: string) => void,
): Promise<SendResult> {
  const {change} = ready;
  const {namedAction, context, staging, batchId} = options;
  const base = {subject: ready, lines: [], response: undefined, spelledResponse: undefined, hasFileArrived: false};
  const refusalOf = (message: string): SendResult => ({...base, refusal: message});
  await withProgress(change, context, () => change.send(batchId));
  const {step, outcome: at, refusal} = change.getState();
  if (step === 'form' || !at)
    return refusalOf(refusal ? refusalText(namedAction, refusal, change) : problemLines(namedAction, change));
  if (at.status === 'unknown') {
    print(`${sanitize(at.message)}, for at most ${maxUnknownMs / 1000} s\n`);
    const limit = {clock: options.clock, milliseconds: maxUnknownMs};
    const settledState = await until(change, ({outcome}) => outcome !== undefined && !outcome.isChecking, limit);
    if (!settledState?.outcome || !isSuccess(settledState.outcome))
      return refusalOf(
        sanitize(settledState?.outcome?.message ?? 'The change may have been applied; check before you retry.'),
      );
  } else if (!isSuccess(at)) return refusalOf(outcomeText(namedAction, at, change));
  const {outcome = at, transfer} = change.getState();
  // A script that expects the secret must not continue.
  if (outcome.isSecretLost) return refusalOf(sanitize(outcome.message));
  const file = transfer && (await withProgress(change, context, () => transferEnded(transfer)));
  const outcomeLine = sanitize(
    transfer && file ? `${transfer.name}: ${file.message}` : outcomeSentence(change, outcome),
  );
  if (file?.phase === 'canceled') return {...refusalOf(outcomeLine), isInterrupted: true};
  if (file?.phase === 'failed') return refusalOf(outcomeLine);
  if (file) await staging.deliver();
  const revealed = (outcome.revealed ?? []).map(({title, value}) => `${title}: ${sanitize(value)}`);
  const {response} = outcome;
  const spelledResponse = namedAction.identifiers.response(namedAction.endpoint, response);
  return {
    subject: ready,
    lines: [outcomeLine, ...revealed],
    response,
    spelledResponse,
    refusal: undefined,
    hasFileArrived: file !== undefined,
  };
}
