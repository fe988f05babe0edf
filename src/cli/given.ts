/** What a line gives: the values of its fields, by their path in the body. */
import type {Amendment} from '../store/changes/amendment.ts';
import {leavesOf} from '../store/changes/paths.ts';
import {equal} from '../store/equal.ts';
import type {Interrupted} from '../store/runs.ts';
import {type Surroundings, Usage} from './account.ts';
import {actionName, type NamedAction} from './actions.ts';
import {bodyOf, flagsOf, inputOf, lineFlagsOf, readValue} from './flags.ts';
import type {DoLine} from './line.ts';
import type {Passages} from './moving.ts';
import type {Values} from './prepare.ts';

/** @throws Usage */
export async function valuesOf(
  {named, body, fields}: DoLine,
  passages: Passages,
  {stdin: input = async () => ''}: Pick<Surroundings, 'stdin'>,
): Promise<Values> {
  const {endpoint, action, identifiers} = named;
  const values = new Map<string, unknown>(
    body === undefined ? [] : leavesOf(identifiers.readBody(endpoint, await bodyOf(body, input)) as object),
  );
  const amendments = new Map<string, Amendment>();
  const flags = lineFlagsOf(endpoint, action, identifiers);
  for (const flag of flags) {
    const given = fields.get(flag.name);
    if (given === undefined) continue;
    if (typeof given === 'boolean') values.set(flag.path, given);
    else if (flag.amends) {
      if (values.has(flag.path)) {
        const whole = flags.find(({name, path, amends}) => path === flag.path && !amends && fields.has(name));
        throw new Usage(`--${flag.name} keeps what is there, --${whole?.name ?? 'body'} replaces it`);
      }
      const entries = await readValue(flag, given, input, identifiers);
      if (!Array.isArray(entries) || entries.length === 0)
        throw new Usage(`--${flag.name} needs what it ${flag.amends}`);
      amendments.set(flag.path, joined(amendments.get(flag.path), {[flag.amends]: entries}));
    } else if (flag.input) values.set(flag.path, await passages.pathOf(flag, given));
    else {
      const value = await readValue(flag, given, input, identifiers);
      // The answers to a StackScript are fields of their own, which follow from the script.
      const isGroup = inputOf(flag, action)?.input === 'group' && typeof value === 'object' && value !== null;
      for (const [path, leaf] of isGroup ? leavesOf(value) : []) values.set(`${flag.path}.${path}`, leaf);
      if (!isGroup) values.set(flag.path, value);
    }
  }
  return new Map([...values, ...amendments]);
}

/** What is added and removed so far, and more of it. @throws Usage */
function joined(before: Amendment = {adds: [], removes: []}, more: Partial<Amendment>): Amendment {
  const amendment = {...before, ...more};
  const both = amendment.adds.find(entry => amendment.removes.some(other => equal(entry, other)));
  if (both !== undefined) throw new Usage(`"${both}" is both added and removed`);
  return amendment;
}

/** What a run was begun with, but for secrets: those have to be given again. @throws Usage where one was not */
export function keptValues(run: Interrupted, named: NamedAction, values: Values): Values {
  const missing = run.secrets.filter(path => !values.has(path));
  if (missing.length > 0) {
    const flags = flagsOf(named.endpoint, named.action, named.identifiers);
    const names = missing.map(
      path =>
        flags.find(flag => path === flag.path || path.startsWith(`${flag.path}.`))?.name ??
        named.identifiers.fieldName(path),
    );
    throw new Usage(
      `secrets are not written down: give ${names.map(name => `--${name}`).join(' and ')} again, as in skydeck do --resume ${actionName(named)} --${names[0]} @FILE`,
    );
  }
  return new Map(Object.entries(run.values));
}
