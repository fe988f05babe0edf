/** The text to type before a change is sent; the more a change destroys, the longer the text. */
import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import {effectSubjects} from '../../../families/relations/effects.ts';
import type {FamilyId, RowId} from '../../../families/shape/define-family.ts';
import {sanitize} from '../../../platform/text/sanitize.ts';
import type {Identifiers} from '../../api/identifiers.ts';
import type {ChangeSubject} from '../change-subject.ts';
import {isDeletion} from './presigned.ts';

export interface ConfirmationHost {
  readonly profile: {readonly name: string; readonly production: boolean};
  readonly identifiers: Identifiers;
  /** The account's name, if this token may read it. */
  account(): Promise<string | undefined>;
  /** The label of a row that need not be loaded; undefined if it can't be read. */
  labelOf(family: FamilyId, id: RowId): Promise<string | undefined>;
}

/**
 * The text as shown and typed, without invisible characters, such as the joiners in an emoji, which keyboards and
 * pastes may omit.
 */
export const visibleText = (text: string): string => sanitize(text).trim();

/** True if the typed text matches the expected one; characters that draw nothing don't count. */
export const matchesConfirmation = (text: string, expected: string): boolean => visibleText(text) === expected;

export async function confirmationText(
  {action, family, row, params}: ChangeSubject,
  endpoint: Endpoint,
  {profile, account, labelOf, identifiers}: ConfirmationHost,
  body?: unknown,
): Promise<string | undefined> {
  if (action.isDryRun?.(body)) return undefined;
  const {confirm = 'none'} = action;
  const label = row && (visibleText(family.label(row)) || visibleText(family.idText(row, identifiers)));
  if (typeof confirm === 'object') {
    // If the account's name is unknown, the user types the profile's name.
    if (confirm.typing === 'account') return visibleText((await account()) ?? '') || profile.name;
    if (confirm.typing === 'owner') {
      const owner = confirm.owner(params);
      const ownerName = owner && visibleText((await labelOf(owner.family, owner.id)) ?? '');
      if (ownerName) return ownerName;
    }
    if (label !== undefined) return label;
    // Backups of an instance are canceled in a separate list; the user types the label of the instance.
    const {family: above, ids = []} = effectSubjects[action.operation]?.({}, params) ?? {};
    const [id] = ids;
    const parentName = above === undefined || id === undefined ? undefined : await labelOf(above, id);
    return visibleText(parentName ?? '') || profile.name;
  }
  // In production, deletions and interruptions also need a typed confirmation.
  const severe = isDeletion(action, endpoint) || (confirm === 'ask' && action.warnings !== undefined);
  return profile.production && severe ? (label ?? profile.name) : undefined;
}
