/** Folders of Skydeck's files: the XDG folders, each of which the environment can move. */
import {homedir, hostname, userInfo} from 'node:os';
import {join, resolve} from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The home folder; undefined for a user without one, as in containers: they have no HOME, or the root folder. */
export function homeFolder(env: Environment): string | undefined {
  try {
    const home = env.HOME || homedir();
    return home === '/' ? undefined : home;
  } catch {
    return undefined;
  }
}

const xdgFolder = (env: Environment, variable: string, fallback: string): string =>
  join(env[variable] || join(env.HOME || homedir(), fallback), 'skydeck');

/** The settings file: `SKYDECK_CONFIG`, or `config.yaml` in the configuration folder. */
export const settingsFile = (env: Environment): string =>
  env.SKYDECK_CONFIG || join(xdgFolder(env, 'XDG_CONFIG_HOME', '.config'), 'config.yaml');

/** A path as the settings write it: `~/` is the home folder. */
export const expandHome = (path: string, env: Environment): string =>
  path.startsWith('~/') ? join(env.HOME || homedir(), path.slice(2)) : path;

/**
 * A path as it is typed: `~` is the home folder, other paths are relative to the folder in which the program started,
 * or to another one. Absolute.
 */
export const resolveTypedPath = (path: string, folder = process.cwd()): string =>
  resolve(folder, path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path);

/** Drafts, change log, snapshots, logs: data kept between sessions that isn't configuration. */
export const stateFolder = (env: Environment): string => xdgFolder(env, 'XDG_STATE_HOME', join('.local', 'state'));

/** Data that can be fetched or computed again when it is lost. */
export const cacheFolder = (env: Environment): string => xdgFolder(env, 'XDG_CACHE_HOME', '.cache');

/** User and machine, for the records of changes. */
export function currentAuthor(): {readonly host: string; readonly user: string} {
  const host = hostname();
  try {
    return {host, user: userInfo().username};
  } catch {
    // A container may run under a number that has no name.
    return {host, user: String(process.getuid?.() ?? '')};
  }
}
