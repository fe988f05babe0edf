/** The commands for profiles, settings and logins. */
import {type Command, Option} from 'commander';
import {settingsFile} from '../../platform/files/xdg-paths.ts';
import type {AddFlags} from '../commands/profile-add.ts';
import {UsageError} from '../io/command-errors.ts';
import {accountFlagsOf, type CommandProgram} from './command-program.ts';

export function addSettingsCommands(command: CommandProgram): void {
  addProfileCommands(command);
  addConfigCommands(command);
  addLoginCommands(command);
  addDoctor(command);
}

function addProfileCommands({program, context, setExitCode}: CommandProgram): void {
  const profile = program.command('profile').description('Manage the profiles of the settings file');
  profile
    .command('list')
    .description('List the profiles; a star marks the default')
    .option('--json', 'Print JSON')
    .action(async ({json}: {json?: true}) => {
      setExitCode(await (await import('../commands/profiles.ts')).listProfiles({isJson: json ?? false}, context));
    });
  profile
    .command('test')
    .argument('<name>')
    .description('Check that the API address and the token work')
    .action(async (name: string) => {
      setExitCode(await (await import('../commands/profiles.ts')).testProfile(name, context));
    });
  addProfileAdd(profile, {program, context, setExitCode});
  profile
    .command('use')
    .argument('<name>')
    .description('Make a profile the default; SKYDECK_PROFILE and --profile choose another for one command')
    .action(async (name: string) => {
      setExitCode(await (await import('../commands/profile-add.ts')).selectProfile(name, context));
    });
  profile
    .command('remove')
    .argument('<name>')
    .description('Remove a profile from the settings file; the token is kept')
    .option('--yes', 'Don’t ask for confirmation')
    .action(async (name: string, {yes}: {yes?: true}) => {
      setExitCode(await (await import('../commands/profile-add.ts')).removeProfile(name, yes ?? false, context));
    });
  for (const command of profile.commands) command.copyInheritedSettings(program);
}

function addProfileAdd(profile: Command, {program, context, setExitCode}: CommandProgram): void {
  profile
    .command('add')
    .argument('[name]')
    .description('Add a profile to the settings file; asks for missing values')
    .option('--brand <word>', 'ID prefix used by your provider (for example acme in acme/debian12)')
    .option('--acronym <word>', "Your provider's acronym for its Kubernetes product")
    .option('--metrics-url <url>', 'Address of metrics, such as https://metrics.example.com')
    .option('--token-env <name>', 'Read the token from this environment variable')
    .option('--token-file <path>', 'Read the token from this file; only you may have read access')
    .option(
      '--token-command <words...>',
      'Read the token from the output of this command (no shell); must be the last flag',
    )
    .option('--login', 'Get the token from a login service; logs in immediately')
    .option('--login-url <url>', 'With --login: address of the login service, such as https://login.example.com')
    .option('--client-id <id>', 'With --login: OAuth client ID of Skydeck')
    .option(
      '--client-secret-env <name>',
      'With --login: environment variable with the client secret (confidential clients only)',
    )
    .option('--client-secret-file <path>', 'With --login: file with the client secret')
    .option('--scopes <words>', 'With --login: scopes to request; all scopes if omitted')
    .option('--redirect <url>', 'With --login: redirect URI (default http://127.0.0.1/callback, any port)')
    .option('--paste', 'With --login: log in with a browser on another machine')
    .option('--production', 'Mark the profile as production: shown in red')
    .option('--theme <name>', 'Theme of the profile')
    .option('--default', 'Make this the default profile')
    .addOption(new Option('--token <token>').hideHelp())
    .action(async (name: string | undefined, {token, ...flags}: AddFlags & {readonly token?: string}) => {
      if (token !== undefined)
        throw new UsageError(
          'Don’t pass the token on the command line: it leaks into shell history and ps. Use --token-env, --token-file or --token-command.',
        );
      const {baseUrl, readOnly} = accountFlagsOf(program);
      const all = {...flags, ...(baseUrl && {baseUrl}), ...(readOnly && {readOnly})};
      setExitCode(await (await import('../commands/profile-add.ts')).addProfile(name, all, context));
    });
}

function addLoginCommands({program, context, setExitCode}: CommandProgram): void {
  const profileName = (name: string | undefined) => name ?? accountFlagsOf(program).profile;
  program
    .command('login')
    .argument('[profile]')
    .description('Log in through the browser, for a profile with a login service')
    .option('--paste', 'Log in with a browser on another machine, for example over ssh')
    .action(async (name: string | undefined, flags: {paste?: true}) => {
      setExitCode(await (await import('../commands/login.ts')).login(profileName(name), flags, context));
    });
  program
    .command('logout')
    .argument('[profile]')
    .description('Delete the tokens of a login, and revoke them at the login service')
    .action(async (name: string | undefined) => {
      setExitCode(await (await import('../commands/login.ts')).logout(profileName(name), context));
    });
}

function addConfigCommands({program, context, setExitCode}: CommandProgram): void {
  const config = program.command('config').description('Show, check and edit the settings file');
  config
    .command('path')
    .description('Print the path of the settings file')
    .action(() => context.out(`${settingsFile(context.env)}\n`));
  config
    .command('check')
    .description('List mistakes with line and column; exit code 1 if there is one')
    .action(async () => {
      setExitCode(await (await import('../commands/config.ts')).checkConfig(context));
    });
  config
    .command('show')
    .description('Print the settings in effect, with defaults and without tokens')
    .option('--json', 'Print JSON')
    .action(async ({json}: {json?: true}) => {
      setExitCode(await (await import('../commands/config.ts')).showConfig({isJson: json ?? false}, context));
    });
  config
    .command('edit')
    .description('Open the settings file in your editor, and check it before it is written')
    .action(async () => {
      setExitCode(await (await import('../commands/config.ts')).editConfig(context));
    });
  for (const command of config.commands) command.copyInheritedSettings(program);
}

function addDoctor({program, context, setExitCode}: CommandProgram): void {
  program
    .command('doctor')
    .description('Check the settings, the connection and the token; exit code 1 if something needs a fix')
    .option('--json', 'Print JSON')
    .action(async ({json}: {json?: true}) => {
      const {doctor} = await import('../commands/doctor.ts');
      setExitCode(await doctor(accountFlagsOf(program), json ?? false, context));
    });
}
