/** Prints the results of a line: as JSON, or as the IDs of the rows. */
import type {AnyRow} from '../../families/shape/define-family.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import {rowFromResponse} from '../../store/changes/send/response-row.ts';
import type {Session} from '../../store/session/session.ts';
import {createsRow, type DoFormat} from '../args/do-format.ts';
import {writeJson, writeLines} from '../io/print-rows.ts';
import type {PrepareInput, PrepareResult} from './prepare-change.ts';
import {notSentText} from './send-batch.ts';
import type {SendResult} from './send-change.ts';
import type {SentChange} from './wait-for-changes.ts';
import type {Completion} from './wait-for-completion.ts';

/** A value as JSON; as `ndjson`, each entry of a list is one line. */
export const jsonText = (value: unknown, format: DoFormat): string =>
  format === 'ndjson' ? writeLines(value) : writeJson(value);

/** The result of a row that needs no change: the existing row, in place of a response. */
export function unchangedResult({namedAction: {family}, session}: PrepareInput, result: PrepareResult): SendResult {
  const spelledResponse = result.row && family.spelled(result.row, session.lookup);
  return {
    subject: result,
    lines: [],
    response: result.row,
    spelledResponse,
    refusal: undefined,
    hasFileArrived: false,
  };
}

/**
 * The results after a wait: a row in a response shows the state before the wait, so the row that was read after the
 * wait replaces it.
 */
export function withFinalRows<T extends object | undefined>(
  session: Session,
  sent: readonly SentChange[],
  results: readonly T[],
  completions: readonly Completion[] | undefined,
): readonly T[] {
  const finalResponses = new Map<unknown, AnyRow>();
  for (const [index, {namedAction, result}] of sent.entries()) {
    const {family, action} = namedAction;
    const row = completions?.[index]?.row;
    const isRow = rowFromResponse({family, action}, result.response) !== undefined;
    // Only the response contains a secret.
    if (row && isRow && !action.revealedValues) finalResponses.set(result, family.spelled(row, session.lookup));
  }
  return results.map(result => {
    const spelledResponse = finalResponses.get(result);
    return spelledResponse ? {...result, spelledResponse} : result;
  });
}

interface Results {
  readonly prepared: readonly PrepareResult[];
  readonly results: readonly SendResult[];
  readonly hasSeveral: boolean;
  readonly format: DoFormat;
}

/** The results in the format of the line. */
export const resultsText = (input: PrepareInput, results: Results): string =>
  results.format === 'name' ? namesText(input, results) : jsonText(resultsValue(input, results), results.format);

/** The response to a single change, or the result of each of several changes. */
function resultsValue(
  {namedAction: {family, identifiers}}: PrepareInput,
  {prepared, results, hasSeveral}: Results,
): unknown {
  const entry = (item: PrepareResult): object => {
    const result = results.find(({subject}) => subject === item);
    const failure = item.kind === 'refused' ? item.message : result ? result.refusal : notSentText;
    const {row} = item;
    const key = row && family.key(row);
    const id = typeof key === 'string' && row ? family.idText(row, identifiers) : key;
    const rowFields: AnyRow = row ? {id, label: family.label(row)} : {};
    return {
      ...rowFields,
      ok: failure === undefined,
      ...(failure === undefined ? {answer: result?.spelledResponse ?? {}} : {failure}),
    };
  };
  return hasSeveral ? prepared.map(entry) : (results[0]?.spelledResponse ?? {});
}

/** The ID of each created or changed row, one per line, as `get -o name` prints it. */
function namesText({namedAction, session}: PrepareInput, {prepared, results}: Results): string {
  const {family} = namedAction;
  const idOf = (item: PrepareResult): string => {
    const result = results.find(({subject, refusal}) => subject === item && refusal === undefined);
    if (!result) return '';
    const isNew = item.kind === 'ready' && createsRow(namedAction);
    const row = isNew ? rowFromResponse(item.change, result.response) : item.row;
    return row ? `${sanitize(family.idText(row, session.lookup))}\n` : '';
  };
  return prepared.map(idOf).join('');
}
