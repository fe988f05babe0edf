/** The shape of the settings file, and how its text becomes settings. Loaded only when there is a file. */
import {LineCounter, parseDocument} from 'yaml';
import {z} from 'zod';
import {monitorGroups, monitorParts} from './monitor.ts';
import {type Profile, refuseUrl} from './profile.ts';
import type {Mistake, Settings} from './settings.ts';

const TokenSource = z.union(
  [
    z.strictObject({env: z.string().min(1)}),
    z.strictObject({file: z.string().min(1)}),
    z.strictObject({command: z.array(z.string()).min(1)}),
  ],
  'must be one of {env: NAME}, {file: PATH} or {command: [PROGRAM, ARGUMENT]}; a token itself never stands here',
);

const ProfileEntry = z.strictObject({
  name: z.string().min(1),
  base_url: z.string().superRefine((text, context) => {
    const reason = refuseUrl(text);
    if (reason) context.addIssue({code: 'custom', message: reason});
  }),
  brand: z
    .string()
    .regex(/^[a-z][a-z0-9]*$/, 'must be one lower-case word')
    .optional(),
  acronym: z
    .string()
    .regex(/^[a-z][a-z0-9]*$/, 'must be one lower-case word')
    .optional(),
  token: TokenSource.optional(),
  production: z.boolean().default(false),
  read_only: z.boolean().default(false),
  theme: z.string().optional(),
});

const Layout = z
  .strictObject({
    name: z.string().min(1).optional(),
    group: z.enum(monitorGroups).default('region'),
    show: z
      .array(z.enum(monitorParts))
      .min(1)
      .default([...monitorParts]),
    families: z.array(z.string().min(1)).min(1).optional(),
    tags: z.array(z.string().min(1)).min(1).optional(),
  })
  .transform(({name, ...layout}) => ({...layout, name: name ?? layout.group}));

const File = z.strictObject({
  default_profile: z.string().optional(),
  profiles: z.array(ProfileEntry).default([]),
  theme: z.string().optional(),
  keys: z
    .record(z.string(), z.union([z.string(), z.array(z.string()), z.literal(false)]).transform(toKeys))
    .default({}),
  ssh: z.array(z.string()).min(1).optional(),
  edit_as: z.enum(['yaml', 'json']).optional(),
  // One layout, or several to change between.
  monitor: z.union([z.array(Layout).min(1), Layout.transform(layout => [layout])]).optional(),
});

function toKeys(value: string | string[] | false): string[] {
  if (value === false) return [];
  return typeof value === 'string' ? [value] : value;
}

const toProfile = (entry: z.output<typeof ProfileEntry>): Profile => ({
  name: entry.name,
  baseUrl: entry.base_url,
  brand: entry.brand,
  acronym: entry.acronym,
  token: entry.token,
  production: entry.production,
  readOnly: entry.read_only,
  theme: entry.theme,
});

/** Understands as much of the text as is right: one bad profile does not hide the others. */
export function readSettings(text: string): {settings: Settings; mistakes: Mistake[]} {
  const lines = new LineCounter();
  const document = parseDocument(text, {lineCounter: lines, prettyErrors: false});
  const mistakes: Mistake[] = document.errors.map(error => {
    const {line, col} = lines.linePos(error.pos[0]);
    return {line, column: col, words: error.message};
  });
  if (mistakes.length > 0) return {settings: {profiles: [], keys: {}}, mistakes};

  const value: unknown = document.toJS() ?? {};
  const whole = File.safeParse(value);
  if (!whole.success) {
    for (const issue of whole.error.issues) {
      const {line, column} = positionOf(issue.path);
      const where = issue.path.length > 0 ? `${issue.path.join('.')} ` : '';
      mistakes.push({line, column, words: `${where}${issue.message}`});
    }
  }
  const file = whole.success ? whole.data : salvage(value);
  const profiles = file.profiles.map(toProfile);
  for (const [index, {name}] of profiles.entries()) {
    if (profiles.findIndex(profile => profile.name === name) !== index) {
      mistakes.push({...positionOf(['profiles', index, 'name']), words: `profiles.${index}.name "${name}" is taken`});
    }
  }
  return {
    settings: {
      defaultProfile: file.default_profile,
      profiles: profiles.filter(({name}, index) => profiles.findIndex(profile => profile.name === name) === index),
      theme: file.theme,
      keys: file.keys,
      ssh: file.ssh,
      editAs: file.edit_as,
      monitor: file.monitor,
    },
    mistakes,
  };

  function positionOf(path: readonly PropertyKey[]): {line: number; column: number} {
    for (let length = path.length; length >= 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
      if (Array.isArray(range) && typeof range[0] === 'number') {
        const {line, col} = lines.linePos(range[0]);
        return {line, column: col};
      }
    }
    return {line: 1, column: 1};
  }
}

function salvage(value: unknown): z.output<typeof File> {
  const empty = File.parse({});
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return empty;
  const entries = Object.entries(File.shape).flatMap(([name, field]): [string, unknown][] => {
    const part = (value as Record<string, unknown>)[name];
    if (name === 'profiles' && Array.isArray(part)) {
      return [[name, part.filter(entry => ProfileEntry.safeParse(entry).success)]];
    }
    return field.safeParse(part).success ? [[name, part]] : [];
  });
  return File.parse(Object.fromEntries(entries));
}
