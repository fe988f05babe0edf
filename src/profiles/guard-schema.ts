/** The shape of guards, in the settings and in a team file. */
import {z} from 'zod';
import {nearestNames} from '../platform/text/nearest-names.ts';
import {freezeProblem, parseFreeze, timeZoneProblem} from './freeze-window.ts';
import {type GuardRules, unreadableGuards} from './guard-rules.ts';
import type {Settings, SettingsMistake} from './settings.ts';

const Pattern = z
  .string()
  .regex(
    /^[A-Za-z0-9*]+(\.[A-Za-z0-9*]+)*$/,
    'must be an operation or a pattern, such as instances.delete or *.delete',
  );

const Freeze = z
  .strictObject({
    from: z.string().describe('The start: Fri 18:00, 2026-12-24 or 2026-12-24 18:00.'),
    to: z.string().describe('The end, such as Mon 08:00. A date without a time ends with that day.'),
    time_zone: z.string().describe('The time zone, such as Europe/Berlin or UTC.'),
  })
  .superRefine(({from, to, time_zone}, context) => {
    const zone = timeZoneProblem(time_zone);
    if (zone !== undefined) context.addIssue({code: 'custom', path: ['time_zone'], message: zone});
    const problem = freezeProblem(from, to);
    if (problem) context.addIssue({code: 'custom', path: [problem.field], message: problem.message});
  });

export const GuardsEntry = z
  .strictObject({
    protected_tags: z
      .array(z.string().min(1))
      .default([])
      .describe('Resources with one of these tags can’t be changed or deleted.'),
    freeze: z.array(Freeze).default([]).describe('Windows of time without changes.'),
    max_resources: z
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .optional()
      .describe('The number of resources that one change may have.'),
    max_monthly_increase: z
      .number()
      .min(0, 'must be 0 or more')
      .optional()
      .describe('US dollars that one change may add to the costs of a month.'),
    never: z
      .array(Pattern)
      .default([])
      .describe('Operations that are never sent, such as instances.delete; * stands for any text.'),
  })
  .describe('Limits that refuse changes; see guards.md.');

export const toGuardRules = (entry: z.output<typeof GuardsEntry>): GuardRules => ({
  protectedTags: entry.protected_tags,
  never: entry.never,
  ...(entry.max_resources !== undefined && {maxResources: entry.max_resources}),
  ...(entry.max_monthly_increase !== undefined && {maxMonthlyIncrease: entry.max_monthly_increase}),
  freeze: entry.freeze.flatMap(({from, to, time_zone}) => parseFreeze(from, to, time_zone) ?? []),
});

/** True for a mistake in the guards of every account, and for a misspelled name of theirs. */
export const concernsGuards = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'unrecognized_keys' && issue.path.length === 0
    ? issue.keys.some(key => /guard/i.test(key) || nearestNames(key, ['guards', 'guards_file']).length > 0)
    : issue.path[0] === 'guards' || issue.path[0] === 'guards_file';

/** Guards with a mistake refuse every change: a limit that isn't understood must not be passed over. */
export const refuseChanges = (settings: Settings, mistake: SettingsMistake | undefined): Settings => ({
  ...settings,
  guards: unreadableGuards(`the guards in the settings have a mistake (line ${mistake?.line ?? 1})`),
});

/** A text that can't be parsed may have guards or signers of plans, if it mentions them. */
export const withUnknownGuards = (settings: Settings, text: string, mistake: SettingsMistake | undefined): Settings =>
  /\b(guards(_file)?|plan_signers)["']?\s*:/.test(text) ? refuseChanges(settings, mistake) : settings;
