/** `skydeck profile list` and `skydeck profile test NAME`. */

import {printableJson} from '../../platform/text/pretty-json.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import {defaultProfileName} from '../../profiles/choose-profile.ts';
import {sourceName} from '../../profiles/fetch-token.ts';
import {loadSettings, mistakeLines} from '../../profiles/load-settings.ts';
import {demoProfileName} from '../../profiles/profile.ts';
import {toFailure} from '../../store/api/failure-text.ts';
import {connectWithWarnings} from '../io/api-warnings.ts';
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {openAccount} from '../io/open-account.ts';
import {operationOf} from '../read/read-lists.ts';

export async function listProfiles(
  {isJson}: {readonly isJson: boolean},
  {env, out, err}: CommandContext,
): Promise<number> {
  const settingsFile = await loadSettings(env);
  for (const line of mistakeLines(settingsFile)) err(`${line}\n`);
  const {settings} = settingsFile;
  // Without a profile, the console opens the demo account but commands fail, so no profile is the default.
  const defaultName = defaultProfileName(settings);
  const all = [
    ...settings.profiles.map(({name, baseUrl, production, readOnly, token}) => ({
      name,
      default: name === defaultName,
      baseUrl,
      production,
      readOnly,
      token: sourceName(token),
    })),
    {
      name: demoProfileName,
      default: defaultName === demoProfileName,
      baseUrl: 'built in',
      production: false,
      readOnly: false,
      token: '',
    },
  ];
  if (isJson) {
    out(`${printableJson(all, 2)}\n`);
    return exitCodes.done;
  }
  const width = Math.max(...all.map(({name}) => name.length));
  const address = Math.max(...all.map(({baseUrl}) => baseUrl.length));
  for (const profile of all) {
    const words = [
      profile.token && `token: ${profile.token}`,
      profile.production && 'production',
      profile.readOnly && 'read-only',
    ];
    const mark = profile.default ? '*' : ' ';
    const text = `${mark} ${profile.name.padEnd(width)}  ${profile.baseUrl.padEnd(address)}  ${words.filter(Boolean).join(', ')}`;
    out(`${sanitize(text.trimEnd())}\n`);
  }
  return exitCodes.done;
}

export async function testProfile(name: string, context: CommandContext): Promise<number> {
  try {
    context.out(`${name}: logged in as ${await fetchUsername(name, context)}\n`);
    return exitCodes.done;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    context.err(`${name}: ${toFailure(error).message}\n`);
    return exitCodes.failed;
  }
}

/** Opens the account and reads its username, which every token may read. */
export async function fetchUsername(profile: string, context: CommandContext): Promise<string> {
  const account = await openAccount({profile}, context);
  try {
    const connection = await connectWithWarnings(account, context.err, context)();
    try {
      const profile = await connection.call(operationOf(connection, 'profile.get'), {priority: 'user', attempts: 1});
      return sanitize(String((profile as {readonly username?: unknown}).username));
    } finally {
      await connection.close();
    }
  } finally {
    await account.close();
  }
}
