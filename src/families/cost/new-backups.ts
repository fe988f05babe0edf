/** The backups of a new instance, which its request or a setting of the account enables. */
import type {Lookup} from '../shape/define-family.ts';

/** True if every new instance of the account has backups; undefined if the settings can't be read. */
export function hasBackupsByDefault(lookup: Lookup): boolean | undefined {
  const [settings] = lookup.rows('account.settings');
  if (settings) return settings.backups_enabled === true;
  return lookup.failed('account.settings') ? undefined : false;
}

/**
 * True if the new instance of a request has backups. The API enables them for a request without them, too, if the
 * account's setting is on. Undefined if that setting can't be read.
 */
export const hasNewBackups = (requested: unknown, lookup: Lookup): boolean | undefined =>
  requested === true ? true : hasBackupsByDefault(lookup);

/** A request can't turn off the backups that the account's setting turns on. */
export const forcedBackupsWarnings = (requested: unknown, lookup: Lookup): readonly string[] =>
  requested === false && hasBackupsByDefault(lookup) === true
    ? ['The instance has backups anyway: the account enables them for new instances (Settings).']
    : [];
