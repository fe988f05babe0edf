/** `skydeck profile list` and `skydeck profile test NAME`. */
import {sanitize} from '../platform/text/clean.ts';
import {printableJson} from '../platform/text/json.ts';
import {defaultIn} from '../profiles/choose.ts';
import {demo} from '../profiles/profile.ts';
import {loadSettings, mistakeLines} from '../profiles/settings.ts';
import {nameOf} from '../profiles/token.ts';
import {failureOf} from '../store/words.ts';
import {openAccount, type Surroundings, Usage} from './account.ts';
import {exitCodes} from './exit.ts';
import {operation} from './read.ts';
import {telling} from './telling.ts';

export async function listProfiles(json: boolean, {env, out, err}: Surroundings): Promise<number> {
  const loaded = await loadSettings(env);
  for (const line of mistakeLines(loaded)) err(`${line}\n`);
  const {settings} = loaded;
  const opened = defaultIn(settings) ?? demo;
  const all = [
    ...settings.profiles.map(({name, baseUrl, production, readOnly, token}) => ({
      name,
      default: name === opened,
      baseUrl,
      production,
      readOnly,
      token: nameOf(token),
    })),
    {
      name: demo,
      default: opened === demo,
      baseUrl: 'in this program',
      production: false,
      readOnly: false,
      token: '',
    },
  ];
  if (json) {
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

export async function testProfile(name: string, surroundings: Surroundings): Promise<number> {
  try {
    surroundings.out(`${name}: works, as ${await whoIs(name, surroundings)}\n`);
    return exitCodes.done;
  } catch (error) {
    if (error instanceof Usage) throw error;
    surroundings.err(`${name}: ${failureOf(error).words}\n`);
    return exitCodes.failed;
  }
}

/** Opens it and asks who is speaking: the least that any token may know. */
export async function whoIs(profile: string, surroundings: Surroundings): Promise<string> {
  const account = await openAccount({profile}, surroundings);
  try {
    const connection = await telling(account, surroundings.err, surroundings)();
    try {
      const who = await connection.call(operation(connection, 'profile.get'), {priority: 'user', attempts: 1});
      return sanitize(String((who as {readonly username?: unknown}).username));
    } finally {
      await connection.close();
    }
  } finally {
    await account.close();
  }
}
