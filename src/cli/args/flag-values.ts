/** The values of the fields in a command line, by their path in the body. */

import type {InterruptedBatch} from '../../store/changes/batch/interrupted-batch.ts';
import type {Amendment} from '../../store/changes/form/list-amendment.ts';
import {leavesOf} from '../../store/core/dotted-paths.ts';
import {jsonEqual} from '../../store/core/json-equal.ts';
import type {FileStaging} from '../change/file-staging.ts';
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import {flagsOf, inputOf, lineFlagsOf, parseBody, readValue} from './action-flags.ts';
import {actionName, type NamedAction} from './action-names.ts';
import type {DoLine} from './do-line.ts';
import type {FieldValueMap} from './field-values.ts';

/** @throws UsageError */
export async function flagValues(
  {namedAction, body, fields}: DoLine,
  staging: FileStaging,
  {stdin: input = async () => ''}: Pick<CommandContext, 'stdin'>,
): Promise<FieldValueMap> {
  const {endpoint, action, identifiers} = namedAction;
  const values = new Map<string, unknown>(
    body === undefined ? [] : leavesOf(identifiers.readBody(endpoint, await parseBody(body, input)) as object),
  );
  const amendments = new Map<string, Amendment>();
  const flags = lineFlagsOf(endpoint, action, identifiers);
  for (const flag of flags) {
    const fieldEntry = fields.get(flag.name);
    if (fieldEntry === undefined) continue;
    if (typeof fieldEntry === 'boolean') values.set(flag.path, fieldEntry);
    else if (flag.amends) {
      if (values.has(flag.path)) {
        const whole = flags.find(({name, path, amends}) => path === flag.path && !amends && fields.has(name));
        throw new UsageError(
          `--${flag.name} keeps the other values, --${whole?.name ?? 'body'} replaces them. Use one of them.`,
        );
      }
      const entries = await readValue(flag, fieldEntry, input, identifiers);
      if (!Array.isArray(entries) || entries.length === 0) throw new UsageError(`--${flag.name} needs a value`);
      amendments.set(flag.path, mergeAmendments(amendments.get(flag.path), {[flag.amends]: entries}));
    } else if (flag.input) values.set(flag.path, await staging.pathOf(flag, fieldEntry));
    else {
      const value = await readValue(flag, fieldEntry, input, identifiers);
      // The answers for a StackScript are separate fields, which depend on the script.
      const isGroup = inputOf(flag, action)?.input === 'group' && typeof value === 'object' && value !== null;
      for (const [path, leaf] of isGroup ? leavesOf(value) : []) values.set(`${flag.path}.${path}`, leaf);
      if (!isGroup) values.set(flag.path, value);
    }
  }
  return new Map([...values, ...amendments]);
}

/**
 * Merges added and removed entries with earlier ones.
 * @throws UsageError
 */
function mergeAmendments(before: Amendment = {adds: [], removes: []}, more: Partial<Amendment>): Amendment {
  const amendment = {...before, ...more};
  const duplicate = amendment.adds.find(entry => amendment.removes.some(other => jsonEqual(entry, other)));
  if (duplicate !== undefined) throw new UsageError(`"${duplicate}" is both added and removed`);
  return amendment;
}

/**
 * The values with which a batch started, except secrets, which users must enter again.
 * @throws UsageError if a secret is missing
 */
export function resumedValues(
  run: Pick<InterruptedBatch, 'values' | 'secrets'>,
  namedAction: NamedAction,
  values: FieldValueMap,
  resumeCommand = `skydeck do --resume ${actionName(namedAction)}`,
): FieldValueMap {
  const missing = run.secrets.filter(path => !values.has(path));
  if (missing.length > 0) {
    const flags = flagsOf(namedAction.endpoint, namedAction.action, namedAction.identifiers);
    const names = missing.map(
      path =>
        flags.find(flag => path === flag.path || path.startsWith(`${flag.path}.`))?.name ??
        namedAction.identifiers.fieldName(path),
    );
    throw new UsageError(
      `secrets are not written down: give ${names.map(name => `--${name}`).join(' and ')} again, as in ${resumeCommand} --${names[0]} @FILE`,
    );
  }
  return new Map(Object.entries(run.values));
}
