/** `--output` of `skydeck do`: the format of the results. */
import {UsageError} from '../io/command-errors.ts';
import {actionName, type NamedAction} from './action-names.ts';

/** The formats of `do`, in the order of the help. */
export const doFormats = ['json', 'ndjson', 'name'] as const;
export type DoFormat = (typeof doFormats)[number];

interface FormatFlags {
  readonly isJson: boolean;
  readonly output: string | undefined;
  readonly isDryRun: boolean;
}

/**
 * The format that the line requests; undefined prints sentences.
 * @throws UsageError for a format that doesn't suit the action
 */
export function parseDoFormat({isJson, output, isDryRun}: FormatFlags, namedAction: NamedAction): DoFormat | undefined {
  if (output === undefined) return isJson ? 'json' : undefined;
  if (isJson) throw new UsageError('--json and --output can’t be combined. Pass one of them');
  const format = doFormats.find(name => name === output);
  if (format === undefined) throw new UsageError(`--output of do is one of ${doFormats.join(', ')}, not "${output}"`);
  if (format !== 'name') return format;
  if (isDryRun) throw new UsageError('--output name doesn’t work with --dry-run. Use --output json');
  const {action} = namedAction;
  const name = actionName(namedAction);
  if (action.revealedValues)
    throw new UsageError(`--output name would lose the secret that ${name} returns. Use --output json`);
  if (action.on !== 'row' && !createsRow(namedAction))
    throw new UsageError(`--output name doesn’t work with ${name}, which returns no resource. Use --output json`);
  return format;
}

/** True if the API returns a new row of the family. A reply to a ticket isn't a ticket. */
export const createsRow = ({action, endpoint}: NamedAction): boolean =>
  action.createdRow !== undefined ||
  (endpoint.spec.responseModel !== undefined && action.operation.endsWith(action.on === 'row' ? '.clone' : '.create'));
