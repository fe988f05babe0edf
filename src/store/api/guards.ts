/** The guards of an account: the reasons why they refuse an operation or a change to a resource. */
import {countText, monthly} from '../../families/format/format.ts';
import {type FreezeWindow, freezeEndText, isFrozen} from '../../profiles/freeze-window.ts';
import {type GuardRules, matchesOperation, noGuards} from '../../profiles/guard-rules.ts';
import {operationNames, unmatchedPatterns} from './operation-names.ts';

export interface GuardsOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Reads the settings and the team file again; absent for guards that can't change. */
  readonly reload?: (() => Promise<GuardRules>) | undefined;
}

/** The deletion of an object. The contract has no such operation: the API deletes an object through a presigned URL. */
export const objectDeletion = 'objectStorage.objects.delete';

/** The operations that `never` can name. */
export const changingOperations = (changing: readonly {readonly id: string}[]): readonly string[] => [
  ...changing.map(({id}) => id),
  objectDeletion,
];

/** The reason why a misspelled pattern of `never` refuses every change. */
export const unmatchedText = (pattern: string): string => `no operation matches never: ${pattern}`;

/** US dollars a month; `unknown` if no price list has the price, undefined if the price lists weren’t read. */
export type MonthlyIncrease = number | 'unknown' | undefined;

export class Guards {
  readonly #options: GuardsOptions;
  #rules: GuardRules;
  /** Every changing operation of the API; undefined until they are known. */
  #operations: readonly string[] | undefined;

  #checkedPatterns:
    | {readonly rules: GuardRules; readonly operations: readonly string[]; readonly unmatched: string | undefined}
    | undefined;

  #checkedFreeze:
    | {readonly minute: number; readonly rules: GuardRules; readonly current: FreezeWindow | undefined}
    | undefined;

  constructor(rules: GuardRules = noGuards, options: GuardsOptions = {now: Date.now}) {
    this.#rules = rules;
    this.#options = options;
  }

  get rules(): GuardRules {
    return this.#rules;
  }

  update(rules: GuardRules): void {
    this.#rules = rules;
  }

  /** Reads the guards again before a change is sent, so that a running console uses the current team file. */
  async refresh(): Promise<void> {
    const {reload} = this.#options;
    if (reload) this.update(await reload());
  }

  /** Sets the names that `never` can match: a pattern that matches none is misspelled, and refuses every change. */
  setOperations(names: readonly string[]): void {
    this.#operations = names;
  }

  /**
   * The reason why none of these operations may be sent now.
   * @param names all names of one operation
   */
  refusal(...names: readonly string[]): string | undefined {
    const {problem, never} = this.#rules;
    if (problem !== undefined) return problem;
    const freeze = this.#currentFreeze();
    if (freeze) return `frozen until ${freezeEndText(freeze)} (guards)`;
    const unmatched = this.#unmatchedPattern();
    if (unmatched !== undefined) return `${unmatchedText(unmatched)} (guards)`;
    if (never.length === 0) return undefined;
    const known = names.flatMap(operationNames);
    const pattern = never.find(one => known.some(name => matchesOperation(one, name)));
    return pattern === undefined ? undefined : `never allowed: ${pattern} (guards)`;
  }

  /** The reason why a resource with these tags can't be changed. */
  tagRefusal(tags: unknown): string | undefined {
    if (!Array.isArray(tags)) return undefined;
    const present = new Set(tags.map(one => String(one).toLowerCase()));
    const tag = this.#rules.protectedTags.find(one => present.has(one.toLowerCase()));
    return tag === undefined ? undefined : `protected by the tag ${tag} (guards)`;
  }

  /** The reason why a change to this number of resources is refused. */
  countRefusal(resources: number): string | undefined {
    const {maxResources} = this.#rules;
    return maxResources === undefined || resources <= maxResources
      ? undefined
      : `at most ${countText(maxResources, 'resource', 'resources')} per change (guards)`;
  }

  /**
   * The reason why a change with these additional costs is refused.
   * @param increases the additional costs of each request, US dollars a month
   */
  costRefusal(increases: readonly MonthlyIncrease[]): string | undefined {
    const {maxMonthlyIncrease: limit} = this.#rules;
    if (limit === undefined) return undefined;
    if (increases.some(one => typeof one !== 'number'))
      return `monthly cost unknown; limit is ${monthly(limit)} (guards)`;
    const total = increases.reduce<number>((all, one) => all + Number(one), 0);
    // Prices are multiples of fractions of a cent, and a sum of floating-point numbers isn’t exact.
    return total > limit + 0.001 ? `${monthly(total)} more; limit is ${monthly(limit)} (guards)` : undefined;
  }

  /** The reason why a batch is refused: its number of resources, or the costs of all requests together. */
  batchRefusal(increases: readonly MonthlyIncrease[]): string | undefined {
    return this.countRefusal(increases.length) ?? this.costRefusal(increases);
  }

  /** True if the costs of a change matter, so that its price lists are read. */
  get limitsCost(): boolean {
    return this.#rules.maxMonthlyIncrease !== undefined;
  }

  /** True if a guard must read the path and body of a request to allow it. */
  get readsRequests(): boolean {
    const {protectedTags, never} = this.#rules;
    return protectedTags.length > 0 || never.length > 0 || this.limitsCost;
  }

  #currentFreeze(): FreezeWindow | undefined {
    const {freeze} = this.#rules;
    if (freeze.length === 0) return undefined;
    // A window starts and ends at a full minute, and a list checks every row.
    const minute = Math.floor(this.#options.now() / 60_000);
    if (this.#checkedFreeze?.minute !== minute || this.#checkedFreeze.rules !== this.#rules)
      this.#checkedFreeze = {
        minute,
        rules: this.#rules,
        current: freeze.find(window => isFrozen(window, minute * 60_000)),
      };
    return this.#checkedFreeze.current;
  }

  #unmatchedPattern(): string | undefined {
    const operations = this.#operations;
    if (operations === undefined) return undefined;
    // A list checks every row.
    if (this.#checkedPatterns?.rules !== this.#rules || this.#checkedPatterns.operations !== operations) {
      const [unmatched] = unmatchedPatterns(this.#rules.never, operations);
      this.#checkedPatterns = {rules: this.#rules, operations, unmatched};
    }
    return this.#checkedPatterns.unmatched;
  }
}
