/**
 * `skydeck get OPERATION [ID…]`: responses of the API outside the families' lists: statistics, an agreement, a picture.
 */
import {isatty} from 'node:tty';
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import {families} from '../../families/registry.ts';
import type {AnyRow, PathParams} from '../../families/shape/define-family.ts';
import {cellWidth} from '../../platform/text/cell-width.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {Connection} from '../../store/api/connection.ts';
import {leavesOf} from '../../store/core/dotted-paths.ts';
import {parseQuery} from '../args/query-flag.ts';
import {usageOfGet} from '../args/readable-names.ts';
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import {type OutputFormat, valueFormats, valueWriter} from '../io/print-rows.ts';
import {createRowCache} from '../read/command-lookup.ts';
import {metricsRequest, missingValuesText} from '../read/metrics-request.ts';
import {resolveParams} from '../read/place-args.ts';
import type {GetOptions} from './get-options.ts';

/** Formats that need rows with columns or IDs. */
const rowFormats: readonly OutputFormat[] = ['csv', 'markdown', 'name'];

/** @throws UsageError for a flag that only lists support */
export async function getOperation(
  connection: Connection,
  {endpoint, ids}: {endpoint: Endpoint; ids: readonly string[]},
  {format = 'table', filter, sort, columns, query}: GetOptions,
  {out, err, columns: cells}: CommandContext,
): Promise<void> {
  const isMetrics = endpoint.spec.host === 'metrics';
  const paramCount = Object.keys(endpoint.params).length;
  if (ids.length > paramCount && !isMetrics)
    throw new UsageError(
      `${ids.slice(paramCount).join(' ')} is not expected. Usage: ${usageOfGet(endpoint, connection.identifiers)}`,
    );
  if (filter !== undefined || sort !== undefined || columns !== undefined || rowFormats.includes(format))
    throw new UsageError(
      `--filter, --sort, --columns, --csv, --markdown and --output name work only with resource types, not with ${endpoint.id}`,
    );
  const write = await valueWriter(valueFormats.find(name => name === format) ?? 'json');
  if (isMetrics) {
    const response = await connection.call(endpoint, {
      ...(await metricsRequest(connection, endpoint, ids, query)),
      priority: 'user',
    });
    out(write(connection.identifiers.response(endpoint, response)));
    const missing = missingValuesText(response);
    if (missing !== undefined) err(`${missing}\n`);
    return;
  }
  const params = await resolveParams(connection, endpoint, ids);
  const request = {params, query: parseQuery(endpoint, query), priority: 'user'} as const;
  if (endpoint.spec.page) {
    const pages: (readonly AnyRow[])[] = [];
    await connection.pages(endpoint, request, ({page, items}) => {
      pages[page - 1] = items;
    });
    const rows = pages.flat().map(row => connection.identifiers.item(endpoint, row));
    out(write(rows));
    return;
  }
  const response = await connection.call(endpoint, request);
  if (response instanceof Uint8Array) {
    // Binary data would disturb the terminal.
    if (cells !== undefined && isatty(1))
      throw new UsageError(`${endpoint.id} returns a file. Redirect the output to a file with >`);
    out(response);
    return;
  }
  const output = connection.identifiers.response(endpoint, response);
  if (format !== 'table' || typeof output !== 'object' || output === null) out(write(output));
  else out(contentText(connection, endpoint, params, response as object) ?? fieldLines(output));
}

/** A text in the form that the console shows: a certificate, a zone file. */
function contentText(connection: Connection, {id}: Endpoint, params: PathParams, response: object): string | undefined {
  const {lookup} = createRowCache(connection);
  for (const tab of families.flatMap(family => family.detail)) {
    if (!('operation' in tab) || tab.operation !== id || !('text' in tab.content)) continue;
    const text = tab.content.text(response as AnyRow, lookup, params);
    if (text === '' && tab.emptyText !== undefined) return `${tab.emptyText}\n`;
    if (text) return `${text.trimEnd().split('\n').map(sanitize).join('\n')}\n`;
  }
  return undefined;
}

/** One field per line, by its path. */
function fieldLines(response: object): string {
  const leafPaths = leavesOf(response);
  const wide = Math.max(0, ...leafPaths.map(([path]) => cellWidth(path)));
  const text = (value: unknown) => sanitize(typeof value === 'string' ? value : JSON.stringify(value));
  return leafPaths
    .map(([path, value]) => `${path.padEnd(wide)}  ${text(value)}`.trimEnd())
    .join('\n')
    .concat('\n');
}
