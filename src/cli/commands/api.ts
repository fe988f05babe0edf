/** `skydeck api METHOD PATH`: sends one request as typed, with Skydeck's token, rate limits and change log. */
import {isatty} from 'node:tty';
import {type Endpoint, isMutation} from '../../contract/schema/endpoint.ts';
import {asPage} from '../../contract/schema/page.ts';
import {canRaiseCosts} from '../../families/cost/price-changes.ts';
import {isObject} from '../../families/shape/json-object.ts';
import {printableJson} from '../../platform/text/pretty-json.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import {shellQuote} from '../../platform/text/shell-quote.ts';
import {demoProfileName} from '../../profiles/profile.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import type {ApiResponse, CheckedRequest, Connection} from '../../store/api/connection.ts';
import {clientFailure, isNotFound, isOutcomeDone, isOutcomeUnknown} from '../../store/api/failure-text.ts';
import type {Guards} from '../../store/api/guards.ts';
import {contractIdentifiers} from '../../store/api/identifiers.ts';
import type {AuditEntry, AuditOutcome} from '../../store/changes/audit-log.ts';
import {realClock} from '../../store/core/clock.ts';
import {leavesOf} from '../../store/core/dotted-paths.ts';
import {parseBody} from '../args/action-flags.ts';
import {parseRawRequest, type RawApiRequest} from '../args/raw-request.ts';
import {openAuditLog} from '../change/change-session.ts';
import {connectWithWarnings} from '../io/api-warnings.ts';
import type {CommandContext} from '../io/command-context.ts';
import {NotFoundError, UsageError} from '../io/command-errors.ts';
import {exitCodes, failureText} from '../io/exit-codes.ts';
import {type valueFormats, valueWriter} from '../io/print-rows.ts';

export interface ApiOptions {
  readonly data?: string | undefined;
  readonly query: readonly string[];
  /** True to read all pages of a list. */
  readonly all: boolean;
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly curl: boolean;
  readonly format: (typeof valueFormats)[number];
}

/** A request with its body in the provider's spelling. */
interface RawCall extends RawApiRequest {
  readonly body: object | undefined;
}

interface AnswerFacts {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
}

/** The largest page size that every API accepts. */
const pageSize = 100;

/** @throws UsageError for a line that can't be sent */
export async function callApi(
  account: OpenedAccount,
  [method, path]: readonly [string, string],
  options: ApiOptions,
  context: CommandContext,
): Promise<number> {
  const {profile, connect} = account;
  const identifiers = profile.identifiers ?? contractIdentifiers;
  const request = parseRawRequest(method, path, options.query, identifiers);
  checkOptions(request, options);
  const {stdin = async () => ''} = context;
  const data = options.data === undefined ? undefined : await parseBody(options.data, stdin, 'data');
  const body = data && request.known ? (identifiers.body(request.known, data) as object) : data;
  const call: RawCall = {...request, body};
  const isChange = isMutation(request.endpoint);
  if (isChange && !options.dryRun) {
    const title = `${request.endpoint.method} ${path}`;
    if (profile.readOnly) {
      context.err(`skydeck: The profile ${sanitize(profile.name)} is read-only. ${sanitize(title)} was not sent.\n`);
      return exitCodes.failed;
    }
    const costs = costRefusal(profile.guards, request.known);
    if (costs !== undefined) {
      context.err(`skydeck: ${sanitize(title)} was not sent: ${costs}\n`);
      return exitCodes.failed;
    }
    if (!options.yes)
      throw new UsageError(`${title} changes the account. Pass --yes to send it, or --dry-run to see it.`);
  }
  const connection = await connectWithWarnings({connect}, context.err, context)();
  try {
    if (options.dryRun) await showRequest(connection, call, options, context);
    else if (isChange) return await change({connection, account}, call, options, context);
    else
      await writeResponse(
        options.all ? await readAll(connection, call) : (await send(connection, call)).body,
        call,
        options,
        context,
      );
    return exitCodes.done;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const hint = request.known ? 'Check the ID.' : 'Check the path.';
    throw new NotFoundError(`${request.endpoint.id}: not found (HTTP 404). ${hint}`);
  } finally {
    await connection.close();
  }
}

/**
 * The reason why a guard of the cost refuses a typed request, which has no preview and whose costs are therefore
 * unknown.
 */
const costRefusal = (guards: Guards | undefined, known: Endpoint | undefined): string | undefined =>
  guards?.limitsCost && known && canRaiseCosts(known.id)
    ? 'guards limit the monthly cost, which api doesn’t calculate. Use skydeck do.'
    : undefined;

function checkOptions({endpoint, known, query}: RawApiRequest, {all, data, curl, dryRun}: ApiOptions): void {
  const isRead = !isMutation(endpoint);
  if (isRead && data !== undefined) throw new UsageError('GET takes no --data. Use --query NAME=VALUE');
  if (!isRead && all) throw new UsageError('--all works only with GET');
  if (curl && !dryRun) throw new UsageError('--curl needs --dry-run');
  if (all && 'page' in query) throw new UsageError('--all reads every page. Leave out the query parameter page');
  if (known?.spec.upload)
    throw new UsageError(`${endpoint.id} takes a file. Use skydeck do; skydeck do --help lists the actions`);
}

const send = (connection: Connection, {endpoint, params, query, body}: RawCall): Promise<ApiResponse> =>
  connection.send(endpoint, {params, query, body, priority: 'user'});

async function showRequest(
  connection: Connection,
  {endpoint, params, query, body}: RawCall,
  {curl}: ApiOptions,
  {out}: CommandContext,
): Promise<void> {
  const prepared = await connection.preview(endpoint, {params, query, body});
  const {url, path, maskedPath, method} = prepared;
  if (curl) out(`${curlLine(prepared)}\n`);
  else {
    out(`${method} ${url.replace(path, maskedPath)}\n`);
    if (body !== undefined) out(`${printableJson(body, 2)}\n`);
  }
}

function curlLine({method, url, path, maskedPath, body}: CheckedRequest): string {
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method]), '-H', '"Authorization: Bearer $TOKEN"'];
  if (body !== undefined) parts.push('-H', shellQuote('Content-Type: application/json'), '-d', shellQuote(body));
  return [...parts, shellQuote(url.replace(path, maskedPath))].join(' ');
}

/**
 * The items of all pages.
 * @throws UsageError for a response that isn't a list
 */
async function readAll(connection: Connection, call: RawCall): Promise<readonly unknown[]> {
  const {query} = call;
  const fetchPage = async (more: Readonly<Record<string, string>>) => {
    const {body: response} = await send(connection, {...call, query: {...query, ...more}});
    const answer = call.known?.spec.unpaged ? asPage(response) : response;
    if (!isObject(answer) || !Array.isArray(answer.data))
      throw new UsageError(`${call.endpoint.id} isn’t a list. Leave out --all`);
    return answer as {readonly data: readonly unknown[]} & Readonly<Record<string, unknown>>;
  };
  // A listing with markers refuses a page number.
  const spec = call.known?.spec;
  const isNumbered = spec === undefined || (spec.page !== undefined && !spec.unpaged && spec.pagedBy !== 'marker');
  const size = isNumbered && !('page_size' in query) ? {page_size: String(pageSize)} : {};
  const first = await fetchPage(size);
  const items = [...first.data];
  if (typeof first.pages === 'number') {
    const others = Array.from({length: Math.max(0, first.pages - 1)}, (_, index) => String(index + 2));
    const pages = await Promise.all(others.map(page => fetchPage({...size, page})));
    return [...items, ...pages.flatMap(({data}) => data)];
  }
  for (let marker = nextMarker(first); marker !== undefined; ) {
    const part = await fetchPage({marker});
    items.push(...part.data);
    marker = nextMarker(part);
  }
  return items;
}

/** The marker of the next part of a listing: some APIs return it beside the items, others in each item. */
function nextMarker(response: {readonly data: readonly unknown[]}): string | undefined {
  const last = response.data.at(-1);
  for (const place of [response, last])
    if (isObject(place) && place.is_truncated === true && typeof place.next_marker === 'string')
      return place.next_marker;
  return undefined;
}

/** Sends a change after it is written to the change log. */
async function change(
  {connection, account}: {connection: Connection; account: OpenedAccount},
  call: RawCall,
  options: ApiOptions,
  context: CommandContext,
): Promise<number> {
  const {err, env, clock = realClock} = context;
  const {endpoint, params, query, body} = call;
  const prepared = await connection.preview(endpoint, {params, query, body});
  const [sentAt, beganAt] = [clock.now(), clock.monotonic()];
  const auditLog = account.profile.name === demoProfileName ? undefined : openAuditLog(account, env, err);
  const entry = (outcome: AuditOutcome, facts: AnswerFacts = {}): AuditEntry => ({
    at: sentAt,
    profile: account.profile.name,
    as: undefined,
    api: new URL(prepared.url).host,
    operation: call.known?.id ?? endpoint.id,
    method: endpoint.method,
    path: prepared.maskedPath,
    target: undefined,
    label: '',
    changes: leavesOf(body ?? {}).map(([path, value]) => ({
      path,
      title: path,
      before: undefined,
      after: typeof value === 'string' ? value : printableJson(value),
    })),
    outcome,
    status: facts.status,
    requestId: facts.requestId,
    milliseconds: Math.round(clock.monotonic() - beganAt),
  });
  await auditLog?.announce(entry('sending'));
  try {
    const response = await send(connection, call);
    auditLog?.write(entry('done', response));
    await writeResponse(response.body, call, options, context);
    return exitCodes.done;
  } catch (error) {
    auditLog?.write(entry(outcomeOf(error), {status: clientFailure(error)?.status}));
    if (!isOutcomeUnknown(error)) throw error;
    err(`skydeck: ${failureText(error)} The request may have been carried out. Check before you send it again.\n`);
    return exitCodes.failed;
  } finally {
    await auditLog?.flush();
  }
}

function outcomeOf(error: unknown): AuditOutcome {
  if (isOutcomeUnknown(error)) return 'unknown';
  if (isOutcomeDone(error)) return 'done';
  return clientFailure(error)?.code === 'rejected' ? 'refused' : 'failed';
}

async function writeResponse(
  response: unknown,
  {endpoint}: RawCall,
  {format}: ApiOptions,
  {out, columns}: CommandContext,
): Promise<void> {
  const isFile = response instanceof Uint8Array;
  // Binary data would disturb the terminal.
  if (isFile && columns !== undefined && isatty(1))
    throw new UsageError(`${endpoint.id} returns a file. Redirect the output to a file with >`);
  out(isFile ? response : (await valueWriter(format))(response));
}
