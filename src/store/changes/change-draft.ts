/** The stored draft of a change: the values that were typed, until the change is done. */

import {isSecretId} from '../core/secret-fields.ts';
import type {ChangeContext} from './change-context.ts';
import type {ChangeSubject} from './change-subject.ts';
import {type DraftSubject, draftKey, type StoredDraft} from './draft-store.ts';
import type {Form} from './form/form.ts';

export class ChangeDraft {
  readonly #host: ChangeContext;
  readonly #subject: DraftSubject;
  #key: string | undefined;
  #isDirty = false;

  constructor(
    {family, name, row, params, isDraftable = true, presetValues = {}, otherRows = []}: ChangeSubject,
    host: ChangeContext,
  ) {
    this.#host = host;
    this.#subject = {
      kind: 'form',
      family: family.id,
      action: name,
      id: row && family.key(row),
      ...(otherRows.length > 0 && {others: otherRows.map(other => family.key(other))}),
      params,
      presetValues,
      label: row ? family.label(row) : '',
    };
    // A row whose ID is a secret must not be named in a file.
    const isStored = isDraftable && !(row && isSecretId(family.key(row), row));
    this.#key = isStored ? draftKey(host.profile.name, this.#subject) : undefined;
  }

  get isStored(): boolean {
    return this.#key !== undefined;
  }

  read(): StoredDraft | undefined {
    return this.#key === undefined ? undefined : this.#host.drafts.find(this.#key);
  }

  /** Marks that the user typed since the last save. */
  touch(): void {
    this.#isDirty = true;
  }

  /** Keeps the time of the last save: values that are being sent were typed before. */
  freeze(): void {
    this.#isDirty = false;
  }

  save(form: Form): void {
    if (!this.#isDirty || this.#key === undefined) return;
    this.#host.drafts.put(this.#key, form.typed({secrets: true}), {kept: form.draft(), about: this.#subject});
  }

  discard(): void {
    this.#isDirty = false;
    if (this.#key !== undefined) this.#host.drafts.put(this.#key, undefined);
  }

  /** Leaves the stored draft as it is: later values aren't stored. */
  detach(): void {
    this.#key = undefined;
  }
}
