/**
 * Checks of `config check`, `config edit` and `doctor`: of filters, and of placeholders of commands. The provider can
 * have fields that the contract lacks, so these mistakes must not keep the console from its settings.
 */
import {placeholderNames} from '../../platform/process/argv-template.ts';
import {sshPlaceholders} from '../../platform/process/ssh.ts';
import {nearestNames} from '../../platform/text/nearest-names.ts';
import type {KnownFamily, KnownNames} from '../settings.ts';
import type {FileValue, ReportMistake, SettingsPath} from '../settings-schema.ts';

export function checkFilters(
  {filters, views}: FileValue,
  {family, filterProblem}: KnownNames,
  report: ReportMistake,
): void {
  const check = (path: SettingsPath, filter: string | undefined, view?: string) => {
    const problem = filter === undefined ? undefined : filterProblem(filter, view);
    if (problem !== undefined) report(path, `${path.join('.')}: ${problem}`);
  };
  for (const [name, filter] of Object.entries(filters)) check(['filters', name], filter);
  for (const [name, {view, filter}] of Object.entries(views))
    if (family(view)) check(['views', name, 'filter'], filter, view);
}

/** Names of placeholders besides the fields. */
const generalNames = ['id', 'label', 'profile'];

export function checkPlaceholders({commands, profiles}: FileValue, {family}: KnownNames, report: ReportMistake): void {
  const prefixes = profiles.flatMap(({brand, acronym}) => [brand ?? [], acronym ?? []].flat());
  for (const [name, {on, run}] of Object.entries(commands)) {
    const families = on.flatMap(word => family(word) ?? []);
    for (const [index, word] of run.entries())
      for (const placeholder of placeholderNames(word)) {
        // A field may have the provider’s prefix.
        if (generalNames.includes(placeholder) || prefixes.some(prefix => placeholder.startsWith(prefix))) continue;
        const lacking = families.find(one => !hasField(one, placeholder));
        if (lacking)
          report(
            ['commands', name, 'run', index],
            `commands.${name}.run.${index}: ${unknownText(placeholder, lacking)}`,
          );
      }
  }
}

export function checkSsh({ssh}: FileValue, report: ReportMistake): void {
  const isArgv = Array.isArray(ssh);
  const words = isArgv ? ssh : (ssh?.command ?? []);
  for (const [index, word] of words.entries())
    for (const placeholder of placeholderNames(word))
      if (!sshPlaceholders.some(name => name === placeholder)) {
        const path = isArgv ? ['ssh', index] : ['ssh', 'command', index];
        const known = sshPlaceholders.map(name => `{${name}}`).join(', ');
        report(path, `${path.join('.')}: unknown placeholder {${placeholder}}. Placeholders: ${known}`);
      }
}

/** True for a field of the contract, and for a part of a field whose parts are unknown. */
function hasField(family: KnownFamily, path: string): boolean {
  const fields = family.fields();
  if (fields.length === 0) return true;
  const name = path.toLowerCase();
  return (
    fields.includes(name) ||
    fields.some(field => name.startsWith(`${field}.`) && !fields.some(other => other.startsWith(`${field}.`)))
  );
}

function unknownText(placeholder: string, family: KnownFamily): string {
  const fields = family.fields();
  const names = [...generalNames, ...fields];
  const suggestions = nearestNames(placeholder, names);
  const help =
    suggestions.length > 0
      ? `Did you mean ${suggestions.map(name => `{${name}}`).join(' or ')}?`
      : `Placeholders: ${[...new Set(names)].filter(name => !name.includes('.')).join(', ')}`;
  return `no field ${placeholder} in ${family.id}. ${help}`;
}
