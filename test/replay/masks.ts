/** Takes the secrets out of recorded answers. */
import type {Endpoint} from '../../src/contract/schema/endpoint.ts';
import type {Field} from '../../src/contract/schema/field.ts';
import {isSecretField} from '../../src/store/core/secret-fields.ts';
import {formatRecorded, type Recorded} from './recording.ts';

/** Shorter secrets are masked in their own field only: they may be part of any word. */
const minSweptLength = 8;

/**
 * Each secret has one mask wherever it occurs, also in paths and texts: equal secrets have equal masks, different ones
 * differ.
 */
export class Masks {
  readonly #masks = new Map<string, string>();

  /** @param secret known from elsewhere, such as the token of the requests */
  add(secret: string): string {
    const mask = this.#masks.get(secret) ?? `masked-${this.#masks.size + 1}`;
    this.#masks.set(secret, mask);
    return mask;
  }

  /**
   * A copy with a mask for each secret that a field of the contract or its name gives away.
   * @param neutralName a name of the wire, as the contract has it
   */
  body({spec}: Endpoint, body: unknown, neutralName: (name: string) => string): unknown {
    const item = spec.page ?? spec.responseModel;
    const visit = (value: unknown, field: Field | undefined, isSecret: boolean): unknown => {
      if (typeof value === 'string') return isSecret && value !== '' ? this.add(value) : value;
      if (typeof value === 'number') return isSecret ? 0 : value;
      if (Array.isArray(value)) {
        const inner = field?.kind === 'list' ? field.item : undefined;
        return value.map(entry => visit(entry, inner, isSecret));
      }
      if (typeof value !== 'object' || value === null) return value;
      const fields = field?.kind === 'object' ? field.fields : undefined;
      const entries = Object.entries(value).map(([name, entry]) => {
        const known = neutralName(name);
        // The items of a page stand in its `data`.
        if (value === body && spec.page && name === 'data' && Array.isArray(entry))
          return [name, entry.map(one => visit(one, item, false))];
        return [name, visit(entry, fields?.[known], isSecret || isSecretField(known, fields?.[known]))];
      });
      return Object.fromEntries(entries);
    };
    return visit(body, spec.page ? undefined : item, false);
  }

  /** The answers with the masks also where a secret stands in a path or in another text. */
  sweep(answers: readonly Recorded[]): readonly Recorded[] {
    const written = new Map<string, string>();
    for (const [secret, mask] of this.#masks) {
      if (secret.length < minSweptLength) continue;
      for (const form of [JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) written.set(form, mask);
    }
    if (written.size === 0) return answers;
    // Longest first, because a secret may start with another one.
    const forms = [...written.keys()].sort((a, b) => b.length - a.length);
    const pattern = new RegExp(forms.map(form => form.replace(/\W/g, '\\$&')).join('|'), 'g');
    return answers.map(
      answer =>
        JSON.parse(formatRecorded(answer).replaceAll(pattern, form => written.get(form) ?? 'masked')) as Recorded,
    );
  }
}
