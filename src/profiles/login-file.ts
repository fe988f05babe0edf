/** Stored login: tokens in a private file of the profile, shared by every Skydeck process that uses the profile. */
import {join} from 'node:path';
import {withLock} from '../platform/files/file-lock.ts';
import {filesIn, readPrivateText} from '../platform/files/private-files.ts';
import {UnusableFileError} from '../platform/files/regular-file.ts';
import {type Environment, stateFolder} from '../platform/files/xdg-paths.ts';
import {TokenError} from './fetch-token.ts';

/** Times are milliseconds since 1970. */
export interface StoredLogin {
  /** Base URL of the API that the tokens are for: they are not sent to another API after the profile's base URL has changed. */
  readonly api: string;
  readonly client: string;
  readonly access: string;
  /** Absent when the login can't be renewed: the service gave no refresh token, or refused it. */
  readonly refresh?: string | undefined;
  /** Scopes in the provider's words. */
  readonly scopes?: string | undefined;
  readonly issuedAt: number;
  /** Absent if the login service did not send it. */
  readonly expiresAt?: number | undefined;
}

export interface LoginFile {
  readonly path: string;
  /**
   * The stored login; undefined without one, also if another console has set a damaged one aside.
   * @throws Error when others can read the file
   * @throws TokenError when it is damaged: it is set aside then
   */
  read(): Promise<StoredLogin | undefined>;
  write(login: StoredLogin): Promise<void>;
  /** Removes the login. Resolves with false if the profile had none. */
  remove(): Promise<boolean>;
  /** Runs while no other process uses the file. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

export function openLoginFile(profile: string, env: Environment): LoginFile {
  const folder = stateFolder(env);
  const name = `${encodeURIComponent(profile)}.login.json`;
  const path = join(folder, name);
  const files = filesIn(folder);
  return {
    path,
    async read() {
      let kept: StoredLogin | undefined;
      try {
        kept = parseStoredLogin(JSON.parse(await readPrivateText(path)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        if (!(error instanceof SyntaxError || error instanceof UnusableFileError)) throw error;
      }
      if (kept) return kept;
      const aside = await files.quarantine(name);
      // Another console has set it aside first, and reports it.
      if (aside === undefined) return undefined;
      throw new TokenError(
        `The login file of ${profile} is damaged; it was renamed to ${aside}`,
        `Run "skydeck login ${profile}".`,
      );
    },
    write: login => files.write(name, `${JSON.stringify(login, undefined, 2)}\n`),
    async remove() {
      const hasFile = (await files.read(name).catch(() => '')) !== undefined;
      await files.remove(name);
      return hasFile;
    },
    exclusively: work => withLock(path, work),
  };
}

function parseStoredLogin(value: unknown): StoredLogin | undefined {
  const kept = value as Partial<StoredLogin> | null;
  const complete =
    typeof kept?.api === 'string' &&
    typeof kept.client === 'string' &&
    typeof kept.access === 'string' &&
    typeof kept.issuedAt === 'number' &&
    [kept.refresh, kept.scopes].every(text => text === undefined || typeof text === 'string') &&
    (kept.expiresAt === undefined || typeof kept.expiresAt === 'number');
  return complete ? (kept as StoredLogin) : undefined;
}
