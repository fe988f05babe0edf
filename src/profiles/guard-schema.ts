/** The shape of guards, in the settings and in a team file. */
import {z} from 'zod';
import {type GuardRules, unreadableGuards} from './guard-rules.ts';
import type {Settings, SettingsMistake} from './settings.ts';

const Pattern = z
  .string()
  .regex(
    /^[A-Za-z0-9*]+(\.[A-Za-z0-9*]+)*$/,
    'must be an operation or a pattern, such as instances.delete or *.delete',
  );

export const GuardsEntry = z
  .strictObject({
    protected_tags: z
      .array(z.string().min(1))
      .default([])
      .describe('Resources with one of these tags can’t be changed or deleted.'),
    never: z
      .array(Pattern)
      .default([])
      .describe('Operations that are never sent, such as instances.delete; * stands for any text.'),
  })
  .describe('Limits that refuse changes; see guards.md.');

export const toGuardRules = (entry: z.output<typeof GuardsEntry>): GuardRules => ({
  protectedTags: entry.protected_tags,
  never: entry.never,
});

/** True for a mistake in the guards of every account, and for a misspelled name of theirs. */
export const concernsGuards = (issue: z.core.$ZodIssue | undefined): boolean =>
  issue !== undefined &&
  (issue.code === 'unrecognized_keys' && issue.path.length === 0
    ? issue.keys.some(key => /guard/i.test(key))
    : issue.path[0] === 'guards' || issue.path[0] === 'guards_file');

/** Guards with a mistake refuse every change: a limit that isn't understood must not be passed over. */
export const refuseChanges = (settings: Settings, mistake: SettingsMistake | undefined): Settings => ({
  ...settings,
  guards: unreadableGuards(`the guards in the settings have a mistake (line ${mistake?.line ?? 1})`),
});

/** A text that can't be parsed may have guards, if it mentions them. */
export const withUnknownGuards = (settings: Settings, text: string, mistake: SettingsMistake | undefined): Settings =>
  /\bguards(_file)?["']?\s*:/.test(text) ? refuseChanges(settings, mistake) : settings;
