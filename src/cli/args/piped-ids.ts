/** IDs from standard input, one on each line, as `skydeck get … -o name` prints them. */
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import type {DoLine} from './do-line.ts';

/** A line that may take IDs from standard input, with its other values that may read it. */
type PipedLine = Pick<DoLine, 'ids'> & Partial<Pick<DoLine, 'body' | 'fields'>>;

/** Stands for the IDs on standard input. */
const STDIN = '-';

export const hasPipedIds = ({ids}: PipedLine): boolean => ids.includes(STDIN);

/**
 * The IDs of the line, with those from standard input in the place of `-`.
 * @throws UsageError if standard input is needed for something else, too
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
