/** What a line gives: the values of its fields, by their path in the body. */
import type {Amendment} from '../store/changes/amendment.ts';
import {leavesOf} from '../store/changes/paths.ts';
import {equal} from '../store/equal.ts';
import type {Interrupted} from '../store/runs.ts';
import {type Surroundings, Usage} from './account.ts';
import {actionName, type NamedAction} from './actions.ts';
import {bodyOf, type FieldFlag, flagsOf, lineFlagsOf, readValue, type Stdin} from './flags.ts';
import type {DoLine} from './line.ts';
import type {Passages} from './moving.ts';
import type {Values} from './prepare.ts';

/** @throws Usage */
export async function valuesOf(
  {named, body, fields}: DoLine,
  passages: Passages,
  {stdin: input = async () => ''}: Pick<Surroundings, 'stdin'>,
): Promise<Values> {
  const values = new Map<string, unknown>(body === undefined ? [] : leavesOf(await bodyOf(body, input)));
  const amendments = new Map<string, Amendment>();
  const flags = lineFlagsOf(named.endpoint, named.action);
  for (const flag of flags) {
    const given = fields.get(flag.name);
    if (given === undefined) continue;
    if (typeof given === 'boolean') values.set(flag.path, given);
    else if (flag.amends) {
      const whole = flags.find(({path, amends}) => path === flag.path && !amends)?.name ?? '';
      if (values.has(flag.path))
        throw new Usage(
          `--${flag.name} keeps what is there, ${fields.has(whole) ? `--${whole}` : '--body'} replaces it`,
        );
      await amend(flag, given, amendments, input);
    } else values.set(flag.path, await (flag.input ? passages.pathOf(flag, given) : readValue(flag, given, input)));
  }
  return new Map([...values, ...amendments]);
}

/** Takes what one flag adds to a list or removes from it. @throws Usage */
async function amend(
  flag: FieldFlag,
  given: readonly string[],
  amendments: Map<string, Amendment>,
  input: Stdin,
): Promise<void> {
  const {name, path, amends = 'adds'} = flag;
  const entries = await readValue(flag, given, input);
  if (!Array.isArray(entries) || entries.length === 0) throw new Usage(`--${name} needs what it ${amends}`);
  const amendment = {...(amendments.get(path) ?? {adds: [], removes: []}), [amends]: entries};
  const both = amendment.adds.find(entry => amendment.removes.some(other => equal(entry, other)));
  if (both !== undefined) throw new Usage(`"${both}" is both added and removed`);
  amendments.set(path, amendment);
}

/** What a run was begun with, but for secrets: those have to be given again. @throws Usage where one was not */
export function keptValues(run: Interrupted, named: NamedAction, values: Values): Values {
  const missing = run.secrets.filter(path => !values.has(path));
  if (missing.length > 0) {
    const flags = flagsOf(named.endpoint, named.action);
    const names = missing.map(path => flags.find(flag => flag.path === path)?.name ?? path);
    throw new Usage(
      `secrets are not written down: give ${names.map(name => `--${name}`).join(' and ')} again, as in skydeck do --resume ${actionName(named)} --${names[0]} @FILE`,
    );
  }
  return new Map(Object.entries(run.values));
}
