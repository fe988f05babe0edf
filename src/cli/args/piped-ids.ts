/** IDs from stdin, one on each line, as `skydeck get … -o name` prints them. */
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import type {DoLine} from './do-line.ts';

/** A line that may read IDs from stdin, with its other values that may read stdin. */
type PipedLine = Pick<DoLine, 'ids'> & Partial<Pick<DoLine, 'body' | 'fields'>>;

/** The word for the IDs on stdin. */
const STDIN = '-';

export const hasPipedIds = ({ids}: PipedLine): boolean => ids.includes(STDIN);

/**
 * The IDs of the line, with those from stdin in place of `-`.
 * @throws UsageError if another value also reads stdin
 */
export async function readIds(
  {ids, body, fields = new Map()}: PipedLine,
  {stdin = async () => ''}: Pick<CommandContext, 'stdin'>,
): Promise<readonly string[]> {
  const at = ids.indexOf(STDIN);
  if (at < 0) return ids;
  const readers = [
    ...(body === undefined ? [] : [body]),
    ...[...fields.values()].flatMap(value => (Array.isArray(value) ? value : [])),
  ];
  if (ids.lastIndexOf(STDIN) !== at || readers.includes(STDIN))
    throw new UsageError('Standard input can be read only once. Use - in one place');
  const lines = (await stdin()).split('\n').map(line => line.trim());
  return [...ids.slice(0, at), ...lines.filter(line => line !== ''), ...ids.slice(at + 1)];
}
