/** The shape of the settings file. Loaded only when there is a file; docs/settings.schema.json is made from it. */
import {z} from 'zod';
import {addressKinds} from './custom-settings.ts';
import {GuardsEntry} from './guard-schema.ts';
import {monitorGroups, monitorSections} from './monitor-layout.ts';
import {baseUrlProblem, metricsUrlProblem, redirectProblem} from './profile.ts';
import {parseStyle, styleHelp, themeNames, themeStyleNames} from './themes.ts';

const Word = z
  .string()
  .regex(/^[a-z][a-z0-9]*$/, 'must be one lower-case word')
  .optional();
const Name = z.string().regex(/^[\w][\w.@-]*$/, 'must be a name of letters, digits, . _ @ and -');
const Argv = z.array(z.string().min(1)).min(1);

/** A URL with a check of its own, whose reason becomes the mistake. */
const urlField = (refuse: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const reason = refuse(text);
    if (reason) context.addIssue({code: 'custom', message: reason});
  });

const secretKinds = [
  z.strictObject({env: z.string().min(1)}),
  z.strictObject({file: z.string().min(1)}),
  z.strictObject({command: Argv}),
] as const;
const SecretSource = z.union(
  secretKinds,
  'must be one of {env: NAME}, {file: PATH} or {command: [PROGRAM, ARGUMENT]}; never the secret itself',
);

const Login = z.strictObject({
  url: urlField(baseUrlProblem).describe(
    'The login service, such as https://login.example.com: /oauth/authorize is below.',
  ),
  client_id: z.string().min(1).describe('The OAuth client ID of Skydeck.'),
  secret: SecretSource.optional().describe('Source of the client secret. Public clients have none.'),
  scopes: z.string().min(1).optional().describe('Scopes to request. All scopes if omitted.'),
  redirect: urlField(redirectProblem)
    .optional()
    .describe('Redirect URI, as registered (http://127.0.0.1/callback). Any port if the URI has none.'),
});

const TokenSource = z.union(
  [...secretKinds, z.strictObject({login: Login})],
  'must be one of {env: NAME}, {file: PATH}, {command: [PROGRAM, ARGUMENT]} or {login: {url, client_id, …}}; never the token itself',
);

const GuardsFile = z.string().min(1);

export const ProfileEntry = z.strictObject({
  name: z.string().min(1).describe('Name of the profile, for --profile and @.'),
  base_url: urlField(baseUrlProblem).describe('The root of the API, such as https://api.example.com/v4.'),
  metrics_url: urlField(metricsUrlProblem)
    .optional()
    .describe('The address of metrics, such as https://metrics.example.com. Your provider’s documentation names it.'),
  brand: Word.describe('ID prefix of your provider, as acme in acme/debian12.'),
  acronym: Word.describe("Your provider's acronym for its Kubernetes product."),
  token: TokenSource.optional().describe(
    'Source of the token: {env: NAME}, {file: PATH} with mode 0600, {command: [PROGRAM, ARGUMENT]}, or a {login: …} with skydeck login. SKYDECK_TOKEN without.',
  ),
  production: z.boolean().default(false).describe('Its name is shown as a warning.'),
  read_only: z.boolean().default(false).describe('Blocks all changes. You can’t turn this off inside Skydeck.'),
  theme: z.string().optional().describe('Theme of this profile. Overrides the general theme.'),
  guards: GuardsEntry.optional().describe('Guards of this profile, in addition to the general guards.'),
  guards_file: GuardsFile.optional().describe('A team file with guards of this profile.'),
});

const Layout = z
  .strictObject({
    name: z.string().min(1).optional(),
    group: z.enum(monitorGroups).default('region'),
    show: z
      .array(z.enum(monitorSections))
      .min(1)
      .default([...monitorSections]),
    families: z.array(z.string().min(1)).min(1).optional(),
    tags: z.array(z.string().min(1)).min(1).optional(),
  })
  .transform(({name, ...layout}) => ({...layout, name: name ?? layout.group}));

const Style = z.string().refine(style => parseStyle(style) !== undefined, `must be words of: ${styleHelp}`);
const Theme = z.strictObject({
  base: z.enum(themeNames).default('dark'),
  ...Object.fromEntries(themeStyleNames.map(part => [part, Style.optional()])),
});

const Sort = z
  .string()
  .min(1)
  .transform(text => {
    const descending = text.startsWith('-');
    return {column: descending ? text.slice(1) : text, descending};
  });

const View = z.strictObject({
  view: z.string().min(1).describe('Resource type.'),
  filter: z.string().optional(),
  sort: Sort.optional(),
  columns: z.array(z.string()).min(1).optional(),
});

const OwnCommand = z.strictObject({
  title: z.string().min(1).optional().describe('Title in menus. The name if omitted.'),
  key: z.string().min(1).optional(),
  on: z.array(z.string()).min(1).describe('Resource types that the command is offered for.'),
  run: Argv.describe(
    'A program and its arguments; {id}, {label}, {ipv4} and any other field of the row stand for themselves.',
  ),
  confirm: z.boolean().default(false).describe('Shows the line and asks first.'),
  pause: z.boolean().default(true).describe('Wait for enter at the end, so that you can read the output.'),
});

const Ssh = z.union(
  [
    Argv,
    z.strictObject({
      command: Argv.optional(),
      user: z
        .string()
        .regex(/^[\w.][\w.-]*$/, 'must be the name of a user')
        .optional(),
      jump: z
        .string()
        .regex(/^[\w[][\w.@:[\],-]*$/, 'must be a host as ssh -J takes it')
        .optional(),
      address: z.enum(addressKinds).optional(),
      serial: z
        .string()
        .regex(
          /^[\w.][\w.-]*@[A-Za-z0-9][\w.-]*(?:\{region\}[\w.-]*)?$/,
          'must be USER@HOST, with {region} in the host if it differs',
        )
        .optional(),
      pane: z.boolean().optional(),
    }),
  ],
  `must be an argv such as [ssh, 'root@{address}'], or {command, user, jump, address: ${addressKinds.join(' | ')}, serial, pane}`,
);

const megabytes = 'must be a whole number from 1 to 4096';
const days = 'must be a whole number from 1 to 3650';

const History = z.union(
  [
    z.literal('off'),
    z.literal(false),
    z.strictObject({
      max_mb: z
        .int(megabytes)
        .min(1, megabytes)
        .max(4096, megabytes)
        .optional()
        .describe('Maximum size of the file in MB. 64 if omitted.'),
      max_days: z
        .int(days)
        .min(1, days)
        .max(3650, days)
        .optional()
        .describe('Age in days at which a record is deleted. 30 if omitted.'),
    }),
  ],
  'must be off, or {max_mb: 1 to 4096, max_days: 1 to 3650}',
);

function toKeys(value: string | string[] | false): string[] {
  if (value === false) return [];
  return typeof value === 'string' ? [value] : value;
}

export const SettingsFile = z.strictObject({
  default_profile: z
    .string()
    .nullish()
    .describe('Profile to open by default. The first profile if omitted; null for none, if there are several.'),
  profiles: z
    .array(ProfileEntry, 'must be a list, in which each profile starts with "- name:"')
    .default([])
    .describe('The accounts; skydeck profile add writes them.'),
  guards: GuardsEntry.optional().describe('Limits that refuse changes in every account; see guards.md.'),
  guards_file: GuardsFile.optional().describe('A team file with more guards, such as /etc/skydeck/guards.yaml.'),
  start: z.string().min(1).optional().describe('The first view: overview, monitor, a family, or a view of views.'),
  theme: z
    .string()
    .optional()
    .describe(`${themeNames.join(', ')}, or one of themes.`),
  themes: z
    .record(Name, Theme)
    .default({})
    .describe(
      `Your own themes by name: a base, and styles of ${themeStyleNames.join(', ')} in words such as bold red on black.`,
    ),
  keys: z
    .record(
      z.string(),
      z
        .union([z.string(), z.array(z.string()), z.literal(false)], 'must be a key, a list of keys, or false')
        .transform(toKeys),
    )
    .default({})
    .describe('Keys by command, as docs/keys.md names it, or by action, such as instances.boot; false for none.'),
  columns: z.record(z.string(), z.array(z.string()).min(1)).default({}).describe('The columns of a list, by family.'),
  sort: z
    .record(z.string(), Sort)
    .default({})
    .describe('The column a list is sorted by, by family; -column for descending.'),
  filters: z.record(Name, z.string().min(1)).default({}).describe('Filters by name, for :filter NAME.'),
  views: z.record(Name, View).default({}).describe('Lists with a filter, sort and columns by name, for :view NAME.'),
  commands: z.record(Name, OwnCommand).default({}).describe('Your own commands, run without a shell.'),
  ssh: Ssh.optional().describe(
    'How t connects: an argv with {address}, or user, jump host, kind of address, serial console and new pane.',
  ),
  plan_signers: z
    .string()
    .min(1)
    .optional()
    .describe('File of the people whose signature a plan needs, in the form of ALLOWED SIGNERS in ssh-keygen(1).'),
  history: History.optional().describe('The record of earlier versions of resources: off, or its limits.'),
  edit_as: z.enum(['yaml', 'json']).optional().describe('How E writes an object for your editor.'),
  // A single layout, or several to switch between.
  monitor: z
    .union(
      [z.array(Layout).min(1), Layout.transform(layout => [layout])],
      'must be a layout, such as {group: region}, or a list of layouts',
    )
    .optional()
    .describe('Layouts of the wallboard; see monitor.md.'),
});

/** The valid settings of a file. */
export type FileValue = z.output<typeof SettingsFile>;

export type SettingsPath = readonly PropertyKey[];

interface ReportOptions {
  /** See `SettingsMistake`. */
  readonly hidesProfile?: boolean;
  /** The key of the map at the path that the mistake is about. */
  readonly unknownKey?: string | undefined;
}

export type ReportMistake = (path: SettingsPath, message: string, options?: ReportOptions) => void;
