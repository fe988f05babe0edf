/** The names of a change in its messages, in the change log and in its undo. */
import type {AnyRow} from '../../../families/shape/define-family.ts';
import {isSecretId} from '../../core/secret-fields.ts';
import type {ChangeContext} from '../change-context.ts';
import type {ChangeSubject} from '../change-subject.ts';
import {changeSentence, titleWithLabel} from '../preview/change-title.ts';
import type {PreparedChange} from './prepared-change.ts';
import {containerLabel, subjectLabel} from './subject-label.ts';

export class ChangeNames {
  /** The row in the response, if the change created it. */
  createdRow: AnyRow | undefined;
  readonly #subject: ChangeSubject;
  readonly #ready: PreparedChange;
  readonly #host: Pick<ChangeContext, 'lookup' | 'collections'>;

  constructor(subject: ChangeSubject, ready: PreparedChange, host: Pick<ChangeContext, 'lookup' | 'collections'>) {
    this.#subject = subject;
    this.#ready = ready;
    this.#host = host;
  }

  get isCreation(): boolean {
    return this.#ready.endpoint.id.endsWith('.create');
  }

  get label(): string {
    const {family} = this.#subject;
    const label = subjectLabel(this.#subject, this.#host);
    if (label !== undefined) return label;
    const created = this.createdRow;
    return created && !isSecretId(family.key(created), created)
      ? family.label(created)
      : String(this.#ready.body?.label ?? '');
  }

  /** A created row has a label of its own, and any other change without a row is one to its container. */
  get loggedLabel(): string {
    const labels = this.isCreation ? [this.label, this.#containerLabel] : [this.#containerLabel, this.label];
    return labels.find(Boolean) ?? '';
  }

  /**
   * The title with the label of the created row, if it has one. A payment has its amount as label, which the title
   * already contains.
   */
  get title(): string {
    if (this.#isCreatedRowNamed) return changeSentence(this.#subject, this.createdRow);
    const label = this.isCreation && this.createdRow === undefined ? this.#ready.body?.label : undefined;
    const isNamedByLabel = typeof label === 'string' && label !== '' && this.#subject.row === undefined;
    return isNamedByLabel && this.subject.sentence === undefined && !this.#subject.undoneChange
      ? titleWithLabel(changeSentence(this.subject), label)
      : changeSentence(this.subject);
  }

  /** The subject with a sentence that names its resource, unless the created row names the change. */
  get subject(): ChangeSubject {
    return this.isCreation && this.createdRow ? this.#subject : this.#containedSubject;
  }

  get #isCreatedRowNamed(): boolean {
    const {createdRow} = this;
    return createdRow !== undefined && Object.values(createdRow).includes(this.#subject.family.label(createdRow));
  }

  /** The resource of a change without a row, which its own label doesn't name: the instance of its backups. */
  get #containerLabel(): string | undefined {
    return this.#subject.row === undefined ? containerLabel(this.#subject, this.#ready.body, this.#host) : undefined;
  }

  /** The subject with a sentence that names its resource: "Enable backups for web-01". */
  get #containedSubject(): ChangeSubject {
    const subject = this.#subject;
    if (subject.sentence !== undefined || subject.undoneChange) return subject;
    const label = this.#containerLabel;
    return label === undefined ? subject : {...subject, sentence: `${changeSentence(subject)} for ${label}`};
  }
}
